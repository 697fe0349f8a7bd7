//! Planning on hosts: from a problem by index to a layout with a status.
//!
//! Data flows one way through the folders: first fit and the reduction to instances, then the free space in them,
//! the [`exact`] search, the pipeline for one bank, several [`banks`] together; [`proof`] and [`explain`] say why no
//! layout fits. `docs/planner.md` describes the algorithms and their sources.

pub mod banks;
mod effort;
pub mod exact;
pub mod explain;
mod first_fit;
mod free_space;
mod meter;
mod one_bank;
mod pipeline;
mod plan;
pub mod proof;
mod random;
mod reduction;
mod separate;
mod status;
mod together;

pub use effort::{Effort, Options, Strategy};
pub use meter::{Aim, Progress, Watch};
pub use plan::{Plan, Stats};
pub use status::{Label, Status};

use alloc::vec::Vec;

use crate::kernel::first_fit::Fit;
use crate::model::{Bank, Buffer};
use meter::{Meter, Shared, Work};

/// Plans `buffers` into `banks`. Every buffer gets a placement: one that fits nowhere is placed above the room of its
/// last allowed bank.
///
/// With one bank the planner first looks for a layout that fits and then for the least high-water mark, and stops
/// when it meets the bound.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::{Options, Status, plan};
/// let buffers = [Buffer::new(8, 4, 0, 1, &[0]), Buffer::new(6, 2, 1, 2, &[0]), Buffer::new(8, 4, 2, 3, &[0])];
/// let plan = plan(&[Bank::new(64)], &buffers, &Options::default());
/// assert_eq!((plan.high_water[0], plan.status), (14, Status::OptimalBound));
/// ```
pub fn plan(banks: &[Bank], buffers: &[Buffer<'_>], options: &Options) -> Plan {
    plan_watched(banks, buffers, options, &mut Watch::default())
}

/// [`plan`] with a [`Watch`]: a flag that ends it early with the best layout so far, and a function that receives its
/// progress.
pub fn plan_watched(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    watch: &mut Watch<'_>,
) -> Plan {
    if options.strategy == Strategy::Sequential {
        // All buffers alive at once: the same problem without reuse.
        let apart: Vec<Buffer<'_>> =
            buffers.iter().map(|&b| Buffer { first: 0, last: u32::MAX, ..b }).collect();
        let reuse = Options { strategy: Strategy::Reuse, ..*options };
        return plan_watched(banks, &apart, &reuse, watch);
    }
    let choice = buffers.iter().any(|b| b.banks.len() != 1);
    let is_fast = options.effort == Effort::Fast;
    if options.order.is_none() && choice && !is_fast {
        let budget = pipeline::budget(options, buffers.len());
        if let Ok(plan) = banks::plan_watched(banks, buffers, budget, watch) {
            return plan;
        }
    }
    let shared = Shared::new(watch, Aim::HighWater);
    let mut meter = Meter::watched(Work::UNLIMITED, &shared);
    let (placements, fit, fits) = match options.order {
        Some(order) => {
            let (placements, fit) = first_fit::in_order(banks, buffers, order, &mut meter);
            (placements, fit, 1)
        }
        None => {
            if !choice && (banks.len() < 2 || !is_fast) {
                if let Some(plan) = separate::plan(banks, buffers, options, &mut meter) {
                    return plan;
                }
            }
            first_fit::portfolio(banks, buffers, &mut meter)
        }
    };
    let stats = Stats { fits, ..Stats::default() };
    Plan::of(banks, buffers, placements, fit == Fit::All, stats)
}
