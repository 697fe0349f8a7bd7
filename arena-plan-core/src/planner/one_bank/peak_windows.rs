//! Peak windows: if a problem is too large for the exact search, the search places the items alive around the peak,
//! and first fit places the rest around them.
//!
//! In a window of sections around the peak, items that are alive through all of it are stacked at the bottom, the
//! longest-lived first, and the exact search looks for a layout below the bound for the others, cut to the window.
//! These offsets are kept, and first fit places everything else.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::incumbent::Incumbent;
use crate::planner::exact::{Answer, Members};
use crate::planner::meter::{Meter, Work};
use crate::planner::reduction::sort_keys::{Key, Keys};
use crate::planner::reduction::{Instance, Item, index};

/// Loads, in thousandths of the bound, down to which a window extends.
const LADDER: [u64; 9] = [999, 995, 990, 980, 970, 950, 920, 880, 800];

/// Maximum number of movable items in a window.
const MOST: usize = 2_000;

/// What the search may spend on one window. A useful window takes a fraction of it.
const LIMIT: Work = Work { nodes: 3_000, units: 4_000_000 };

/// Number of consecutive solved windows without an improvement after which no wider one is tried.
const FAILURES: u32 = 3;

/// Orders for the items outside.
const ORDERS: [&[Key]; 3] =
    [&[Key::Size, Key::Width], &[Key::Load, Key::Width, Key::Size], &[Key::Area, Key::Size]];

/// Tries windows from narrow to wide until the bound is met. The search subtracts its work from `search`.
pub(crate) fn run(
    instance: &Instance,
    keys: &Keys,
    incumbent: &mut Incumbent<'_>,
    search: &mut Work,
    meter: &mut Meter<'_>,
) {
    if !instance.obstacles.is_empty() {
        return;
    }
    let orders: Vec<Vec<u32>> = ORDERS.iter().map(|order| keys.order(instance, order)).collect();
    let mut before = 0..0;
    let mut failures = 0;
    for share in LADDER {
        let window = around(instance, instance.bound_section as usize, share);
        if window == before {
            continue;
        }
        before = window.clone();
        let Some(held) = solve(instance, window, search, meter) else { continue };
        let mut inside = alloc::vec![false; instance.len()];
        held.iter().for_each(|&(item, _)| inside[item as usize] = true);
        let peak = incumbent.peak;
        for order in &orders {
            let rest: Vec<u32> = order.iter().copied().filter(|&i| !inside[i as usize]).collect();
            incumbent.fit_around(&held, &rest, meter);
            if incumbent.peak <= instance.bound || meter.is_over() {
                return;
            }
        }
        failures = if incumbent.peak < peak { 0 } else { failures + 1 };
        if failures == FAILURES || search.is_spent() {
            return;
        }
    }
}

/// Sections around `peak` whose load is at least `share` thousandths of the load there.
fn around(instance: &Instance, peak: usize, share: u64) -> Range<usize> {
    let least = instance.load[peak] / 1000 * share;
    let from = (0..peak).rev().find(|&s| instance.load[s] < least).map_or(0, |s| s + 1);
    let to = (peak..instance.sections()).find(|&s| instance.load[s] < least).unwrap_or(instance.sections());
    from..to
}

/// Offsets of all items that touch `window`, below the bound, if the search finds them.
fn solve(
    instance: &Instance,
    window: Range<usize>,
    search: &mut Work,
    meter: &mut Meter<'_>,
) -> Option<Vec<(u32, u64)>> {
    let touches =
        |&i: &usize| (instance.first[i] as usize) < window.end && instance.last[i] as usize >= window.start;
    let spans = |&i: &usize| {
        instance.first[i] as usize <= window.start && instance.last[i] as usize + 1 >= window.end
    };
    let (mut whole, parts): (Vec<usize>, Vec<usize>) = (0..instance.len()).filter(touches).partition(spans);
    if parts.len() > MOST {
        return None;
    }
    whole.sort_by_key(|&i| (Reverse(instance.last[i] - instance.first[i]), i));
    let mut held = Vec::with_capacity(whole.len() + parts.len());
    let mut top = 0;
    for &i in &whole {
        let offset = (top + instance.mask[i]) & !instance.mask[i];
        held.push((index(i), offset));
        top = offset + instance.size[i];
    }
    let cut = |&i: &usize| Item {
        align: instance.mask[i] + 1,
        rank: index(i),
        ..Item::new(
            instance.size[i],
            instance.first[i].max(index(window.start)),
            instance.last[i].min(index(window.end - 1)),
        )
    };
    // The stack must preserve the alignment of the items above it.
    let grain = parts.iter().map(|&i| instance.mask[i]).max().unwrap_or(0);
    let base = (top + grain) & !grain;
    let items: Vec<Item> = parts.iter().map(cut).collect();
    let inner = Instance::new(&items)?;
    let target = (instance.bound / instance.unit).checked_sub(base)?;
    if inner.bound > target {
        return None;
    }
    let mut members = Members::new(&inner, 1);
    if meter.allow(search, LIMIT, |part| members.run(target, part)) != Answer::Found {
        return None;
    }
    for (i, &offset) in members.offsets().iter().enumerate() {
        held.push((index(parts[inner.id[i] as usize]), base + offset * inner.unit));
    }
    Some(held)
}
