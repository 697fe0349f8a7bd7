//! Several banks with a choice: hands the problem to [`multi`] and says what came of it in the planner's words.

use super::banks::{self as multi, Budget};
use super::{Effort, Options, Plan, Status, Watch, fast, finish};
use crate::kernel::first_fit::Fit;
use crate::model::{Bank, Buffer};

/// Plans banks and offsets together.
pub(super) fn plan(banks: &[Bank], buffers: &[Buffer<'_>], options: &Options, watch: &mut Watch<'_>) -> Plan {
    let outcome = multi::plan_watched(banks, buffers, budget(options, buffers.len()), watch);
    if let multi::Status::Invalid(_) = outcome.status {
        return fast(banks, buffers, watch);
    }
    let fits = outcome.fits();
    let mut plan = finish(banks, buffers, outcome.placements, if fits { Fit::All } else { Fit::Over(0) }, 0);
    plan.stats.work = outcome.work;
    plan.fewest_misses = outcome.status == multi::Status::FewestMisses;
    plan.status = match (outcome.status, plan.status) {
        (multi::Status::FewestMisses, status) => status,
        // Without the proof of fewest misses, a layout at the bound may still be bettered.
        (multi::Status::Fits, Status::OptimalBound) => Status::Feasible { gap: 0 },
        (multi::Status::Fits, status) => status,
        (multi::Status::Exhausted, _) => Status::InfeasibleSearch,
        (_, _) => outcome.proof.as_ref().map_or(Status::NotFound, |proof| proof.status(buffers)),
    };
    plan.proof = outcome.proof;
    plan
}

/// What the effort means in the units of [`multi`]; a number of nodes stands for as many units.
fn budget(options: &Options, buffers: usize) -> Budget {
    match (options.nodes, options.effort) {
        (Some(nodes), _) => Budget { fit: nodes, misses: nodes / 2, marks: nodes / 20 },
        (None, Effort::Thorough) => Budget::DEFAULT,
        (None, _) => budget_of(buffers),
    }
}

/// The default effort: for 40 buffers about a quarter of a second at worst in an unoptimised build, in which a
/// procedural macro runs; a twentieth of that is usual. It grows with the buffers up to 160.
fn budget_of(buffers: usize) -> Budget {
    let buffers = buffers.clamp(40, 160) as u64;
    Budget { fit: 100_000 * buffers, misses: 37_500 * buffers, marks: 7_500 * buffers }
}
