//! Planning on hosts: from a problem by index to a layout with a status.
//!
//! `docs/planner.md` describes the algorithm and its sources.

pub mod banks;
mod effort;
pub mod exact;
pub mod explain;
pub mod first_fit;
mod free_space;
mod joint;
mod meter;
mod one_bank;
pub mod proof;
mod random;
mod reduction;
mod status;

pub use effort::{Effort, Options, Strategy};
pub use meter::{Aim, Progress, Watch};
pub use status::{Plan, Stats, Status};

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::first_fit::Fit;
use crate::kernel::order::Order;
use crate::kernel::portfolio;
use crate::model::{Bank, Buffer, Placement};
use first_fit::indexed::{self, Indexed};
use meter::Meter;
use one_bank::Goal;
use reduction::{Instance, Item, index};

/// Plans `buffers` into `banks`. The result is total: what fits nowhere lies above its last allowed bank's room.
///
/// With one bank the planner first looks for a layout that fits and then for the least high-water mark, and stops
/// where it meets the bound.
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

/// [`plan`] with a hold on it: a flag that ends it early with the best layout so far, and reports of its progress.
pub fn plan_watched(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    watch: &mut Watch<'_>,
) -> Plan {
    if options.strategy == Strategy::Sequential {
        // All alive at once: the same problem without reuse.
        let apart: Vec<Buffer<'_>> =
            buffers.iter().map(|&b| Buffer { first: 0, last: u32::MAX, ..b }).collect();
        let reuse = Options { strategy: Strategy::Reuse, ..*options };
        return plan_watched(banks, &apart, &reuse, watch);
    }
    if let Some(order) = options.order {
        return in_order(banks, buffers, order);
    }
    let choice = buffers.iter().any(|b| b.banks.len() != 1);
    let joint = banks.len() > 1 && options.effort == Effort::Fast;
    if !choice && !joint {
        let mut meter = Meter::new(watch, options.budget());
        if let Some(plan) = apart(banks, buffers, options, &mut meter) {
            return plan;
        }
    }
    if choice && options.effort != Effort::Fast {
        joint::plan(banks, buffers, options, watch)
    } else {
        fast(banks, buffers, watch)
    }
}

/// Plans each bank by itself: every buffer has one allowed bank.
fn apart(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    meter: &mut Meter<'_, '_>,
) -> Option<Plan> {
    let mut placements = vec![Placement::default(); buffers.len()];
    let mut high_water = vec![0; banks.len()];
    let mut bounds = vec![0; banks.len()];
    let mut stats = Stats::default();
    let mut fits = true;
    let mut statuses = Vec::new();
    for (b, bank) in banks.iter().enumerate() {
        let number = u16::try_from(b).ok()?;
        let mine: Vec<u32> =
            (0..index(buffers.len())).filter(|&i| buffers[i as usize].banks[0] == number).collect();
        let items: Vec<Item> = mine.iter().map(|&i| item(&buffers[i as usize], bank)).collect();
        let enough = if banks.len() == 1 { options.target.unwrap_or(0) } else { 0 };
        let room = if enough > 0 { bank.room().min(enough) } else { bank.room() };
        let (effort, members) = (options.effort, options.members.clamp(1, Options::MOST_MEMBERS));
        let goal = Goal { room, enough, effort, members };
        let solved = one_bank::solve(items, goal, meter)?;
        for (&i, &offset) in mine.iter().zip(&solved.offsets) {
            placements[i as usize] = Placement { bank: number, offset };
        }
        (high_water[b], bounds[b]) = (solved.peak, solved.bound);
        fits &= solved.peak <= bank.room();
        stats.add(solved.stats);
        statuses.push(match solved.status {
            Status::InfeasibleBound { step, buffers } => {
                Status::InfeasibleBound { step, buffers: buffers.iter().map(|&i| mine[i as usize]).collect() }
            }
            other => other,
        });
    }
    let status = join(statuses);
    let (misses, fewest_misses, proof) = (0, true, None);
    Some(Plan { placements, fits, status, high_water, bound: bounds, misses, fewest_misses, proof, stats })
}

fn item(buffer: &Buffer<'_>, bank: &Bank) -> Item {
    Item {
        size: buffer.size,
        align: buffer.align_in(bank),
        first: buffer.first,
        last: buffer.last,
        fixed: buffer.fixed,
        limit: u64::MAX,
        rank: buffer.rank,
    }
}

/// The status of several banks that do not touch each other: the worst one; gaps add up.
fn join(statuses: Vec<Status>) -> Status {
    let gap = statuses.iter().map(|s| if let Status::Feasible { gap } = s { *gap } else { 0 }).sum();
    let severity = |s: &Status| match s {
        Status::OptimalBound => 0,
        Status::OptimalSearch => 1,
        Status::Feasible { .. } => 2,
        Status::NotFound => 3,
        Status::InfeasibleSearch => 4,
        Status::InfeasiblePacking { .. } => 5,
        Status::InfeasibleBound { .. } => 6,
    };
    match statuses.into_iter().max_by_key(severity) {
        Some(Status::Feasible { .. }) => Status::Feasible { gap },
        Some(status) => status,
        None => Status::OptimalBound,
    }
}

/// First fit in one order.
fn in_order(banks: &[Bank], buffers: &[Buffer<'_>], order: Order) -> Plan {
    let many = buffers.len() > indexed::MANY;
    let (placements, fit) = match Indexed::new(banks, buffers).filter(|_| many) {
        Some(indexed) => indexed.in_order(order),
        None => first_fit::in_order(banks, buffers, order),
    };
    finish(banks, buffers, placements, fit, 1)
}

/// The kernel's portfolio.
fn fast(banks: &[Bank], buffers: &[Buffer<'_>], watch: &Watch<'_>) -> Plan {
    let many = buffers.len() > indexed::MANY;
    if let Some(indexed) = Indexed::new(banks, buffers).filter(|_| many) {
        let (placements, fit, fits) = indexed.portfolio(watch);
        return finish(banks, buffers, placements, fit, fits);
    }
    let (placements, outcome) = first_fit::portfolio(banks, buffers, 0, portfolio::ORDERS.len());
    finish(banks, buffers, placements, outcome.fit, u64::from(outcome.fits))
}

/// The plan for placements that first fit made.
fn finish(banks: &[Bank], buffers: &[Buffer<'_>], placements: Vec<Placement>, fit: Fit, fits: u64) -> Plan {
    let mut high_water = vec![0u64; banks.len()];
    for (buffer, at) in buffers.iter().zip(&placements) {
        if let Some(high) = high_water.get_mut(usize::from(at.bank)) {
            *high = (*high).max(at.offset.saturating_add(buffer.size));
        }
    }
    let mut bounds = vec![0; banks.len()];
    let mut over = None;
    for (b, bank) in banks.iter().enumerate() {
        let pinned = |buffer: &&Buffer<'_>| buffer.banks.len() == 1 && usize::from(buffer.banks[0]) == b;
        let items: Vec<Item> = buffers.iter().filter(pinned).map(|buffer| item(buffer, bank)).collect();
        if let Some(instance) = Instance::new(&items) {
            bounds[b] = instance.bound;
            if over.is_none() && instance.bound > bank.room() {
                over = Some((b, instance.bound_step()));
            }
        }
    }
    let gap = high_water.iter().zip(&bounds).map(|(&high, &bound)| high.saturating_sub(bound)).sum();
    let status = match (over, fit, gap) {
        (Some((b, step)), ..) => {
            let alive = |&i: &u32| {
                let buffer = &buffers[i as usize];
                let pinned = buffer.banks.len() == 1 && usize::from(buffer.banks[0]) == b;
                pinned && buffer.first <= step && step <= buffer.last
            };
            Status::InfeasibleBound { step, buffers: (0..index(buffers.len())).filter(alive).collect() }
        }
        (None, Fit::All, 0) => Status::OptimalBound,
        (None, Fit::All, gap) => Status::Feasible { gap },
        (None, ..) => Status::NotFound,
    };
    let stats = Stats { fits, ..Stats::default() };
    let missed =
        buffers.iter().zip(&placements).filter(|(buffer, at)| buffer.banks.first() != Some(&at.bank));
    let misses = missed.map(|(buffer, _)| u128::from(buffer.weight)).sum();
    Plan {
        placements,
        fits: fit == Fit::All,
        status,
        high_water,
        bound: bounds,
        misses,
        fewest_misses: misses == 0,
        proof: None,
        stats,
    }
}
