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
    let mut placements = vec![Placement::default(); buffers.len()];
    let mut high_water = vec![0; banks.len()];
    let mut bound = vec![0; banks.len()];
    let mut stats = Stats::default();
    let mut fits = true;
    let mut statuses = Vec::new();
    let mut search = pipeline::search(options);
    for (b, bank) in banks.iter().enumerate() {
        let number = u16::try_from(b).ok()?;
        let mine: Vec<u32> =
            (0..index(buffers.len())).filter(|&i| buffers[i as usize].banks[0] == number).collect();
        let items: Vec<Item> = mine.iter().map(|&i| Item::of(&buffers[i as usize], bank)).collect();
        let enough = if banks.len() == 1 { options.target.unwrap_or(0) } else { 0 };
        let room = if enough > 0 { bank.room().min(enough) } else { bank.room() };
        let members = options.members.clamp(1, Options::MOST_MEMBERS);
        let goal = Goal { room, enough, effort: options.effort, members };
        let solved = one_bank::solve(items, goal, &mut search, meter)?;
        for (&i, &offset) in mine.iter().zip(&solved.offsets) {
            placements[i as usize] = Placement { bank: number, offset };
        }
        (high_water[b], bound[b]) = (solved.peak, solved.bound);
        fits &= solved.peak <= bank.room();
        stats.add(solved.stats);
        let by_index = |items: Vec<u32>| items.iter().map(|&i| mine[i as usize]).collect();
        statuses.push(solved.status.map(|step| step, by_index));
    }
    let (status, misses, fewest_misses, proof) = (join(statuses), 0, true, None);
    let bound_together = bound.iter().fold(0u64, |sum, &bound: &u64| sum.saturating_add(bound));
    Some(Plan {
        placements,
        fits,
        status,
        high_water,
        bound,
        bound_together,
        misses,
        fewest_misses,
        proof,
        stats,
    })
}

/// The status of several independent banks: the worst one; gaps add up.
fn join(statuses: Vec<Status>) -> Status {
    let gap = statuses.iter().filter_map(Status::gap).sum();
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
