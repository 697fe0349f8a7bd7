//! Constants and their read-only banks.

use arena_plan_core::kernel::code::Code;

use super::{feature, numbers, section, types};
use crate::ast::Kind;
use crate::errors::Errors;
use crate::lower::Lowered;

pub(super) fn check(lowered: &Lowered, errors: &mut Errors) {
    let block = &lowered.block;
    for (index, bank) in block.read_only.iter().enumerate() {
        numbers::bank(bank, errors);
        if let Some(found) = &bank.section {
            section(found, found.constant_fault(), errors);
        }
        let used = block.stored.iter().any(|constant| constant.bank == Some(index));
        let unclear = lowered.doubts.hides(Kind::Bank, &bank.id)
            || block.stored.iter().any(|constant| constant.bank.is_none());
        if !used && !unclear {
            let id = &bank.id;
            let message = format!(
                "bank `{id}` is unused: it is read only and holds no constant; add `constant NAME: TYPE in {id} = …;` or \
                 remove the bank"
            );
            errors.at(Code::Unused, bank.name.span(), message);
        }
    }
    // If no step names anything, nothing is borrowed.
    let lends = block.steps.iter().any(|step| !step.uses.is_empty() || !step.constants.is_empty());
    for (index, constant) in block.stored.iter().enumerate() {
        types::check(&format!("constant `{}`", constant.id), &constant.ty, &lowered.consts, errors);
        feature(&constant.contents, errors);
        let named = |(constant, _): &(usize, _)| *constant == index;
        let used = block.steps.iter().any(|step| step.constants.iter().any(named));
        if lends && !used && !lowered.doubts.hides(Kind::Buffer, &constant.id) {
            let message = format!(
                "constant `{0}` is unused: no step names it; name it in a step, or remove it",
                constant.id
            );
            errors.at(Code::Unused, constant.name.span(), message);
        }
    }
}
