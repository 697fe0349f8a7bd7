//! Why a block has no layout: a proof, or what came closest, and what would help.

use arena_plan_core::kernel::bound;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::draft::HINT;
use arena_plan_core::kernel::fault::{Fault, Token};
use arena_plan_core::kernel::message::{Source, describe};
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::explain::{self, ADVICE};
use arena_plan_core::planner::proof::{Names, Proof};
use arena_plan_core::planner::{Effort, Options, Plan, Status, Strategy};

use crate::errors::Errors;
use crate::model::{self, step};
use crate::{ir, tokens};

/// Reports a plan that does not fit. `banks` have the granules that every layout has.
pub(crate) fn report(
    block: &ir::Block,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    plan: &Plan,
    errors: &mut Errors,
) {
    // Without reuse, all buffers are alive all the time, and the text says so.
    let apart: Vec<Buffer<'_>>;
    let buffers = match options.strategy {
        Strategy::Reuse => buffers,
        Strategy::Sequential => {
            let last = step(block.steps.len().saturating_sub(1));
            apart = buffers.iter().map(|buffer| Buffer { first: 0, last, ..*buffer }).collect();
            &apart
        }
    };
    model::with_names(block, banks, buffers, |source| {
        let (code, token, mut text) = refusal(source, plan, 2 * block.steps.len());
        // What first fit alone would need is not what the search needs.
        let searched = options.effort != Effort::Fast && options.order.is_none();
        if banks.len() > 1
            && options.order.is_none()
            && options.effort == Effort::Default
            && plan.status == Status::NotFound
        {
            text += "\nor search longer: `#![effort = thorough]`";
        }
        if banks.len() > 1 && searched {
            if let Some(wide) = careful(banks, buffers) {
                let advice = explain::advice(&wide, buffers, &names(source), ADVICE);
                if !advice.is_empty() {
                    text = format!("{text}\n{advice}");
                }
            }
        }
        text += HINT;
        errors.at(code, tokens::span(block, token), text);
    });
}

/// The code, the token that it stands at and the text.
fn refusal(source: &Source<'_>, plan: &Plan, steps2: usize) -> (Code, Token, String) {
    let Source { banks, buffers, .. } = *source;
    if let Some(excess) = bound::excess(banks, buffers, &mut vec![0; steps2]) {
        let fault = Fault::OverBudget(excess);
        return (fault.code(), fault.token(), describe(&fault, source).as_str().to_owned());
    }
    let proved = explain::proved(banks, buffers, plan, &names(source));
    if let Some(proof) = explain::proof(banks, buffers, plan) {
        return (code(&proof), token(&proof, buffers), proved.unwrap_or_default());
    }
    let above = |&index: &usize| {
        let place = plan.placements[index];
        let end = place.offset.saturating_add(buffers[index].size);
        banks.get(usize::from(place.bank)).is_none_or(|bank| end > bank.room())
    };
    // Within the rooms, but not once they are rounded up to what lies in them: any buffer stands for it.
    let index = (0..buffers.len()).find(above).unwrap_or(0);
    let fault = Fault::NotFound { buffer: step(index), placement: plan.placements[index] };
    let closest = describe(&fault, source);
    let Some(proved) = proved else {
        return (fault.code(), fault.token(), closest.as_str().to_owned());
    };
    let closest = closest.as_str().lines().next().unwrap_or_default();
    let closest = closest.strip_prefix("no layout found: ").unwrap_or(closest);
    let help = "raise a capacity, allow more banks, shorten a lifetime or move a fixed buffer";
    (Code::OverBudget, fault.token(), format!("{proved}; at best, {closest}\n{help}"))
}

/// The code of a proof: fixed positions that share bytes are a mistake of their own, everything else lacks room.
fn code(proof: &Proof) -> Code {
    match proof {
        Proof::FixedOverlap { .. } => Code::Overlap,
        Proof::FixedAbove { .. } | Proof::Subset { .. } | Proof::Packing { .. } => Code::OverBudget,
    }
}

/// The token that a proof is reported at: the first bank that is too small, else a buffer.
fn token(proof: &Proof, buffers: &[Buffer<'_>]) -> Token {
    let first = proof.buffers().first().copied().unwrap_or(0);
    match proof {
        Proof::FixedAbove { buffer } => Token::Fixed(*buffer),
        Proof::FixedOverlap { other, .. } => Token::Fixed(*other),
        Proof::Subset { banks, .. } => {
            banks.first().map_or(Token::Buffer(first), |bank| Token::Bank(u32::from(*bank)))
        }
        Proof::Packing { buffers: list, .. } => {
            let banks = list.iter().flat_map(|&index| buffers[index as usize].banks);
            banks.min().map_or(Token::Buffer(first), |bank| Token::Bank(u32::from(*bank)))
        }
    }
}

fn names<'a>(source: &Source<'a>) -> Names<'a> {
    Names { banks: source.bank_ids, buffers: source.buffer_ids, steps: source.step_ids }
}

/// The banks with granules that hold even if a change brings any buffer into any bank; `None` where that costs room,
/// so that a change could be called useless that is not.
fn careful(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Vec<Bank>> {
    let most = buffers.iter().map(|buffer| buffer.align).max().unwrap_or(1);
    let wide: Vec<Bank> =
        banks.iter().map(|bank| bank.with_granule(bank.granule.max(bank.align).max(most))).collect();
    wide.iter().zip(banks).all(|(wide, bank)| wide.room() == bank.room()).then_some(wide)
}
