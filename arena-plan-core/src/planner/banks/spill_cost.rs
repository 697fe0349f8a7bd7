//! Lowest cost of misses: fewest bytes (or least weight) outside the preferred banks.

use alloc::vec::Vec;

use super::assignment::Assigner;
use super::ejection::{Partial, UNPLACED, eject};
use super::joint_search::Search;
use super::reduction::{Instance, Layout};
use crate::planner::exact::Answer;
use crate::planner::meter::{Aim, Meter};
use crate::planner::random::Random;

/// Nodes for packing one bank.
const PACK: u64 = 4_000;

/// Factor on the room of a preferred bank when banks are assigned for fewer misses.
const FAVOUR: u64 = 4;

/// Exact search under a decreasing miss budget until it is exhausted (`true`: the layout is optimal) or `meter` ends.
/// `search` keeps what it learned from call to call.
pub(crate) fn exact(
    instance: &Instance,
    search: &mut Search<'_>,
    layout: &mut Layout,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> bool {
    let unit = 4 * instance.items.len() as u64 + 200;
    let mut round = 0;
    while !meter.is_over() {
        let misses = instance.misses(&layout.banks);
        if misses == 0 {
            return true;
        }
        tell(instance, misses, meter);
        search.allow(misses - 1);
        match search.restarts(round, 1, unit, random, meter) {
            Answer::Found => *layout = search.found(),
            Answer::Infeasible => return true,
            Answer::Unknown => {}
        }
        round += 1;
    }
    false
}

/// Assigns banks under a decreasing miss budget and packs them; returns how often that led to a better layout.
pub(crate) fn assign(
    instance: &Instance,
    assigner: &mut Assigner<'_>,
    layout: &mut Layout,
    rounds: u64,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> u64 {
    let mut gains = 0;
    for _ in 0..rounds {
        let misses = instance.misses(&layout.banks);
        if misses == 0 || meter.is_over() || !assigner.allow(misses - 1) {
            break;
        }
        tell(instance, misses, meter);
        let Some(decided) = assigner.banks(FAVOUR, random, meter) else { break };
        let mut partial = assigner.pack(&decided, PACK, meter);
        if partial.complete().is_none() {
            eject(&mut partial, &[], 100, 500, random, meter);
        }
        if let Some(better) = partial.complete().filter(|found| instance.misses(&found.banks) < misses) {
            *layout = better;
            gains += 1;
        }
    }
    gains
}

/// Forces missed items into their preferred bank and places the rest again; keeps the result if it is not worse.
pub(crate) fn improve(instance: &Instance, layout: &mut Layout, random: &mut Random, meter: &mut Meter<'_>) {
    let n = instance.items.len();
    let mut current = layout.clone();
    let mut idle = 0u32;
    let mut round = 0usize;
    tell(instance, instance.misses(&layout.banks), meter);
    while !meter.is_over() {
        let misses = instance.misses(&current.banks);
        let can_move = |i: &usize| {
            let item = &instance.items[*i];
            current.banks[*i] != item.prefs[0] && item.dom & item.first() != 0
        };
        let missed: Vec<usize> = (0..n).filter(can_move).collect();
        if missed.is_empty() {
            return;
        }
        let mut partial = Partial::of(instance, &current);
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
            if let Some(next) = partial.complete() {
                let missed = instance.misses(&next.banks);
                if missed <= misses || idle == 60 {
                    current = next;
                }
                if missed < instance.misses(&layout.banks) {
                    *layout = current.clone();
                    idle = 0;
                    tell(instance, missed, meter);
                }
            }
        }
        if idle >= 120 {
            current = layout.clone();
            idle = 0;
        }
    }
}

/// Reports to the caller how many misses are left.
pub(crate) fn tell(instance: &Instance, misses: i64, meter: &Meter<'_>) {
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
