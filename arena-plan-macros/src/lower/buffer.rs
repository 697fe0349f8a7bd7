//! Buffers: banks, explicit lifetimes, and their contents when they become live.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Type};

use super::{Claims, Context, num, pool, reach, rules};
use crate::ast::{self, Flags, Kind, Live, PlainBy};
use crate::errors::Errors;
use crate::ir::{Bank, Buffer, BufferKind, Contents};
use crate::size::{Measure, measure, spelled_plain};

/// `banks` are those in which a buffer may be; the others are read-only.
pub(super) fn lower(
    buffers: Vec<ast::Buffer>,
    banks: &[Bank],
    steps: usize,
    context: &mut Context,
) -> (Vec<Buffer>, Vec<Claims>) {
    buffers.into_iter().filter_map(|buffer| one(buffer, banks, steps, context)).unzip()
}

fn one(buffer: ast::Buffer, banks: &[Bank], steps: usize, context: &mut Context) -> Option<(Buffer, Claims)> {
    let id = buffer.name.unraw().to_string();
    let Some(named) = context.buffers.declare(&buffer.name, &context.reserved, context.errors) else {
        if context.buffers.has(&buffer.name) {
            // Either of the two may be intended.
            context.doubts.dropped(Kind::Buffer, &id);
            context.doubts.untyped.insert(id);
        } else {
            context.doubts.lost(Kind::Buffer, &id);
        }
        buffer.banks.iter().for_each(|bank| context.doubts.add(bank.unraw().to_string()));
        return None;
    };
    // The fallback gives it the error type.
    let untyped = buffer.ty.is_none();
    if untyped {
        context.doubts.untyped.insert(id);
    }
    contradictions(&buffer.flags, buffer.value.is_some(), context.errors);
    let persistent = buffer.kind == BufferKind::Persistent;
    if persistent {
        senseless(&buffer.flags, buffer.value.is_some(), context.errors);
    }
    let mut allowed = allowed(&buffer, banks, context);
    let listed = !allowed.is_empty();
    if !listed {
        let span = buffer.name.span();
        allowed.extend((0..banks.len()).map(|bank| (bank, span)));
    }
    // If none of the banks that it names is known, that is the mistake.
    let by_rule = buffer.rule.as_ref().is_some_and(|rule| rule != rules::IN);
    if let Some(flag) = buffer.flags.dma.filter(|_| listed || buffer.banks.is_empty()) {
        reach::restrict(&buffer, flag, banks, (&mut allowed, by_rule), context);
    }
    if persistent && (listed || buffer.banks.is_empty()) {
        pool::restrict(&buffer, banks, (&mut allowed, by_rule), context);
    }
    let written = written(&buffer.flags, buffer.value.as_ref());
    let ty = buffer.ty.unwrap_or_else(|| Type::Verbatim(TokenStream::new()));
    let Flags { live, retain, source, zeroed, detached, dma, plain } = buffer.flags;
    let live = live.filter(|_| !persistent);
    let range = live.as_ref().and_then(|live| {
        let range = resolve(live, steps, context);
        if range.is_none() {
            context.doubts.add(named.id.as_str());
        }
        range
    });
    let (first, last) = range.unwrap_or((0, steps.saturating_sub(1)));
    let contents = match (buffer.value, plain) {
        (Some(value), _) => value_of(value),
        (None, Some((PlainBy::Zerocopy, span))) => Contents::Zerocopy(span),
        (None, Some((PlainBy::Bytemuck, span))) => Contents::Bytemuck(span),
        // An error about a type that is not plain would be a second one for the same mistake.
        (None, None) if buffer.cut || untyped => Contents::Unknown,
        (None, None) => Contents::Plain,
    };
    let known = match measure(&ty, &context.consts) {
        Measure::Known(known) => Some(known),
        _ => None,
    };
    let lowered = Buffer {
        kind: buffer.kind,
        attrs: buffer.attrs,
        name: buffer.name,
        id: named.id,
        marker: named.marker,
        spelled_plain: spelled_plain(&ty),
        ty,
        known,
        banks: allowed,
        rule: buffer.rule,
        figures: buffer.figures.map(|number| num(number, &context.consts)),
        first,
        last,
        needed: (first, last),
        zeroed: zeroed.is_some(),
        detached,
        dma,
        contents,
        place_of: None,
    };
    let claims = Claims {
        written,
        live: range.and(live).map(|live| live.tokens),
        retain: retain.is_some(),
        source: source.is_some(),
        listed: if by_rule { 0 } else { buffer.banks.len() },
        bank: buffer.banks.first().map(syn::Ident::span),
        uses: Vec::new(),
    };
    Some((lowered, claims))
}

/// What a declaration says about the buffer's lifetime and initial contents, with the span of each word.
fn written(flags: &Flags, value: Option<&Expr>) -> Vec<(&'static str, Span)> {
    let live = flags.live.as_ref().map(|live| live.tokens.span());
    let words = [
        ("live", live),
        ("retain", flags.retain),
        ("source", flags.source),
        ("zeroed", flags.zeroed),
        ("dma", flags.dma),
        ("=", value.map(Spanned::span)),
    ];
    words.into_iter().filter_map(|(word, span)| Some((word, span?))).collect()
}

/// Indices of the banks after `in`.
fn allowed(buffer: &ast::Buffer, banks: &[Bank], context: &mut Context) -> Vec<(usize, Span)> {
    let mut allowed: Vec<(usize, Span)> = Vec::new();
    for name in &buffer.banks {
        if let Some(bank) = context.banks.find(name, &mut context.doubts, context.errors).known() {
            if bank >= banks.len() {
                if !context.doubts.about(Kind::Bank, &name.unraw().to_string()) {
                    let message = format!(
                        "bank `{}` is read only: no buffer may go in it, only constants",
                        name.unraw()
                    );
                    context.errors.at(Code::ReadOnly, name.span(), message);
                }
                context.doubts.add_all(Kind::Bank);
            } else if allowed.iter().any(|(other, _)| *other == bank) {
                let message = format!("bank `{}` is named twice after `in`: remove one", name.unraw());
                context.errors.at(Code::DuplicateBank, name.span(), message);
            } else {
                allowed.push((bank, name.span()));
            }
        }
    }
    allowed
}

/// First and last step of an explicit lifetime; `None` after a mistake.
fn resolve(live: &Live, steps: usize, context: &mut Context) -> Option<(usize, usize)> {
    let mut find = |name: &Option<syn::Ident>, open: Option<usize>| match name {
        Some(name) => context.steps.find(name, &mut context.doubts, context.errors).known(),
        None => open,
    };
    let first = find(&live.first, Some(0));
    let one_step = live.first == live.last && live.first.is_some();
    let last = if one_step { first } else { find(&live.last, steps.checked_sub(1)) };
    let (first, last) = (first?, last?);
    if first <= last {
        return Some((first, last));
    }
    let name =
        |name: &Option<syn::Ident>| name.as_ref().map_or_else(String::new, |name| name.unraw().to_string());
    let (from, to) = (name(&live.first), name(&live.last));
    let message = format!(
        "the lifetime is empty: `{from}` is step {first}, after `{to}`, which is step {last}; write `{to}..={from}`"
    );
    context.errors.on(Code::EmptyLifetime, &live.tokens, message);
    None
}

/// A value after `=`; one in `const { … }` is copied from the program's constants.
fn value_of(value: Expr) -> Contents {
    match value {
        Expr::Const(constant) if constant.attrs.is_empty() => Contents::Image(Box::new(constant.block)),
        value => Contents::Value(Box::new(value)),
    }
}

/// Flags that are redundant or impossible for a persistent buffer.
fn senseless(flags: &Flags, has_value: bool, errors: &mut Errors) {
    if let Some(live) = &flags.live {
        let message = "a persistent buffer is alive from `take()` to `release()`: remove `live`, or declare it `buffer`";
        errors.on(Code::Contradiction, &live.tokens, message);
    }
    let said = [
        (flags.retain, "a persistent buffer keeps its contents from run to run: remove `retain`"),
        (
            flags.source,
            "a persistent buffer has its value from `take()` on, and runs do not begin with a new one: remove `source`",
        ),
        (
            flags.zeroed.filter(|_| !has_value),
            "a plain persistent buffer without a value is zero at `take()` anyway: remove `zeroed`",
        ),
    ];
    for (span, message) in said {
        if let Some(span) = span {
            errors.at(Code::Contradiction, span, message);
        }
    }
}

/// Flags that contradict each other; the error points at the one to remove.
fn contradictions(flags: &Flags, has_value: bool, errors: &mut Errors) {
    if let (Some(zeroed), true) = (flags.zeroed, has_value) {
        let message = "`zeroed` and a value after `=` contradict each other: remove one";
        errors.at(Code::Contradiction, zeroed, message);
    }
    if let (Some((_, plain)), true) = (&flags.plain, has_value) {
        errors.at(
            Code::Contradiction,
            *plain,
            "`plain` is for a buffer without a value, and this one has a value after `=`: remove one",
        );
    }
    if flags.live.is_some() {
        if let Some(retain) = flags.retain {
            errors.at(
                Code::Contradiction,
                retain,
                "`retain` and `live` contradict each other: end the range with `..` instead of `retain`",
            );
        }
        if let Some(source) = flags.source {
            let message =
                "`source` and `live` contradict each other: begin the range with `..` instead of `source`";
            errors.at(Code::Contradiction, source, message);
        }
    }
}
