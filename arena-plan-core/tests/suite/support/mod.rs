//! References for the planner's tests: random and planted problems, brute force, a sweep and an independent checker
//! of layouts, which share no code with the planner. The benchmarks use them too.

#![allow(dead_code, reason = "each benchmark uses a part")]
#![allow(clippy::cast_possible_truncation, reason = "generated and corpus figures are small")]

pub(crate) mod corpus;
pub(crate) mod owned;
pub(crate) mod planted;

use arena_plan_core::kernel::first_fit::{Fit, Spot, Spots, place};
use arena_plan_core::kernel::order::{self, Key, Order};
use arena_plan_core::kernel::portfolio::{self, ORDERS, Outcome, Scratch};
use arena_plan_core::model::{Bank, Buffer, Placement};
use arena_plan_core::planner::exact::Item;

/// xorshift64*: small, and the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 32) % n
    }
}

/// A chain of constant load: at each step some live buffers die and exactly their bytes are divided again, so no step
/// has slack and many chains have no layout at their load.
pub(crate) fn chain(random: &mut Random, load: u64, limit: usize) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut live: Vec<usize> = Vec::new();
    let mut free = load;
    let mut step = 0;
    loop {
        while free > 0 {
            // Halves and wholes, because small pieces would fit everywhere.
            let start = step == 0 && free > load / 4;
            let most = match random.below(3) {
                _ if items.len() + 1 >= limit => free,
                0 if !start => free,
                _ => 1 + random.below(if start { free.min(load / 3) } else { free }),
            };
            items.push(Item::new(most, step, u32::MAX));
            live.push(items.len() - 1);
            free -= most;
        }
        if items.len() >= limit {
            break;
        }
        let deaths = 2.min(live.len());
        for _ in 0..deaths {
            let item = live.swap_remove(random.below(live.len() as u64) as usize);
            items[item].last = step;
            free += items[item].size;
        }
        step += 1;
    }
    for item in live {
        items[item].last = step;
    }
    items
}

/// Small random buffers.
pub(crate) fn scatter(random: &mut Random, n: u64, steps: u64, size: u64) -> Vec<Item> {
    let mut items = Vec::new();
    for _ in 0..n {
        let (a, b) = (random.below(steps) as u32, random.below(steps) as u32);
        items.push(Item::new(1 + random.below(size), a.min(b), a.max(b)));
    }
    items
}

/// Gives some items an alignment and some a fixed offset.
pub(crate) fn constrain(random: &mut Random, items: &mut [Item], room: u64) {
    let (aligned, fixed) = (random.below(2), random.below(2));
    for item in items {
        if aligned == 1 {
            item.align = 1 << random.below(3);
        }
        if fixed == 1 && random.below(4) == 0 {
            item.fixed = Some(random.below(room) / item.align * item.align);
        }
    }
}

/// Least high-water mark over all layouts, by trying every offset of every item, fixed ones first, then in order of
/// birth, for one target after another. `None` if there is no layout at any height.
pub(crate) fn brute_force(items: &[Item]) -> Option<u64> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&i| (items[i].fixed.is_none(), items[i].first));
    // Above this, everything fits that can fit at all.
    let most: u64 = items.iter().map(|i| i.size + i.align + i.fixed.unwrap_or(0)).sum();
    let mut placed = Vec::new();
    if !fill(items, &order, most, &mut placed) {
        return None;
    }
    (load(items)..=most).find(|&target| {
        placed.clear();
        fill(items, &order, target, &mut placed)
    })
}

fn fill(items: &[Item], order: &[usize], target: u64, placed: &mut Vec<(usize, u64)>) -> bool {
    let Some(&i) = order.get(placed.len()) else { return true };
    let item = &items[i];
    let mut offset = item.fixed.unwrap_or(0);
    while offset + item.size <= target {
        if placed.iter().all(|&(j, at)| !meets(items, i, offset, j, at)) {
            placed.push((i, offset));
            if fill(items, order, target, placed) {
                return true;
            }
            placed.pop();
        }
        if item.fixed.is_some() {
            return false;
        }
        offset += item.align;
    }
    false
}

fn meets(items: &[Item], i: usize, at: u64, j: usize, other: u64) -> bool {
    let (a, b) = (&items[i], &items[j]);
    a.first <= b.last && b.first <= a.last && at < other + b.size && other < at + a.size
}

/// Sweeps over the steps and returns what is wrong with a layout, if anything.
pub(crate) fn sweep(items: &[Item], offsets: &[u64], target: u64) -> Result<(), String> {
    let mut events: Vec<(u64, bool, usize)> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let (at, end) = (offsets[i], offsets[i] + item.size);
        if at % item.align != 0 {
            return Err(format!("item {i}: offset {at} is not a multiple of {}", item.align));
        }
        if item.fixed.is_some_and(|f| f != at) {
            return Err(format!("item {i}: offset {at} instead of {:?}", item.fixed));
        }
        if end > target {
            return Err(format!("item {i}: end {end} is above {target}"));
        }
        events.push((2 * u64::from(item.first), true, i));
        events.push((2 * u64::from(item.last) + 1, false, i));
    }
    events.sort_unstable();
    // Live byte ranges by offset: a newly born one can only overlap its neighbours.
    let mut live: std::collections::BTreeMap<u64, usize> = std::collections::BTreeMap::new();
    for (_, birth, i) in events {
        let at = offsets[i];
        if !birth {
            live.remove(&at);
            continue;
        }
        let below = live.range(..=at).next_back().filter(|&(&o, &j)| o + items[j].size > at);
        let above = live.range(at..).next().filter(|&(&o, _)| o < at + items[i].size);
        if let Some((_, j)) = below.or(above) {
            return Err(format!("items {i} and {j} share bytes"));
        }
        live.insert(at, i);
    }
    Ok(())
}

/// Most bytes alive in one step.
pub(crate) fn load(items: &[Item]) -> u64 {
    let at = |step: u32| -> u64 {
        items.iter().filter(|i| i.first <= step && step <= i.last).map(|i| i.size).sum()
    };
    items.iter().map(|i| at(i.first)).max().unwrap_or(0)
}

/// The items as buffers of one bank.
pub(crate) fn buffers(items: &[Item]) -> Vec<Buffer<'static>> {
    let buffer = |(i, item): (usize, &Item)| Buffer {
        fixed: item.fixed,
        ..Buffer::new(item.size, item.align, item.first, item.last, &[0]).with_rank(i as u32)
    };
    items.iter().enumerate().map(buffer).collect()
}

/// The kernel's first fit in one order.
pub(crate) fn kernel_fit(banks: &[Bank], buffers: &[Buffer<'_>], order: Order) -> (Vec<Placement>, Fit) {
    let n = buffers.len();
    let (mut load, mut indices) = (vec![0; n], vec![0; n]);
    portfolio::loads(buffers, &mut load);
    order::sort(buffers, order, &load, [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]], &mut indices);
    let mut placements = vec![Placement::default(); n];
    let mut spots = Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; n] };
    let fit = place(banks, buffers, &indices, &mut placements, &mut spots);
    (placements, fit)
}

/// The kernel's first fits in all orders.
pub(crate) fn kernel_portfolio(banks: &[Bank], buffers: &[Buffer<'_>]) -> (Vec<Placement>, Outcome) {
    let n = buffers.len();
    let (mut best, mut load) = (vec![Placement::default(); n], vec![0; n]);
    portfolio::loads(buffers, &mut load);
    let mut scratch = Scratch {
        trial: &mut vec![Placement::default(); n],
        order: &mut vec![0; n],
        keys: [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]],
        spots: Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; n] },
        load: &load,
    };
    let outcome = portfolio::plan(banks, buffers, 0, ORDERS.len(), &mut best, &mut scratch);
    (best, outcome)
}

/// The items with time running backwards.
pub(crate) fn mirrored(items: &[Item]) -> Vec<Item> {
    let end = items.iter().map(|i| i.last).max().unwrap_or(0);
    items.iter().map(|i| Item { first: end - i.last, last: end - i.first, ..*i }).collect()
}
