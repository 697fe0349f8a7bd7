//! Planning a named problem: names become indices, the planner places, placements get names again.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::error::{Error, Path};
use super::named::{Id, Layout, Placement, Problem};
use super::status::Status;
use super::validate::validate;
use crate::kernel::code::Code;
use crate::model::{self, MAX_BYTES};
use crate::planner::{self, Options, Stats, Watch};

/// A layout and whether it meets the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Planned {
    /// One placement per buffer, by id in ASCII order.
    pub layout: Layout,
    /// Whether every placement ends within its bank. Fixed buffers may still overlap: [`verify`](super::verify())
    /// has the last word.
    pub fits: bool,
    /// How good the layout is and how that is known.
    pub status: Status,
    /// Bytes below which the sum of the high-water marks cannot be.
    pub bound: u64,
    /// Work done.
    pub stats: Stats,
}

/// Plans a problem. The result is total: what fits nowhere is placed above the capacity of its last allowed bank.
///
/// The same problem gives the same layout on every machine, whatever the order of its buffers.
///
/// # Errors
///
/// As [`validate`]; and `sum-overflow` if sizes, alignments and fixed offsets are so large that an offset
/// could exceed `2^63 - 1`.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan};
/// let problem = Problem {
///     banks: vec![Bank::new("ram", 96)],
///     buffers: vec![Buffer::new("input", 64, 0, 1, &["ram"]), Buffer::new("output", 64, 1, 2, &["ram"])],
/// };
/// let planned = plan(&problem, &Options::default())?;
/// assert!(!planned.fits);
/// assert_eq!(planned.layout.placements[1].offset, 64);
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn plan(problem: &Problem, options: &Options) -> Result<Planned, Error> {
    plan_watched(problem, options, &mut Watch::default())
}

/// [`plan`] with a hold on it: a flag that ends it early with the best layout so far, and reports of its progress.
///
/// # Errors
///
/// As [`plan`].
///
/// ```
/// use arena_plan_core::planner::{Options, Watch};
/// use arena_plan_core::problem::{Problem, plan_watched};
/// let stop = std::sync::atomic::AtomicBool::new(true);
/// let mut watch = Watch { cancel: Some(&stop), progress: None };
/// assert!(plan_watched(&Problem::default(), &Options::default(), &mut watch)?.fits);
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn plan_watched(problem: &Problem, options: &Options, watch: &mut Watch<'_>) -> Result<Planned, Error> {
    validate(problem)?;
    offsets_stay_in_range(problem)?;
    let lowered = Lowered::new(problem);
    let plan = planner::plan_watched(&lowered.banks, &lowered.buffers(problem), options, watch);
    let mut placements = Vec::with_capacity(plan.placements.len());
    for (&index, placement) in lowered.by_id.iter().zip(&plan.placements) {
        let buffer = &problem.buffers[index];
        if placement.offset > MAX_BYTES - buffer.bytes {
            return Err(beyond(index));
        }
        let bank = problem.banks[usize::from(placement.bank)].id.clone();
        placements.push(Placement { id: buffer.id.clone(), bank, offset: placement.offset });
    }
    let status = lowered.status(problem, plan.status);
    let bound = plan.bound.iter().fold(0u64, |sum, &bank| sum.saturating_add(bank));
    Ok(Planned { layout: Layout { placements }, fits: plan.fits, status, bound, stats: plan.stats })
}

/// A problem as the planner sees it: by index, buffers in ASCII order of their ids.
struct Lowered {
    banks: Vec<model::Bank>,
    /// Position in the problem of each buffer.
    by_id: Vec<usize>,
    /// Allowed banks of all buffers, one after the other.
    choices: Vec<u16>,
    /// End of each buffer's part of `choices`.
    ends: Vec<usize>,
    /// Steps in ascending order where they exceed 32 bits, else empty: then steps stand for themselves.
    steps: Vec<u64>,
}

impl Lowered {
    fn new(problem: &Problem) -> Self {
        let mut indices = BTreeMap::new();
        for (index, bank) in (0..=u16::MAX).zip(&problem.banks) {
            indices.insert(&*bank.id, index);
        }
        let mut by_id: Vec<usize> = (0..problem.buffers.len()).collect();
        by_id.sort_unstable_by(|&a, &b| problem.buffers[a].id.cmp(&problem.buffers[b].id));
        let mut choices = Vec::new();
        let mut ends = Vec::with_capacity(by_id.len());
        for &index in &by_id {
            let buffer = &problem.buffers[index];
            match &buffer.fixed_bank {
                Some(bank) => choices.extend(indices.get(&**bank)),
                None => choices.extend(buffer.banks.iter().filter_map(|bank| indices.get(&**bank))),
            }
            ends.push(choices.len());
        }
        let mut steps = Vec::new();
        if problem.buffers.iter().any(|buffer| buffer.last > u64::from(u32::MAX)) {
            steps.extend(problem.buffers.iter().flat_map(|buffer| [buffer.first, buffer.last]));
            steps.sort_unstable();
            steps.dedup();
        }
        let banks = problem.banks.iter().map(|bank| model::Bank::new(bank.capacity)).collect();
        Self { banks, by_id, choices, ends, steps }
    }

    /// The buffers by rank.
    fn buffers(&self, problem: &Problem) -> Vec<model::Buffer<'_>> {
        let mut start = 0;
        let mut buffers = Vec::with_capacity(self.by_id.len());
        for (rank, (&index, &end)) in (0u32..).zip(self.by_id.iter().zip(&self.ends)) {
            let named = &problem.buffers[index];
            let banks = &self.choices[start..end];
            start = end;
            let (first, last) = (self.step(named.first), self.step(named.last));
            let mut buffer =
                model::Buffer::new(named.bytes, named.alignment, first, last, banks).with_rank(rank);
            buffer.fixed = named.fixed_offset;
            buffers.push(buffer);
        }
        buffers
    }

    /// The planner's status in terms of the problem.
    fn status(&self, problem: &Problem, status: planner::Status) -> Status {
        match status {
            planner::Status::OptimalBound => Status::OptimalBound,
            planner::Status::OptimalSearch => Status::OptimalSearch,
            planner::Status::Feasible { gap } => Status::Feasible { gap },
            planner::Status::InfeasibleSearch => Status::InfeasibleSearch,
            planner::Status::NotFound => Status::NotFound,
            planner::Status::InfeasibleBound { step, buffers } => {
                Status::InfeasibleBound { step: self.original(step), buffers: self.named(problem, &buffers) }
            }
            planner::Status::InfeasiblePacking { step, buffers } => Status::InfeasiblePacking {
                step: self.original(step),
                buffers: self.named(problem, &buffers),
            },
        }
    }

    /// The problem's number of a step.
    fn original(&self, step: u32) -> u64 {
        let position = usize::try_from(step).unwrap_or(usize::MAX);
        self.steps.get(position).copied().unwrap_or(u64::from(step))
    }

    /// Ids of the buffers with these ranks.
    fn named(&self, problem: &Problem, ranks: &[u32]) -> Vec<Id> {
        let index = |rank: &u32| self.by_id.get(usize::try_from(*rank).ok()?);
        ranks.iter().filter_map(index).map(|&index| problem.buffers[index].id.clone()).collect()
    }

    /// A step in 32 bits; only the order of steps matters to a plan.
    fn step(&self, step: u64) -> u32 {
        let position = self.steps.partition_point(|&other| other < step) as u64;
        u32::try_from(if self.steps.is_empty() { step } else { position }).unwrap_or(u32::MAX)
    }
}

/// No order of placing may exceed a `u64`: each buffer lies at most its padded size above the others.
fn offsets_stay_in_range(problem: &Problem) -> Result<(), Error> {
    let fixed = problem.buffers.iter().filter_map(|buffer| buffer.fixed_offset).max();
    let mut reach = fixed.unwrap_or(0);
    for (index, buffer) in problem.buffers.iter().enumerate() {
        let padded = buffer.bytes.checked_add(buffer.alignment - 1);
        reach = padded.and_then(|bytes| reach.checked_add(bytes)).ok_or_else(|| beyond(index))?;
    }
    Ok(())
}

fn beyond(index: usize) -> Error {
    let message = format!("sizes and alignments up to buffer {index} take offsets beyond 2^63 - 1 bytes");
    Error::new(Code::SumOverflow, Path::item("buffers", index).field("bytes"), message)
}
