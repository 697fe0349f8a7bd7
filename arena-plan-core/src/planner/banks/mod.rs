//! Several banks at once: which buffer goes to which bank, and where, at the lowest cost.
//!
//! The stages have counted budgets: first fit in many orders; then in turns assignment by slack with exact packing,
//! ejection, and the exact joint search; then the fewest misses; then high-water marks. `docs/planner-banks.md`
//! describes them and names their sources.

mod assignment;
mod ejection;
mod high_water;
mod joint_search;
pub(crate) mod outcome;
mod packing;
pub(crate) mod reduction;
pub(crate) mod restarts;
mod skyline;
mod spill_cost;
mod subset_slack;

use alloc::vec::Vec;
use core::fmt;

use super::meter::{Aim, Meter, Shared, Watch, Work};
use super::plan::Plan;
use super::proof;
use super::random::Random;
use super::status::Status;
use crate::model::{Bank, Buffer};
use reduction::Instance;
use restarts::{Fit, Restarts};

/// Work that [`plan`] may spend. One unit is one touched table cell or compared buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units for finding a layout that fits, or the proof that none exists.
    pub fit: u64,
    /// Units for lowering the cost of misses, once a layout fits.
    pub misses: u64,
    /// Units for lowering the high-water marks.
    pub marks: u64,
}

impl Budget {
    /// At worst about a tenth of a second in an optimised build.
    pub const FAST: Self = Self { fit: 20_000_000, misses: 5_000_000, marks: 1_000_000 };
    /// At worst a few seconds in an optimised build.
    pub const DEFAULT: Self = Self { fit: 400_000_000, misses: 200_000_000, marks: 20_000_000 };
}

/// The buffer with this index is not valid: no allowed bank, an unknown bank, no bytes, a lifetime that ends before
/// it begins, a fixed offset with a choice of banks, or an alignment that is not a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid(pub u32);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "buffer {} is not valid", self.0)
    }
}

impl core::error::Error for Invalid {}

/// Plans `buffers` into `banks`: first everything must fit, then the weight outside the first allowed banks is
/// minimised, then the high-water marks in bank order.
///
/// The result is never worse than that of first fit in base order, and the same on every machine.
///
/// # Errors
/// The first buffer that is not valid.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::banks::{Budget, plan};
/// let banks = [Bank::new(100), Bank::new(1000)];
/// let buffers = [Buffer::new(60, 4, 0, 2, &[0, 1]), Buffer::new(60, 4, 1, 3, &[0, 1]).with_weight(500)];
/// let plan = plan(&banks, &buffers, Budget::FAST)?;
/// assert!(plan.fits && plan.fewest_misses);
/// assert_eq!((plan.placements[0].bank, plan.placements[1].bank, plan.misses), (1, 0, 60));
/// # Ok::<(), arena_plan_core::planner::banks::Invalid>(())
/// ```
pub fn plan(banks: &[Bank], buffers: &[Buffer<'_>], budget: Budget) -> Result<Plan, Invalid> {
    plan_watched(banks, buffers, budget, &mut Watch::default())
}

/// [`plan`] with a [`Watch`]: a flag that ends it early with the best layout so far, and a function that receives its
/// progress.
///
/// If it ends early, the status is [`Status::NotFound`] if nothing fits so far, and never
/// [`Status::InfeasibleSearch`] unless the search was complete by then.
///
/// # Errors
/// The first buffer that is not valid.
pub fn plan_watched(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    budget: Budget,
    watch: &mut Watch<'_>,
) -> Result<Plan, Invalid> {
    if let Some(index) = outcome::invalid(banks, buffers) {
        return Err(Invalid(index));
    }
    let shared = Shared::new(watch, Aim::Fit);
    let meter = |units: u64| Meter::watched(Work::units(units), &shared);
    let mut fit_meter = meter(budget.fit);
    fit_meter.tell(Aim::Fit, buffers.iter().fold(0, |sum, b| b.size.saturating_add(sum)), 0, 0);
    let base = outcome::base(banks, buffers, &mut fit_meter);
    outcome::tell(banks, buffers, &base, &fit_meter);
    let quarter = Work::units(budget.fit / 4);
    let Some(instance) = Instance::new(banks, buffers) else {
        let proof = fit_meter.within(quarter, |part| proof::find(banks, buffers, part));
        return Ok(outcome::plan(banks, buffers, base, None, proof, fit_meter.spent().units));
    };
    let mut random = Random::new(1);
    let mut search = Restarts::new(&instance);
    let refuted = |part: &mut Meter<'_>| proof::find(banks, buffers, part).is_some();
    let mut layout = match search.fit(&mut random, &mut fit_meter, refuted) {
        Fit::Layout(layout) => layout,
        Fit::None { nearest, exhausted } => {
            // The proof has its own allowance, since the search may have used up all of its budget.
            let mut own = meter(budget.fit / 4 + 1_000_000);
            let proof = proof::find(banks, buffers, &mut own);
            let nearest = nearest.stacked(&mut own).map(|layout| layout.placements());
            let work = fit_meter.spent().plus(own.spent()).units;
            let mut plan = outcome::plan(banks, buffers, base, nearest, proof, work);
            if exhausted && !plan.fits && plan.proof.is_none() {
                plan.status = Status::InfeasibleSearch;
            }
            return Ok(plan);
        }
    };
    let mut misses_meter = meter(budget.misses);
    let is_fewest = search.misses(&mut layout, &mut random, &mut misses_meter);
    let granules: Vec<u64> = banks.iter().map(|bank| bank.granule).collect();
    let mut marks_meter = meter(budget.marks);
    high_water::lower(&mut layout, &granules, &mut marks_meter);
    let work = fit_meter.spent().plus(misses_meter.spent()).plus(marks_meter.spent()).units;
    let mut plan = outcome::plan(banks, buffers, base, Some(layout.placements()), None, work);
    if is_fewest && plan.fits {
        plan.fewest_misses = true;
        if plan.status == (Status::Feasible { gap: 0 }) {
            plan.status = Status::OptimalBound;
        }
    }
    Ok(plan)
}
