//! Constants: their bank, their type and their value. Missing and superfluous parts are reported here, because a
//! constant is parsed like a buffer and most parts of a buffer are not allowed in it.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Span, TokenStream};
use syn::Type;
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;

use super::{Context, refuse_conditions};
use crate::ast::{self, Flags, Kind, PlainBy};
use crate::ir::{Bank, Contents, Stored};

/// The banks that can be written, and those that cannot.
type Banks<'a> = (&'a [Bank], &'a [Bank]);

pub(super) fn lower(constants: Vec<ast::Buffer>, banks: Banks<'_>, context: &mut Context) -> Vec<Stored> {
    constants.into_iter().filter_map(|constant| one(constant, banks, context)).collect()
}

fn one(constant: ast::Buffer, banks: Banks<'_>, context: &mut Context) -> Option<Stored> {
    let id = constant.name.unraw().to_string();
    let Some(named) = context.buffers.declare(&constant.name, &context.reserved, context.errors) else {
        context.doubts.dropped(Kind::Buffer, &id);
        context.doubts.untyped.insert(id);
        constant.banks.iter().for_each(|bank| context.doubts.add(bank.unraw().to_string()));
        return None;
    };
    let untyped = constant.ty.is_none();
    if untyped {
        context.doubts.untyped.insert(id);
    }
    refuse_conditions(&constant.attrs, Kind::Buffer, context.errors);
    if let Some((span, message)) = misplaced(&constant) {
        context.errors.at(Code::Contradiction, span, message);
    }
    let bank = bank(&constant, banks, context);
    let ty = constant.ty.unwrap_or_else(|| Type::Verbatim(TokenStream::new()));
    let contents = match constant.flags.plain {
        Some((PlainBy::Zerocopy, span)) => Contents::Zerocopy(span),
        Some((PlainBy::Bytemuck, span)) => Contents::Bytemuck(span),
        None if constant.cut || untyped => Contents::Unknown,
        None => Contents::Plain,
    };
    if constant.value.is_none() && !constant.cut {
        let message = format!("constant `{}` has no value: write it after `=`", named.id);
        context.errors.at(Code::MissingField, constant.name.span(), message);
    }
    Some(Stored {
        attrs: constant.attrs,
        name: constant.name,
        id: named.id,
        marker: named.marker,
        ty,
        contents,
        value: constant.value,
        bank,
    })
}

/// Parts in the declaration of a constant that belong to a buffer.
fn misplaced(constant: &ast::Buffer) -> Option<(Span, String)> {
    let Flags { live, retain, source, zeroed, detached, plain: _ } = &constant.flags;
    let live = live.as_ref().map(|live| live.tokens.span());
    let words = [
        ("live", live),
        ("retain", *retain),
        ("source", *source),
        ("zeroed", *zeroed),
        ("detached", *detached),
    ];
    let word = words.into_iter().find_map(|(word, span)| Some((word, span?)));
    let name = &constant.name;
    if let Some((word, span)) = word {
        let message = format!("constant `{name}` exists in every step, with its value: remove `{word}`");
        return Some((span, message));
    }
    let (_, number) = constant.figures.iter().next()?;
    let message = format!(
        "constants lie one after the other in their bank, each aligned as its type: remove this from `{name}`, or align the \
         bank"
    );
    Some((number.span, message))
}

/// The read-only bank that the constant is in.
fn bank(constant: &ast::Buffer, (writable, read_only): Banks<'_>, context: &mut Context) -> Option<usize> {
    let name = &constant.name;
    let [bank] = constant.banks.as_slice() else {
        if !constant.cut {
            let example = read_only.first().map_or("flash", |bank| bank.id.as_str());
            let (span, message) = match constant.banks.get(1) {
                Some(second) => (second.span(), format!("constant `{name}` is in one bank: keep one")),
                None => (
                    name.span(),
                    format!("constant `{name}` needs a bank with `read_only`: write `in {example}`"),
                ),
            };
            context.errors.at(Code::ReadOnly, span, message);
        }
        return None;
    };
    let index = context.banks.find(bank, &mut context.doubts, context.errors).known()?;
    if context.doubts.about(Kind::Bank, &bank.unraw().to_string()) {
        return index.checked_sub(writable.len());
    }
    if let Some(to) = &constant.to {
        let message = "a constant that is copied before the first step is not supported yet: leave `->` and the bank out";
        context.errors.at(Code::NotSupported, to.span(), message);
        return None;
    }
    let Some(index) = index.checked_sub(writable.len()) else {
        let message = format!(
            "constant `{name}` is read where it lies, and bank `{bank}` can be written: add `read_only` to the bank if \
             nothing writes it"
        );
        context.errors.at(Code::ReadOnly, bank.span(), message);
        return None;
    };
    Some(index)
}
