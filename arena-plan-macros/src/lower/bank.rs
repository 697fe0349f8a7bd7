//! Banks: names and numbers.

use proc_macro2::Span;
use quote::quote;
use syn::ext::IdentExt;

use super::{Context, num, refuse_conditions};
use crate::ast::{self, Kind};
use crate::ir::{Bank, Num, Reserve};

pub(super) fn lower(banks: Vec<ast::Bank>, context: &mut Context) -> Vec<Bank> {
    banks.into_iter().filter_map(|bank| one(bank, context)).collect()
}

fn one(bank: ast::Bank, context: &mut Context) -> Option<Bank> {
    let Some(named) = context.banks.declare(&bank.name, &context.reserved, context.errors) else {
        context.doubts.dropped(Kind::Bank, &bank.name.unraw().to_string());
        return None;
    };
    refuse_conditions(&bank.attrs, Kind::Bank, context.errors);
    let consts = &context.consts;
    Some(Bank {
        capacity: bank
            .capacity
            .as_ref()
            .map_or_else(|| missing(bank.name.span()), |capacity| num(capacity, consts)),
        align: bank.align.as_ref().map(|align| num(align, consts)),
        reserve: bank.reserve.as_ref().map(|reserve| match reserve {
            ast::Reserve::Bytes(bytes) => Reserve::Bytes(num(bytes, consts)),
            ast::Reserve::Percent(share) => Reserve::Percent(num(share, consts)),
        }),
        attrs: bank.attrs,
        name: bank.name,
        id: named.id,
        marker: named.marker,
        section: bank.section,
    })
}

/// Stands for a capacity that could not be read: without a value, so that nothing is said about it.
fn missing(span: Span) -> Num {
    Num { tokens: quote!(0), value: None, span }
}
