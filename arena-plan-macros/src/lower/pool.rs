//! What may not be in a pool, whose memory other plans use between two runs: what persists, and constants that are
//! copied before the first.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

use super::Context;
use crate::ast;
use crate::ir::{Bank, Storage};
use crate::parse::spelled;
use crate::suggest::listed;

/// Leaves the banks of a persistent buffer that are in no pool. One that `in`, and no rule, names is a mistake, and so is
/// that none is left; then the list is not changed.
pub(super) fn restrict(
    buffer: &ast::Buffer,
    banks: &[Bank],
    (allowed, by_rule): (&mut Vec<(usize, Span)>, bool),
    context: &mut Context,
) {
    let own = |(bank, _): &(usize, Span)| banks[*bank].pool().is_none();
    let Some((refused, first)) = allowed.iter().find(|one| !own(one)).copied() else { return };
    let implied = buffer.banks.is_empty() || by_rule;
    if implied && allowed.iter().any(own) {
        allowed.retain(own);
        return;
    }
    // One of the other banks may be in a part that was not read.
    if implied && context.doubts.may_declare_any(ast::Kind::Bank) {
        return;
    }
    let (name, bank) = (buffer.name.unraw(), &banks[refused].id);
    let others = listed(banks.iter().filter(|bank| bank.pool().is_none()).map(|bank| bank.id.as_str()));
    let help = if others.is_empty() {
        String::from("declare a bank without `storage: shared(…)` for it")
    } else {
        format!("put it in {others}")
    };
    let message = format!(
        "persistent buffer `{name}` cannot be in bank `{bank}`: it keeps its contents from run to run, and in between other plans \
         use the memory of the pool; {help}"
    );
    context.errors.at(Code::InPool, first, message);
    // One of the others is the one that is meant.
    context.doubts.add_all(ast::Kind::Bank);
}

/// Whether constants may be copied to the bank.
pub(super) fn holds_no_constants(to: &Ident, bank: &Bank, context: &mut Context) -> bool {
    if bank.pool().is_some() {
        let message = format!(
            "nothing can be copied to bank `{to}` before the first step: other plans use the memory of its pool in between; copy \
             to a bank without `storage: shared(…)`, or read the constant where it is"
        );
        context.errors.at(Code::InPool, to.span(), message);
        return false;
    }
    true
}

/// A plan has one bank in each pool: two would be the same bytes. Another one is reported, and counts as the plan's own.
pub(super) fn one_bank_each(banks: &mut [Bank], context: &mut Context) {
    for index in 1..banks.len() {
        let (before, rest) = banks.split_at_mut(index);
        let Some(path) = rest.first().and_then(Bank::pool) else { continue };
        let same = |bank: &&Bank| bank.pool().is_some_and(|other| spelled(other) == spelled(path));
        let Some(first) = before.iter().find(same) else { continue };
        let message = format!(
            "bank `{}` is in pool `{}` already, and a plan has one bank in each pool: remove this one, and put its buffers there",
            first.id,
            spelled(path)
        );
        context.errors.on(Code::Contradiction, path, message);
        rest[0].storage = Storage::Static;
    }
}
