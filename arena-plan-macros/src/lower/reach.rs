//! The banks of a buffer with `dma`: only those that bus masters reach.

use arena_plan_core::kernel::code::Code;
use proc_macro2::Span;
use syn::ext::IdentExt;

use super::Context;
use crate::ast;
use crate::ir::Bank;
use crate::suggest::listed;

/// Leaves the banks that bus masters reach. One that `in`, and no rule, names and that they do not reach is a mistake, and so is that
/// none is left; then the list is not changed.
pub(super) fn restrict(
    buffer: &ast::Buffer,
    flag: Span,
    banks: &[Bank],
    (allowed, by_rule): (&mut Vec<(usize, Span)>, bool),
    context: &mut Context,
) {
    let reached = |(bank, _): &(usize, Span)| banks[*bank].dma;
    let refused: Vec<(usize, Span)> = allowed.iter().filter(|one| !reached(one)).copied().collect();
    let Some((_, first)) = refused.first() else { return };
    let name = buffer.name.unraw();
    let names = listed(refused.iter().map(|(bank, _)| banks[*bank].id.as_str()));
    if refused.len() < allowed.len() {
        if buffer.banks.is_empty() || by_rule {
            allowed.retain(reached);
        } else {
            let message = format!(
                "buffer `{name}` is for DMA, and bus masters do not reach {names} (`dma: no`): remove it from the list"
            );
            context.errors.at(Code::NotReachable, *first, message);
        }
        return;
    }
    // One of the other banks may be in a part that was not read.
    if context.doubts.may_declare_any(ast::Kind::Bank) {
        return;
    }
    let others = listed(banks.iter().filter(|bank| bank.dma).map(|bank| bank.id.as_str()));
    let help = if others.is_empty() {
        String::from("remove `dma: no` from a bank that they do reach, or declare one")
    } else {
        format!("allow {others}, which they reach")
    };
    let rule = match &buffer.rule {
        Some(rule) if by_rule => format!(" of rule `{rule}`"),
        _ => String::new(),
    };
    let message = format!(
        "no bank can hold buffer `{name}`, which is for DMA: bus masters do not reach {names}{rule} (`dma: no`); {help}"
    );
    context.errors.at(Code::NotReachable, flag, message);
}
