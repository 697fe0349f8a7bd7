//! Lowest cost of misses: fewest bytes (or least weight) outside the preferred banks.

use alloc::vec::Vec;

use super::assignment::Assigner;
use super::ejection::{Partial, UNPLACED, eject};
use super::joint_search::Search;
use super::reduction::Instance;
use super::restarts::PACK;
use crate::planner::exact::Answer;
use crate::planner::meter::{Aim, Meter};
use crate::planner::random::Random;

/// Factor on the room of a preferred bank when banks are assigned for fewer misses.
const FAVOUR: u64 = 4;

/// Exact search under a decreasing miss budget until it is exhausted (`true`: the layout is optimal) or `meter` ends.
/// `search` keeps what it learned from call to call.
pub(crate) fn exact<'c>(
    search: &mut Search<'c>,
    layout: &mut Partial<'c>,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> bool {
    let instance = layout.instance;
    let unit = 4 * instance.items.len() as u64 + 200;
    let mut round = 0;
    while !meter.is_over() {
        let misses = layout.misses();
        if misses == 0 {
            return true;
        }
        tell(instance, misses, meter);
        search.refuted |= !search.slack.allow(misses - 1);
        match search.attempt(round, unit, random, meter) {
            Answer::Found => layout.clone_from(&search.found),
            Answer::Infeasible => return true,
            Answer::Unknown => {}
        }
        round += 1;
    }
    false
}

/// Assigns banks under a decreasing miss budget and packs them.
pub(crate) fn assign<'c>(
    assigner: &mut Assigner<'c>,
    layout: &mut Partial<'c>,
    rounds: u64,
    random: &mut Random,
    meter: &mut Meter<'_>,
) {
    let instance = layout.instance;
    let nodes = PACK * instance.items.len() as u64;
    for _ in 0..rounds {
        let misses = layout.misses();
        if misses == 0 || meter.is_over() || !assigner.slack.allow(misses - 1) {
            break;
        }
        tell(instance, misses, meter);
        let Some(mut partial) = assigner.attempt(FAVOUR, nodes, random, meter) else { break };
        let done = partial.is_complete() || eject(&mut partial, &[], 100, 500, random, meter);
        if done && partial.misses() < misses {
            *layout = partial;
        }
    }
}

/// Forces missed items into their preferred bank and places the rest again; keeps the result if it is not worse.
pub(crate) fn improve(layout: &mut Partial<'_>, random: &mut Random, meter: &mut Meter<'_>) {
    let instance = layout.instance;
    let n = instance.items.len();
    let mut current = layout.clone();
    let mut idle = 0u32;
    let mut round = 0usize;
    tell(instance, layout.misses(), meter);
    while !meter.is_over() {
        let misses = current.misses();
        let can_move = |i: &usize| {
            let item = &instance.items[*i];
            current.banks[*i] != item.prefs[0] && item.dom & item.first() != 0
        };
        let missed: Vec<usize> = (0..n).filter(can_move).collect();
        if missed.is_empty() {
            return;
        }
        let mut partial = current.clone();
        let mut forced = Vec::new();
        for _ in 0..1 + random.index(2) {
            let i = missed[random.index(missed.len())];
            if !force(instance, &mut partial, i) {
                continue;
            }
            forced.push(i);
        }
        let harm = [50, 500, 2000][round % 3];
        round += 1;
        idle += 1;
        if eject(&mut partial, &forced, 300, harm, random, meter) {
            let missed = partial.misses();
            if missed <= misses || idle == 60 {
                current = partial;
            }
            if missed < layout.misses() {
                layout.clone_from(&current);
                idle = 0;
                tell(instance, missed, meter);
            }
        }
        if idle >= 120 {
            current.clone_from(layout);
            idle = 0;
        }
    }
}

/// Reports to the caller how many misses are left.
fn tell(instance: &Instance, misses: i64, meter: &Meter<'_>) {
    let [best, bound] = [misses, instance.least_misses()].map(i64::unsigned_abs);
    meter.tell(Aim::Misses, best, bound, best.saturating_sub(1));
}

/// Puts a missed item into its preferred bank where it overlaps the fewest bytes, and unplaces those items.
fn force(instance: &Instance, partial: &mut Partial<'_>, i: usize) -> bool {
    let item = &instance.items[i];
    let bank = usize::from(item.prefs[0]);
    let highest = instance.highest(i, bank);
    let inside = |partial: &Partial<'_>, j: usize, offset: i64| {
        partial.banks[j] == item.prefs[0]
            && partial.offsets[j] < offset + item.size
            && partial.offsets[j] + instance.items[j].size > offset
    };
    let mut best: Option<(u64, i64)> = None;
    let ends =
        instance.near[i].iter().filter(|&&j| partial.banks[j as usize] == item.prefs[0]).flat_map(|&j| {
            let (low, align) = (partial.offsets[j as usize], instance.align(i, bank));
            let below = low - item.size;
            [instance.rest(i, bank, low + instance.items[j as usize].size), below - below.rem_euclid(align)]
        });
    for offset in [0, highest].into_iter().chain(ends) {
        if offset < 0 || offset > highest {
            continue;
        }
        let pushed = instance.near[i].iter().filter(|&&j| inside(partial, j as usize, offset));
        let cost = pushed.fold(0u64, |sum, &j| {
            let other = &instance.items[j as usize];
            sum.saturating_add(if other.fixed.is_some() { u64::MAX } else { other.area() })
        });
        if cost < u64::MAX && best.is_none_or(|old| (cost, offset) < old) {
            best = Some((cost, offset));
        }
    }
    let Some((_, offset)) = best else { return false };
    let pushed: Vec<u32> =
        instance.near[i].iter().copied().filter(|&j| inside(partial, j as usize, offset)).collect();
    for j in pushed {
        partial.banks[j as usize] = UNPLACED;
    }
    partial.banks[i] = item.prefs[0];
    partial.offsets[i] = offset;
    true
}
