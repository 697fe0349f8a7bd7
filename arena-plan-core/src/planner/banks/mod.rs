//! Several banks at once: which buffer goes to which bank, and where, with least harm.
//!
//! The parts rotate under counted budgets: first fit in many orders, banks by slack then exact packing and
//! repair, exact joint search, ejection. `docs/planner-banks.md` describes them and names their sources.

use alloc::vec;
use alloc::vec::Vec;

use crate::model::{Bank, Buffer, Placement};
use crate::planner::meter::{Aim, Watch};
use crate::planner::proof::{self, Proof};

mod assignment;
mod ejection;
mod first_fit;
mod high_water;
mod hold;
mod joint_search;
mod many;
pub(crate) mod metering;
pub(crate) mod outcome;
pub(crate) mod reduction;
pub(crate) mod restarts;
mod skyline;
mod solo;
mod spill_cost;
mod subset_slack;

use hold::Hold;
use metering::{Meter, Random};
use reduction::Instance;

/// Work that [`plan`] may spend. One unit is one touched table cell or compared buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units for finding a layout that fits, or the proof that none exists.
    pub fit: u64,
    /// Units for lessening the harm of misses, once a layout fits.
    pub misses: u64,
    /// Units for lowering the high-water marks.
    pub marks: u64,
}

impl Budget {
    /// About a tenth of a second of an optimised build at worst.
    pub const FAST: Self = Self { fit: 20_000_000, misses: 5_000_000, marks: 1_000_000 };
    /// A few seconds of an optimised build at worst.
    pub const DEFAULT: Self = Self { fit: 400_000_000, misses: 200_000_000, marks: 20_000_000 };
    /// Up to a minute of an optimised build at worst.
    pub const THOROUGH: Self = Self { fit: 8_000_000_000, misses: 2_000_000_000, marks: 400_000_000 };
}

/// What is known about a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything fits.
    Fits,
    /// Everything fits, and no layout has less harm by misses: proved.
    FewestMisses,
    /// No layout exists; [`Outcome::proof`] says why.
    Impossible,
    /// No layout exists: the search went through all possibilities.
    Exhausted,
    /// No layout was found within the budget.
    NotFound,
    /// The problem is not valid at this buffer: no allowed bank, an unknown bank, no bytes, a lifetime that
    /// ends before it begins, a fixed offset with a choice of banks, or an alignment that is no power of two.
    Invalid(u32),
}

/// What planning came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Bank and offset of each buffer. What fits nowhere lies above the room of one of its banks.
    pub placements: Vec<Placement>,
    /// What is known about them.
    pub status: Status,
    /// Weight of the buffers outside their first allowed bank.
    pub misses: u128,
    /// High-water mark of each bank in bytes.
    pub marks: Vec<u64>,
    /// Units of work spent; the same on every machine.
    pub work: u64,
    /// Why no layout exists, where a proof of a known kind was found.
    pub proof: Option<Proof>,
}

impl Outcome {
    /// Whether every placement ends within its bank's room.
    pub fn fits(&self) -> bool {
        matches!(self.status, Status::Fits | Status::FewestMisses)
    }
}

/// Plans `buffers` into `banks`: everything must fit, then least weight outside the first allowed banks, then
/// small high-water marks in bank order.
///
/// The result is never worse than that of first fit in base order, and the same on every machine.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::banks::{Budget, Status, plan};
/// let banks = [Bank::new(100), Bank::new(1000)];
/// let buffers = [Buffer::new(60, 4, 0, 2, &[0, 1]), Buffer::new(60, 4, 1, 3, &[0, 1]).with_weight(500)];
/// let outcome = plan(&banks, &buffers, Budget::FAST);
/// assert_eq!(outcome.status, Status::FewestMisses);
/// assert_eq!((outcome.placements[0].bank, outcome.placements[1].bank, outcome.misses), (1, 0, 60));
/// ```
pub fn plan(banks: &[Bank], buffers: &[Buffer<'_>], budget: Budget) -> Outcome {
    plan_watched(banks, buffers, budget, &mut Watch::default())
}

/// [`plan`] with a hold on it: a flag that ends it early with the best layout so far, and reports of its progress.
///
/// Ended early, it says no more than it knows: [`Status::NotFound`] where nothing fits so far, and never
/// [`Status::Exhausted`] unless the search went through everything before.
pub fn plan_watched(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    budget: Budget,
    watch: &mut Watch<'_>,
) -> Outcome {
    if let Some(index) = outcome::invalid(banks, buffers) {
        return Outcome {
            placements: vec![Placement::default(); buffers.len()],
            status: Status::Invalid(index),
            misses: 0,
            marks: vec![0; banks.len()],
            work: 0,
            proof: None,
        };
    }
    let hold = Hold::new(watch);
    let mut meter = Meter::held(budget.fit, &hold);
    meter.tell(Aim::Fit, buffers.iter().fold(0, |sum, b| b.size.saturating_add(sum)), 0, 0);
    let base = outcome::base(banks, buffers, &mut meter);
    outcome::tell(banks, buffers, &base, &meter);
    let Some(instance) = Instance::new(banks, buffers) else {
        let proof = meter.within(budget.fit / 4, |part| proof::find(banks, buffers, part));
        return outcome::outcome(banks, buffers, base, None, proof, meter.spent);
    };
    let mut random = Random::new(1);
    let mut hunt = restarts::Rotation::new(&instance);
    let refuted = |part: &mut Meter<'_>| proof::find(banks, buffers, part).is_some();
    let fit = hunt.fit(&mut random, &mut meter, refuted);
    let mut layout = match fit {
        restarts::Fit::Layout(layout) => layout,
        restarts::Fit::None { nearest, exhausted } => {
            // The proof has its own allowance: a search that ran out may have left nothing.
            let mut own = Meter::held(budget.fit / 4 + 1_000_000, &hold);
            let proof = proof::find(banks, buffers, &mut own);
            let nearest = outcome::complete(banks, buffers, &instance, &nearest, &mut own);
            let work = meter.spent + own.spent;
            let mut outcome = outcome::outcome(banks, buffers, base, nearest, proof, work);
            if exhausted && outcome.status == Status::NotFound {
                outcome.status = Status::Exhausted;
            }
            return outcome;
        }
    };
    let mut spare = Meter::held(budget.misses, &hold);
    let fewest = hunt.misses(&mut layout, &mut random, &mut spare);
    let granules: Vec<i64> = banks.iter().map(|bank| i64::try_from(bank.granule).unwrap_or(1)).collect();
    let mut last = Meter::held(budget.marks, &hold);
    high_water::lower(&instance, &mut layout, &granules, &mut random, &mut last);
    let work = meter.spent + spare.spent + last.spent;
    let mut outcome = outcome::outcome(banks, buffers, base, Some(instance.placements(&layout)), None, work);
    if fewest && outcome.fits() {
        outcome.status = Status::FewestMisses;
    }
    outcome
}
