//! Planning a named problem: names become indices, the planner places the buffers, placements get names again.

use alloc::format;
use alloc::vec::Vec;

use super::Status;
use super::error::{Error, Path};
use super::indexed::Indexed;
use super::lines::Lines;
use super::lowered::Lowered;
use super::named::{Layout, Placement, Problem};
use super::places::Places;
use super::proof::Proof;
use super::reasons::own;
use super::validate::validate;
use crate::kernel::code::Code;
use crate::model::MAX_BYTES;
use crate::planner::{self, Options, Stats, Strategy, Watch, explain};

/// A layout and whether it meets the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Planned {
    /// One placement per buffer, by id in ASCII order.
    pub layout: Layout,
    /// Whether every placement ends within its bank. Fixed buffers may still overlap: [`verify`](super::verify())
    /// decides.
    pub fits: bool,
    /// How good the layout is, and how that is known.
    pub status: Status,
    /// A lower bound of the sum of the high-water marks, in bytes.
    pub bound: u64,
    /// Weight of the buffers outside the first bank that they may go to.
    pub misses: u128,
    /// Whether everything fits and it is proved that no layout has less of it.
    pub fewest_misses: bool,
    /// Why no layout exists, if that is known as data. It was checked by
    /// [`planner::proof::check`](crate::planner::proof::check).
    pub proof: Option<Proof>,
    /// Work done.
    pub stats: Stats,
    /// The same by index, for texts.
    pub(super) by_index: planner::Plan,
}

/// Plans a problem. Every buffer gets a placement: one that fits nowhere is placed above the capacity of its last
/// allowed bank. An alias is where the buffer is whose bytes it is, and that buffer keeps its bytes as long as one of
/// them is alive.
///
/// The same problem gives the same layout on every machine, whatever the order of its buffers.
///
/// # Errors
///
/// Same as for [`validate`], and `sum-overflow` if sizes, alignments and fixed offsets are so large that an offset
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

/// [`plan`] with a [`Watch`]: a flag that ends it early with the best layout so far, and a function that receives its
/// progress.
///
/// # Errors
///
/// Same as for [`plan`].
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
    let places = Places::new(problem);
    let merged = places.merged();
    let lowered = Lowered::new(&merged);
    let mut plan = planner::plan_watched(&lowered.banks, &lowered.buffers(&merged), options, watch);
    let refuted = (!plan.fits).then(|| refuted(&merged, &lowered, options, &mut plan)).flatten();
    let mut placements = Vec::with_capacity(problem.buffers.len());
    for (buffer, placement) in lowered.in_order(&merged).zip(&plan.placements) {
        if placement.offset > MAX_BYTES - buffer.needs.bytes {
            let index = problem.buffers.iter().position(|other| other.id == buffer.id);
            return Err(beyond(index.unwrap_or(0)));
        }
        let bank = problem.banks[usize::from(placement.bank)].id.clone();
        placements.push(Placement { id: buffer.id.clone(), bank, offset: placement.offset });
    }
    places.spread(&mut placements);
    let (status, proof) = match refuted {
        Some((status, proof)) => (status, Some(proof)),
        None => (lowered.status(&merged, plan.status.clone()), None),
    };
    Ok(Planned {
        layout: Layout { placements },
        fits: plan.fits,
        status,
        bound: plan.bound_together,
        misses: plan.misses,
        fewest_misses: plan.fits && plan.fewest_misses,
        proof,
        stats: plan.stats,
        by_index: plan,
    })
}

/// The proof that no layout exists, and the corresponding status: the first proof that needs no search, else the
/// plan's own, converted to the steps of the texts. The message of [`reasons`](super::reasons()) is about the same
/// proof.
fn refuted(
    problem: &Problem,
    lowered: &Lowered,
    options: &Options,
    plan: &mut planner::Plan,
) -> Option<(Status, Proof)> {
    let banks = &lowered.banks;
    let indexed = Indexed::new(problem, lowered, options.strategy == Strategy::Sequential);
    plan.proof = plan.proof.take().map(|proof| indexed.counted(lowered, proof));
    let faults = own(&indexed).into_iter().chain(explain::proofs(banks, &indexed.buffers));
    let proofs = faults.filter_map(|fault| planner::proof::Proof::of(banks, &indexed.buffers, &fault));
    let mut sound = proofs.filter(|proof| planner::proof::check(banks, &indexed.buffers, proof).is_ok());
    let found = sound.next().or_else(|| explain::proof(banks, &indexed.buffers, plan))?;
    let status = match planner::Status::refuted(&found, &indexed.buffers) {
        planner::Status::InfeasibleBound { step, buffers } => Status::InfeasibleBound {
            step: indexed.steps[step as usize],
            buffers: lowered.named(problem, &buffers),
        },
        planner::Status::InfeasiblePacking { step, buffers } => Status::InfeasiblePacking {
            step: indexed.steps[step as usize],
            buffers: lowered.named(problem, &buffers),
        },
        _ => return None,
    };
    Some((status, Proof::new(problem, lowered, &indexed, &found)))
}

/// No order of placing may exceed a `u64`: each buffer is at most its padded size above the others.
fn offsets_stay_in_range(problem: &Problem) -> Result<(), Error> {
    let fixed = problem.buffers.iter().filter_map(|buffer| buffer.needs.fixed_offset).max();
    let mut reach = fixed.unwrap_or(0);
    let lines = Lines::new(&problem.banks);
    for (index, buffer) in problem.buffers.iter().enumerate() {
        let alignment = buffer.needs.alignment.max(lines.of(&buffer.needs));
        let padded = lines.taken(&buffer.needs).checked_add(alignment - 1);
        reach = padded.and_then(|bytes| reach.checked_add(bytes)).ok_or_else(|| beyond(index))?;
    }
    Ok(())
}

fn beyond(index: usize) -> Error {
    let message = format!("sizes and alignments up to buffer {index} take offsets beyond 2^63 - 1 bytes");
    Error::new(Code::SumOverflow, Path::item("buffers", index).field("bytes"), message)
}
