//! Banks planned one by one, where every buffer has one allowed bank.

use alloc::vec;
use alloc::vec::Vec;

use super::effort::Options;
use super::meter::Meter;
use super::one_bank::{self, Goal};
use super::pipeline;
use super::plan::{Plan, Stats};
use super::reduction::{Item, index};
use super::status::Status;
use crate::model::{Bank, Buffer, Placement};

/// Plans each bank by itself; `None` if sizes exceed the planner's arithmetic. The search has one budget for all
/// banks.
pub(super) fn plan(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    options: &Options,
    meter: &mut Meter<'_>,
) -> Option<Plan> {
    let mut plan = Plan {
        placements: vec![Placement::default(); buffers.len()],
        fits: true,
        status: Status::OptimalBound,
        high_water: vec![0; banks.len()],
        bound: vec![0; banks.len()],
        bound_together: 0,
        misses: 0,
        fewest_misses: true,
        proof: None,
        stats: Stats::default(),
    };
    let mut search = pipeline::search(options);
    for (b, bank) in banks.iter().enumerate() {
        let number = u16::try_from(b).ok()?;
        let mine: Vec<u32> =
            (0..index(buffers.len())).filter(|&i| buffers[i as usize].banks[0] == number).collect();
        let items: Vec<Item> = mine.iter().map(|&i| Item::of(&buffers[i as usize], bank)).collect();
        let target = options.target.filter(|&target| banks.len() == 1 && target > 0);
        let room = bank.room().min(target.unwrap_or(u64::MAX));
        let enough = target.map_or(0, |_| room);
        let members = options.members.clamp(1, Options::MOST_MEMBERS);
        let goal = Goal { room, enough, effort: options.effort, members };
        let solved = one_bank::solve(items, goal, &mut search, meter)?;
        for (&i, &offset) in mine.iter().zip(&solved.offsets) {
            plan.placements[i as usize] = Placement { bank: number, offset };
        }
        (plan.high_water[b], plan.bound[b]) = (solved.peak, solved.bound);
        plan.bound_together = plan.bound_together.saturating_add(solved.bound);
        plan.fits &= solved.peak <= bank.room();
        plan.stats.add(solved.stats);
        let by_index = |items: Vec<u32>| items.iter().map(|&i| mine[i as usize]).collect();
        plan.status = join(plan.status, solved.status.map(|step| step, by_index));
    }
    Some(plan)
}

/// The status of independent banks: the worse one; gaps add up.
fn join(a: Status, b: Status) -> Status {
    let severity = |s: &Status| match s {
        Status::OptimalBound => 0,
        Status::OptimalSearch => 1,
        Status::Feasible { .. } => 2,
        Status::NotFound => 3,
        Status::InfeasibleSearch => 4,
        Status::InfeasiblePacking { .. } => 5,
        Status::InfeasibleBound { .. } => 6,
    };
    match (a, b) {
        (Status::Feasible { gap: a }, Status::Feasible { gap: b }) => Status::Feasible { gap: a + b },
        (a, b) => core::cmp::max_by_key(a, b, severity),
    }
}
