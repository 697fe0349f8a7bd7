//! Banks: names and numbers.

use syn::ext::IdentExt;

use super::{Context, num};
use crate::ast::{self, Kind};
use crate::ir::Bank;

pub(super) fn lower(banks: Vec<ast::Bank>, context: &mut Context) -> Vec<Bank> {
    banks.into_iter().filter_map(|bank| one(bank, context)).collect()
}

fn one(bank: ast::Bank, context: &mut Context) -> Option<Bank> {
    let Some(named) = context.banks.declare(&bank.name, &context.reserved, context.errors) else {
        context.doubts.dropped(Kind::Bank, &bank.name.unraw().to_string());
        return None;
    };
    let consts = &context.consts;
    Some(Bank {
        figures: bank.figures.map(|number| num(number, consts)),
        attrs: bank.attrs,
        name: bank.name,
        id: named.id,
        marker: named.marker,
        section: bank.section,
        dma: bank.dma.is_none_or(|(yes, _)| yes),
    })
}
