//! Why a planned problem does not fit: the budget's text, a proof, or what came closest, and what would help.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::budget::{budget, shown, texts};
use super::lowered::Lowered;
use super::named::{Id, Problem};
use super::plan::Planned;
use crate::kernel::code::Code;
use crate::planner::explain::{ADVICE, advice};
use crate::planner::proof::{Names, describe};
use crate::planner::{Effort, Options, Strategy};

/// Work for advice where somebody asked for thoroughness.
const THOROUGH: u64 = 50 * ADVICE;

/// Explains why a plan does not fit, or gives nothing if it does.
///
/// The code is `over-budget` with a proof that no layout exists, else `no-layout-found`. With several banks, lines
/// about a conflicting set and about single changes that would do follow; each was checked by planning again.
/// `options` are those of the plan, `steps` the names of the steps where the problem comes from a graph, else empty.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, reason};
/// let banks = vec![Bank::new("fast", 50), Bank::new("slow", 50)];
/// let buffers = ["a", "b", "c"].map(|id| Buffer::new(id, 30, 0, 0, &["fast", "slow"])).to_vec();
/// let (problem, options) = (Problem { banks, buffers }, Options::default());
/// let (code, text) = reason(&problem, &plan(&problem, &options)?, &options, &[]).unwrap();
/// assert_eq!(code.as_str(), "over-budget");
/// assert_eq!(text, "\
/// no layout exists: in step 0, no division of these 3 buffers among their banks keeps every bank within its room
///   bank `fast`: room 50 bytes
///   bank `slow`: room 50 bytes
///   `a`: 30 bytes, step 0, allowed in `fast` | `slow`
///   `b`: 30 bytes, step 0, allowed in `fast` | `slow`
///   `c`: 30 bytes, step 0, allowed in `fast` | `slow`
/// conflict: `a`, `b` and `c` alone cannot be placed (no smaller set conflicts)
/// would fit if one of these changed:
///   bank `fast`: capacity 60 instead of 50, the least that will do
///   bank `slow`: capacity 60 instead of 50, the least that will do");
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn reason(
    problem: &Problem,
    planned: &Planned,
    options: &Options,
    steps: &[Id],
) -> Option<(Code, String)> {
    let (mut code, mut text) = budget(problem, &planned.layout, steps)?;
    let lowered = Lowered::new(problem);
    let bank_ids: Vec<String> = problem.banks.iter().map(|bank| shown(&bank.id)).collect();
    let buffer_ids: Vec<String> = lowered.in_order(problem).map(|buffer| shown(&buffer.id)).collect();
    let step_ids: Vec<String> = match lowered.steps.as_slice() {
        [] => steps.iter().map(|id| shown(id)).collect(),
        numbers => numbers.iter().map(ToString::to_string).collect(),
    };
    let (bank_names, buffer_names, step_names) = (texts(&bank_ids), texts(&buffer_ids), texts(&step_ids));
    let names = Names { banks: &bank_names, buffers: &buffer_names, steps: &step_names };
    let buffers = lowered.buffers(problem);
    if code == Code::NoLayoutFound {
        if let Some(proof) = &planned.proof {
            code = Code::OverBudget;
            text = describe(&lowered.banks, &buffers, &proof.by_index, &names).trim_end().to_string();
        } else if let Some(why) = planned.status.proof() {
            code = Code::OverBudget;
            let closest = text.lines().next().unwrap_or_default();
            let closest = closest.strip_prefix("no layout found: ").unwrap_or(closest);
            text = format!("no layout exists: {why}; at best, {closest}");
        }
    }
    // What first fit alone or a plan without reuse would need is not what the planner's search needs.
    let searched =
        options.effort != Effort::Fast && options.order.is_none() && options.strategy == Strategy::Reuse;
    if problem.banks.len() > 1 && searched {
        if code == Code::NoLayoutFound && options.effort == Effort::Default {
            text += "\nor search longer, with the effort `thorough`";
        }
        let work = if options.effort == Effort::Thorough { THOROUGH } else { ADVICE };
        let advice = advice(&lowered.banks, &buffers, &names, work);
        if !advice.is_empty() {
            text = format!("{text}\n{advice}");
        }
    }
    Some((code, text))
}
