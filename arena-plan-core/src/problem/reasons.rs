//! Why a planned problem does not fit: what is proved, or what came closest, and what would help.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::indexed::{Aliases, Indexed};
use super::lowered::Lowered;
use super::named::{Id, Problem};
use super::places::Places;
use super::plan::Planned;
use crate::kernel::advice::{self, Advice};
use crate::kernel::code::Code;
use crate::kernel::fault::Fault;
use crate::kernel::message::advised;
use crate::kernel::refuse::Refusal;
use crate::planner::explain::{self, ADVICE, Unplanned};
use crate::planner::{Effort, Options, Strategy};

/// Work for advice with the effort `thorough`.
const THOROUGH: u64 = 50 * ADVICE;

/// One reason why a problem has no layout that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// `over-budget` with a proof that no layout exists, else `no-layout-found`.
    pub code: Code,
    /// The text: headline, details, and what would help.
    pub message: String,
    /// Buffers that cannot be placed together, if the message does not prove that there is no layout.
    pub conflict: Option<Conflict>,
    /// Changes after which everything fits; each was tried.
    pub changes: Vec<Change>,
    /// Number of other changes that would be enough and are not listed.
    pub more: usize,
}

/// Buffers that cannot be placed together, wherever the others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The buffers, or the first ones if there are very many.
    pub buffers: Vec<Id>,
    /// How many there are.
    pub count: usize,
    /// Without any one of them, the others can be placed.
    pub irreducible: bool,
    /// No smaller set conflicts.
    pub smallest: bool,
}

/// One change after which everything fits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// Give the bank another capacity.
    Capacity {
        /// The bank.
        bank: Id,
        /// Bytes of capacity.
        bytes: u64,
        /// Every smaller capacity was proved too small.
        least: bool,
    },
    /// Move the buffer from its fixed offset to this one.
    Move {
        /// The buffer.
        buffer: Id,
        /// The offset.
        offset: u64,
    },
    /// Allow the buffer a further bank.
    Allow {
        /// The buffer.
        buffer: Id,
        /// The bank.
        bank: Id,
    },
    /// Let the buffer live in fewer steps.
    Shorten {
        /// The buffer.
        buffer: Id,
        /// Its new first step.
        first: u64,
        /// Its new last step.
        last: u64,
    },
}

/// Explains why a plan does not fit: everything that is proved, or what came closest. Empty if every buffer is within
/// its bank.
///
/// If there is only one reason, it says which changes would help; each was tried. `options` are those of the plan,
/// `steps` the names of the steps if the problem comes from a graph, else empty.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, reasons};
/// let banks = vec![Bank::new("fast", 50), Bank::new("slow", 50)];
/// let buffers = ["a", "b", "c"].map(|id| Buffer::new(id, 30, 0, 0, &["fast", "slow"])).to_vec();
/// let (problem, options) = (Problem { banks, buffers }, Options::default());
/// let reasons = reasons(&problem, &plan(&problem, &options)?, &options, &[]);
/// assert_eq!(reasons[0].code.as_str(), "over-budget");
/// assert_eq!(reasons[0].message, "\
/// no layout exists: in step `0`, these 3 buffers cannot be divided among their banks so that every bank stays within its room
///   bank `fast`: room 50 bytes
///   bank `slow`: room 50 bytes
///   a  30 bytes  0  in fast | slow
///   b  30 bytes  0  in fast | slow
///   c  30 bytes  0  in fast | slow
/// would fit if one of these changed:
///   bank `fast`: capacity 60 instead of 50, the minimum
///   bank `slow`: capacity 60 instead of 50, the minimum");
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn reasons(problem: &Problem, planned: &Planned, options: &Options, steps: &[Id]) -> Vec<Reason> {
    if planned.fits {
        return Vec::new();
    }
    let places = Places::new(problem);
    let merged = places.merged();
    let aliases = Aliases::of(problem, &places);
    let problem = &*merged;
    let lowered = Lowered::new(problem);
    let indexed = Indexed::new(problem, &lowered, options.strategy == Strategy::Sequential);
    let work = if options.effort == Effort::Thorough { THOROUGH } else { ADVICE };
    let mut refusals: Vec<Refusal> =
        own(&indexed).into_iter().map(|fault| Refusal { fault, advice: Advice::NONE }).collect();
    if refusals.is_empty() {
        let unplanned = Unplanned {
            banks: indexed.banks,
            buffers: &indexed.buffers,
            needed: &[],
            statics: false,
            options,
        };
        refusals = explain::refusals(&unplanned, &planned.by_index, work);
    }
    let names = indexed.names(problem, &lowered, steps, &aliases);
    let bank = |index: u16| problem.banks[usize::from(index)].id.clone();
    let buffer = |index: u32| lowered.named(problem, &[index]).pop().unwrap_or_default();
    let change = |change: &advice::Change| match *change {
        advice::Change::Capacity { bank: index, bytes, least } => {
            Change::Capacity { bank: bank(index), bytes, least }
        }
        advice::Change::Move { buffer: index, offset } => Change::Move { buffer: buffer(index), offset },
        advice::Change::Allow { buffer: index, bank: to } => {
            Change::Allow { buffer: buffer(index), bank: bank(to) }
        }
        advice::Change::Shorten { buffer: index, first, last } => Change::Shorten {
            buffer: buffer(index),
            first: indexed.steps[first as usize],
            last: indexed.steps[last as usize],
        },
    };
    let reason = |Refusal { fault, advice }: &Refusal| Reason {
        code: fault.code(),
        message: indexed.with_names(&names, |source| advised(fault, advice, source).as_str().to_owned()),
        conflict: advice.conflict.map(|found| Conflict {
            buffers: found.buffers().iter().map(|&index| buffer(index)).collect(),
            count: found.count,
            irreducible: found.irreducible,
            smallest: found.smallest,
        }),
        changes: advice.changes().iter().map(change).collect(),
        more: advice.more,
    };
    refusals.iter().map(reason).collect()
}

/// Buffers that are larger than their banks, or fixed beyond the end of theirs.
pub(super) fn own(indexed: &Indexed<'_>) -> Vec<Fault> {
    let room = |&bank: &u16| indexed.banks[usize::from(bank)].room();
    let fault = |(index, buffer): (u32, &crate::model::Buffer<'_>)| {
        let largest = buffer.banks.iter().map(room).max().unwrap_or(0);
        let end = buffer.fixed.map(|offset| offset.saturating_add(buffer.size));
        if buffer.size > largest {
            Some(Fault::TooBig { buffer: index, rounding: None })
        } else if end.is_some_and(|end| end > largest) {
            Some(Fault::FixedOutside { buffer: index, rounding: None })
        } else {
            None
        }
    };
    (0u32..).zip(&indexed.buffers).filter_map(fault).collect()
}
