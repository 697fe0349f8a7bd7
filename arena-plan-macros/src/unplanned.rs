//! Reports why a block has no layout, at the tokens that the author must change.

use arena_plan_core::kernel::draft::HINT;
use arena_plan_core::kernel::message::advised;
use arena_plan_core::model::{Bank, Buffer};
use arena_plan_core::planner::explain::{self, ADVICE, Unplanned};
use arena_plan_core::planner::{Options, Plan, Strategy};

use crate::errors::Errors;
use crate::model::{self, Places, step};
use crate::{ir, tokens};

/// Reports a plan that does not fit. `banks` have the granules that every layout has.
pub(crate) fn report(
    block: &ir::Block,
    places: &Places,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    plan: &Plan,
    errors: &mut Errors,
) {
    // Without reuse, all buffers are always alive, and the text says so.
    let apart: Vec<Buffer<'_>>;
    let (buffers, needed) = match options.strategy {
        Strategy::Reuse => (buffers, model::needed(block, places)),
        Strategy::Sequential => {
            let last = step(block.steps.len().saturating_sub(1));
            apart = buffers.iter().map(|buffer| Buffer { first: 0, last, ..*buffer }).collect();
            (apart.as_slice(), Vec::new())
        }
    };
    let problem = Unplanned { banks, buffers, needed: &needed, statics: true, options };
    model::with_names(block, places, banks, buffers, |source| {
        for refusal in explain::refusals(&problem, plan, ADVICE) {
            let text = advised(&refusal.fault, &refusal.advice, source);
            let text = format!("{}{HINT}", text.as_str());
            errors.at(refusal.fault.code(), tokens::span(block, places, refusal.fault.token()), text);
        }
    });
}
