//! Least harm: fewest bytes (or weight) outside the preferred banks.

use alloc::vec;
use alloc::vec::Vec;

use super::assignment::Assigner;
use super::ejection::{HOMELESS, Partial, Rules, settle};
use super::joint_search::{Search, Verdict};
use super::metering::{Chance, Meter};
use super::reduction::{Case, Found};
use crate::planner::meter::Aim;

/// How much roomier a preferred bank counts when banks are assigned for fewer misses.
const FAVOUR: u64 = 4;

/// Exact search under a falling miss budget until it is exhausted (`true`: the layout is optimal) or `meter`
/// ends. `search` keeps what it learned from call to call.
pub(crate) fn exact(
    case: &Case,
    search: &mut Search<'_>,
    layout: &mut Found,
    chance: &mut Chance,
    meter: &mut Meter<'_>,
) -> bool {
    let unit = 4 * case.items.len() as u64 + 200;
    let mut round = 0;
    while !meter.over() {
        let misses = case.misses(&layout.banks);
        if misses == 0 {
            return true;
        }
        tell(case, misses, meter);
        search.allow(misses - 1);
        match search.restarts(round, 1, unit, chance, meter) {
            Verdict::Found => *layout = search.found(),
            Verdict::Exhausted => return true,
            Verdict::Limit => {}
        }
        round += 1;
    }
    false
}

/// Assigns banks under a falling miss budget and packs them; returns how often that led to a better layout.
pub(crate) fn assign(
    case: &Case,
    assigner: &mut Assigner<'_>,
    layout: &mut Found,
    rounds: u64,
    chance: &mut Chance,
    meter: &mut Meter<'_>,
) -> u64 {
    let mut gains = 0;
    for _ in 0..rounds {
        let misses = case.misses(&layout.banks);
        if misses == 0 || meter.over() || !assigner.allow(misses - 1) {
            break;
        }
        tell(case, misses, meter);
        let Some(decided) = assigner.banks(FAVOUR, chance, meter) else { break };
        let mut partial = assigner.pack(&decided, 1, chance, meter);
        if partial.complete().is_none() {
            let homeless: Vec<usize> =
                (0..partial.banks.len()).filter(|&i| partial.banks[i] == HOMELESS).collect();
            assigner.learn(homeless.into_iter());
            let mut penalties = vec![1; case.items.len()];
            let rules = Rules { repack: true, harm: 500 };
            settle(&mut partial, &mut penalties, 100, rules, chance, meter);
        }
        if let Some(better) = partial.complete().filter(|found| case.misses(&found.banks) < misses) {
            *layout = better;
            gains += 1;
        }
    }
    gains
}

/// Forces missed items into their preferred bank and repairs the rest, keeping what is not worse.
pub(crate) fn improve(case: &Case, layout: &mut Found, chance: &mut Chance, meter: &mut Meter<'_>) {
    let n = case.items.len();
    let mut current = layout.clone();
    let mut idle = 0u32;
    let mut round = 0usize;
    tell(case, case.misses(&layout.banks), meter);
    while !meter.over() {
        let misses = case.misses(&current.banks);
        let can_move = |i: &usize| {
            let item = &case.items[*i];
            current.banks[*i] != item.prefs[0] && item.dom & item.first() != 0
        };
        let missed: Vec<usize> = (0..n).filter(can_move).collect();
        if missed.is_empty() {
            return;
        }
        let mut partial = Partial::of(case, &current);
        let mut penalties = vec![1; n];
        for _ in 0..1 + chance.index(2) {
            let i = missed[chance.index(missed.len())];
            if !force(case, &mut partial, i) {
                continue;
            }
            penalties[i] += 5;
        }
        let rules = Rules { repack: false, harm: [50, 500, 2000][round % 3] };
        round += 1;
        idle += 1;
        if settle(&mut partial, &mut penalties, 300, rules, chance, meter) {
            if let Some(next) = partial.complete() {
                let harm = case.misses(&next.banks);
                if harm <= misses || idle == 60 {
                    current = next;
                }
                if harm < case.misses(&layout.banks) {
                    *layout = current.clone();
                    idle = 0;
                    tell(case, harm, meter);
                }
            }
        }
        if idle >= 120 {
            current = layout.clone();
            idle = 0;
        }
    }
}

/// Tells the caller how many misses are left.
pub(crate) fn tell(case: &Case, misses: i64, meter: &Meter<'_>) {
    let [best, bound] = [misses, case.least_misses()].map(i64::unsigned_abs);
    meter.tell(Aim::Misses, best, bound, best.saturating_sub(1));
}

/// Puts a missed item into its preferred bank where fewest bytes must go, and makes those homeless.
fn force(case: &Case, partial: &mut Partial<'_>, i: usize) -> bool {
    let item = &case.items[i];
    let bank = usize::from(item.prefs[0]);
    let highest = case.highest(i, bank);
    let inside = |partial: &Partial<'_>, j: usize, offset: i64| {
        partial.banks[j] == item.prefs[0]
            && partial.offsets[j] < offset + item.size
            && partial.offsets[j] + case.items[j].size > offset
    };
    let mut best: Option<(u64, i64)> = None;
    let ends = case.near[i].iter().filter(|&&j| partial.banks[j as usize] == item.prefs[0]).flat_map(|&j| {
        let (low, align) = (partial.offsets[j as usize], case.align(i, bank));
        let below = low - item.size;
        [case.rest(i, bank, low + case.items[j as usize].size), below - below.rem_euclid(align)]
    });
    for offset in [0, highest].into_iter().chain(ends) {
        if offset < 0 || offset > highest {
            continue;
        }
        let pushed = case.near[i].iter().filter(|&&j| inside(partial, j as usize, offset));
        let cost = pushed.fold(0u64, |sum, &j| {
            let other = &case.items[j as usize];
            sum.saturating_add(if other.fixed.is_some() { u64::MAX } else { other.area() })
        });
        if cost < u64::MAX && best.is_none_or(|old| (cost, offset) < old) {
            best = Some((cost, offset));
        }
    }
    let Some((_, offset)) = best else { return false };
    let pushed: Vec<u32> =
        case.near[i].iter().copied().filter(|&j| inside(partial, j as usize, offset)).collect();
    for j in pushed {
        partial.banks[j as usize] = HOMELESS;
    }
    partial.banks[i] = item.prefs[0];
    partial.offsets[i] = offset;
    true
}
