//! The allowed numbers of banks, buffers and steps, and banks that no buffer may use.

use arena_plan_core::kernel::code::Code;

use crate::ast::Kind;
use crate::errors::Errors;
use crate::lower::Lowered;

/// Sets of banks are bit masks.
const MOST_BANKS: usize = 64;

/// The verifier numbers slots with 16 bits.
const MOST_BUFFERS: usize = 65_535;

/// As many as buffers: in every step except bare ones, a buffer becomes live.
const MOST_STEPS: usize = 65_535;

pub(super) fn check(lowered: &Lowered, errors: &mut Errors) {
    let block = &lowered.block;
    let counts = [
        (Kind::Bank, block.banks.len()),
        (Kind::Buffer, block.buffers.len()),
        (Kind::Step, block.steps.len()),
    ];
    let missing: Vec<String> = counts
        .into_iter()
        .filter(|(kind, count)| *count == 0 && !lowered.doubts.may_declare_any(*kind))
        .map(|(kind, _)| format!("no {}", kind.word()))
        .collect();
    if !missing.is_empty() {
        let message = format!(
            "`{}` declares {}: a plan needs at least one bank, one buffer and one step",
            block.name,
            missing.join(", ")
        );
        errors.at(Code::EmptyPlan, block.name.span(), message);
    }
    let limits = [(Kind::Bank, MOST_BANKS), (Kind::Buffer, MOST_BUFFERS), (Kind::Step, MOST_STEPS)];
    for ((kind, count), (_, most)) in
        counts.into_iter().zip(limits).filter(|((_, count), (_, most))| count > most)
    {
        let message = format!("`{}` has {count} {}s, at most {most} are possible", block.name, kind.word());
        errors.at(Code::TooMany, block.name.span(), message);
    }
    if !block.buffers.is_empty() {
        unused_banks(lowered, errors);
    }
}

fn unused_banks(lowered: &Lowered, errors: &mut Errors) {
    let block = &lowered.block;
    let mut allowed = vec![false; block.banks.len()];
    for (bank, _) in block.buffers.iter().flat_map(|buffer| &buffer.banks) {
        allowed[*bank] = true;
    }
    for (bank, _) in block.banks.iter().zip(allowed).filter(|(_, allowed)| !allowed) {
        if !lowered.doubts.hides(Kind::Bank, &bank.id) {
            let id = &bank.id;
            let message = if bank.dma {
                format!(
                    "bank `{id}` is unused: no buffer may go in it; add `in {id}` to a buffer or remove the bank"
                )
            } else {
                format!(
                    "bank `{id}` is unused: bus masters do not reach it, and no buffer without `dma` may go in it; add \
                     `in {id}` to one or remove the bank"
                )
            };
            errors.at(Code::Unused, bank.name.span(), message);
        }
    }
}
