//! The problem of one bank in the form that the search uses: sizes in units, lifetimes in sections.
//!
//! Three reductions, none of which changes which layouts are possible:
//!
//! * *Sections.* Only the steps at which the set of live buffers is maximal matter (a step whose live set is part
//!   of a neighbour's cannot be violated alone). Lifetimes become ranges of these maximal sections.
//! * *Units.* Bytes are divided by the greatest common divisor of all sizes and fixed offsets, as far as the
//!   alignments allow.
//! * *Rounding.* If every offset is a multiple of `g`, a size may be rounded up to a multiple of `g`: no other buffer
//!   can start in the rest. The rest, the *tail*, still counts at the top of the bank.

pub(crate) mod range_maximum;
pub(crate) mod sort_keys;

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;

use crate::model::{Bank, Buffer};

/// One buffer as the caller passes it: bytes and inclusive steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Bytes; an item of 0 bytes is ignored.
    pub size: u64,
    /// Alignment of the offset, a power of two.
    pub align: u64,
    /// First step alive.
    pub first: u32,
    /// Last step alive, inclusive.
    pub last: u32,
    /// Offset, if it is already decided.
    pub fixed: Option<u64>,
    /// Breaks ties.
    pub rank: u32,
}

impl Item {
    /// A buffer in a bank.
    pub(crate) fn of(buffer: &Buffer<'_>, bank: &Bank) -> Self {
        let Buffer { size, first, last, fixed, rank, .. } = *buffer;
        Self { size, align: buffer.align_in(bank), first, last, fixed, rank }
    }

    /// An item without alignment or fixed offset.
    pub const fn new(size: u64, first: u32, last: u32) -> Self {
        Self { size, align: 1, first, last, fixed: None, rank: 0 }
    }
}

/// An item whose offset is decided, in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle {
    /// Index of the item in the caller's slice.
    pub(crate) id: u32,
    /// First step alive.
    pub(crate) born: u32,
    /// Sections alive, inclusive.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Range in units: `begin..end`.
    pub(crate) begin: u64,
    pub(crate) end: u64,
    /// True end in bytes; `end` is rounded up.
    pub(crate) end_bytes: u64,
}

/// One bank's problem, reduced. Movable items are numbered by increasing first section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Instance {
    /// Bytes of one unit.
    pub(crate) unit: u64,
    /// Index of each movable item in the caller's slice.
    pub(crate) id: Vec<u32>,
    /// Caller's tie rank of each movable item.
    pub(crate) rank: Vec<u32>,
    /// Size in units, rounded up.
    pub(crate) size: Vec<u64>,
    /// Bytes by which the rounded size exceeds the true one.
    pub(crate) tail: Vec<u64>,
    /// Alignment in units less one.
    pub(crate) mask: Vec<u64>,
    /// First section alive.
    pub(crate) first: Vec<u32>,
    /// Last section alive, inclusive.
    pub(crate) last: Vec<u32>,
    /// Lifetime in steps.
    pub(crate) width: Vec<u32>,
    /// First movable item whose first section is at least `s`, for each `s` up to the number of sections.
    pub(crate) start: Vec<u32>,
    /// Units alive in each section, fixed items included.
    pub(crate) load: Vec<u64>,
    /// The same in true bytes.
    pub(crate) load_bytes: Vec<u64>,
    /// A step of each section.
    pub(crate) step: Vec<u32>,
    /// Items with a decided offset, by increasing offset.
    pub(crate) obstacles: Vec<Obstacle>,
    /// Lower bound of the high-water mark of any layout, in bytes.
    pub(crate) bound: u64,
    /// Section that determines the bound.
    pub(crate) bound_section: u32,
    /// Two items with decided offsets that share bytes and a step.
    pub(crate) clash: Option<(u32, u32)>,
}

/// Sums up to this stay exact in all of the planner's arithmetic.
const MAX_TOTAL: u64 = 1 << 62;

impl Instance {
    /// Reduces `items`; `None` if their sizes add up to more than the planner's arithmetic supports, or an alignment
    /// is not a power of two.
    pub(crate) fn new(items: &[Item]) -> Option<Self> {
        if u32::try_from(items.len()).is_err() {
            return None;
        }
        let grain = items.iter().filter(|i| i.size > 0).filter_map(alignment_of).min().unwrap_or(1);
        let mut total = 0u64;
        let mut divisor = 0u64;
        for item in items {
            if !item.align.is_power_of_two() {
                return None;
            }
            let rounded = item.size.checked_add(grain - 1)? / grain * grain;
            total =
                total.checked_add(rounded)?.checked_add(item.align)?.checked_add(item.fixed.unwrap_or(0))?;
            divisor = gcd(divisor, rounded);
            if item.size > 0 {
                divisor = gcd(divisor, item.fixed.unwrap_or(0));
            }
        }
        if total > MAX_TOTAL {
            return None;
        }
        let divisor = divisor.max(1);
        // An offset rounded up to an alignment that does not divide the divisor is not a multiple of it; powers of
        // two among themselves are always fine.
        let moves = |i: &&Item| i.fixed.is_none() && i.size > 0;
        let divides = items.iter().filter(moves).all(|i| divisor % i.align == 0);
        let unit = if divides { divisor } else { 1 << divisor.trailing_zeros() };
        let mut instance = Instance { unit, ..Instance::default() };
        instance.compress(items, grain);
        instance.find_bound();
        Some(instance)
    }

    /// Number of movable items.
    pub(crate) fn len(&self) -> usize {
        self.size.len()
    }

    /// A step that determines the bound, if the load does.
    pub(crate) fn bound_step(&self) -> u32 {
        self.step.get(self.bound_section as usize).copied().unwrap_or(0)
    }

    /// Number of sections.
    pub(crate) fn sections(&self) -> usize {
        self.load.len()
    }

    /// Sections of `item` as a range of indices.
    pub(crate) fn span(&self, item: usize) -> core::ops::Range<usize> {
        self.first[item] as usize..self.last[item] as usize + 1
    }

    /// True size of `item` in bytes.
    pub(crate) fn bytes(&self, item: usize) -> u64 {
        self.size[item] * self.unit - self.tail[item]
    }

    /// End in bytes of `item` placed at `offset` (units).
    pub(crate) fn end_bytes(&self, item: usize, offset: u64) -> u64 {
        (offset + self.size[item]) * self.unit - self.tail[item]
    }

    /// Highest end in units that `item` may have if the bank ends at `target` bytes, or `None` if it cannot
    /// be placed below that at all.
    pub(crate) fn limit_units(&self, item: usize, target: u64) -> Option<u64> {
        let last_start = target.checked_sub(self.bytes(item))? / self.unit;
        Some((last_start & !self.mask[item]) + self.size[item])
    }

    /// High-water mark in bytes of a layout given by `offset` (units) per movable item.
    pub(crate) fn peak(&self, offset: &[u64]) -> u64 {
        (0..self.len()).map(|i| self.end_bytes(i, offset[i])).max().unwrap_or(0).max(self.fixed_peak())
    }

    /// Highest end of an item with a decided offset, in bytes.
    pub(crate) fn fixed_peak(&self) -> u64 {
        self.obstacles.iter().map(|o| o.end_bytes).max().unwrap_or(0)
    }

    /// Smallest high-water mark of at least `bytes` that a layout can have at all.
    pub(crate) fn next_peak(&self, bytes: u64) -> u64 {
        let fixed = self.fixed_peak();
        if fixed >= bytes {
            return bytes.max(fixed.min(self.next_end(bytes)));
        }
        self.next_end(bytes)
    }

    /// Smallest end of at least `bytes` that a movable item can have.
    fn next_end(&self, bytes: u64) -> u64 {
        let end = |i: usize| {
            let residue = (self.unit - self.tail[i] % self.unit) % self.unit;
            let over = (bytes % self.unit + self.unit - residue) % self.unit;
            if over == 0 { bytes } else { bytes + (self.unit - over) }
        };
        (0..self.len()).map(end).min().unwrap_or(bytes)
    }

    /// Finds the sections and maps the items to them.
    fn compress(&mut self, items: &[Item], grain: u64) {
        let rounded = |i: &Item| i.size.div_ceil(grain) * grain;
        let alive: Vec<u32> = (0..index(items.len())).filter(|&i| items[i as usize].size > 0).collect();
        let lives = alive.iter().map(|&i| (items[i as usize].first, items[i as usize].last_step()));
        self.step = maximal_steps(lives);
        let mut born: Vec<(u32, u32, u32)> = alive
            .into_iter()
            .map(|i| {
                let item = &items[i as usize];
                let (first, last) = sections_of(&self.step, item.first, item.last_step());
                (first, last, i)
            })
            .collect();
        born.sort_unstable_by_key(|&(first, last, i)| {
            let item = &items[i as usize];
            (first, last, item.first, item.last_step(), item.rank, i)
        });
        let spans = born.iter().map(|&(first, last, i)| (first, last, &items[i as usize]));
        let load = loads(self.step.len(), spans.clone().map(|(first, last, i)| (first, last, rounded(i))));
        self.load = load.into_iter().map(|load| load / self.unit).collect();
        self.load_bytes = loads(self.step.len(), spans.map(|(first, last, i)| (first, last, i.size)));
        let decided = born.iter().filter_map(|&(first, last, id)| {
            let item = &items[id as usize];
            let (begin, end_bytes) = (item.fixed? / self.unit, item.fixed? + item.size);
            let end = begin + rounded(item) / self.unit;
            Some(Obstacle { id, born: item.first, first, last, begin, end, end_bytes })
        });
        self.obstacles = decided.collect();
        born.retain(|&(.., id)| items[id as usize].fixed.is_none());
        let movable = || born.iter().map(|&(.., id)| &items[id as usize]);
        self.id = born.iter().map(|&(.., id)| id).collect();
        self.first = born.iter().map(|&(first, ..)| first).collect();
        self.last = born.iter().map(|&(_, last, _)| last).collect();
        self.rank = movable().map(|item| item.rank).collect();
        self.size = movable().map(|item| rounded(item) / self.unit).collect();
        self.tail = movable().map(|item| rounded(item) - item.size).collect();
        self.mask = movable().map(|item| (item.align / self.unit).max(1) - 1).collect();
        self.width = movable().map(|item| (item.last_step() - item.first).saturating_add(1)).collect();
        let born_before = |section: u32| index(self.first.partition_point(|&first| first < section));
        self.start = (0..=index(self.load.len())).map(born_before).collect();
        self.obstacles.sort_by_key(|o| (o.begin, o.id));
        self.clash = self.find_clash();
    }

    /// Two obstacles that share bytes and a section. Quadratic only in obstacles whose byte ranges meet.
    fn find_clash(&self) -> Option<(u32, u32)> {
        for (i, a) in self.obstacles.iter().enumerate() {
            let meets = self.obstacles[i + 1..].iter().take_while(|b| b.begin < a.end);
            for b in meets {
                if a.first <= b.last && b.first <= a.last {
                    return Some((a.id.min(b.id), a.id.max(b.id)));
                }
            }
        }
        None
    }

    /// The most bytes that any section needs: its load less the longest tail, which may extend beyond the top.
    fn find_bound(&mut self) {
        let mut tails: BinaryHeap<(u64, u32)> = BinaryHeap::new();
        let mut decided: Vec<&Obstacle> = self.obstacles.iter().collect();
        decided.sort_by_key(|o| core::cmp::Reverse(o.first));
        let mut best = (0, 0);
        for section in 0..self.load.len() {
            let (from, to) = (self.start[section] as usize, self.start[section + 1] as usize);
            tails.extend((from..to).filter(|&i| self.tail[i] > 0).map(|i| (self.tail[i], self.last[i])));
            while decided.last().is_some_and(|o| o.first as usize <= section) {
                tails.extend(decided.pop().map(|o| (o.end * self.unit - o.end_bytes, o.last)));
            }
            while tails.peek().is_some_and(|&(_, last)| (last as usize) < section) {
                tails.pop();
            }
            let bytes = self.load[section] * self.unit - tails.peek().map_or(0, |&(tail, _)| tail);
            if bytes > best.0 {
                best = (bytes, index(section));
            }
        }
        let tallest = (0..self.len()).map(|i| self.bytes(i)).max().unwrap_or(0);
        self.bound_section = best.1;
        self.bound = self.next_peak(best.0.max(tallest)).max(self.fixed_peak());
    }
}

impl Item {
    /// Last step alive, never before the first.
    fn last_step(&self) -> u32 {
        self.last.max(self.first)
    }
}

/// Steps whose sets of live buffers are maximal: those where one ends after another has begun. Every conflict occurs
/// in one of them (they are the maximal cliques of an interval graph).
pub(crate) fn maximal_steps(lives: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let (mut firsts, mut steps): (Vec<u32>, Vec<u32>) = lives.unzip();
    firsts.sort_unstable();
    steps.sort_unstable();
    let (mut begun, mut counted) = (0, 0);
    steps.retain(|&last| {
        begun += firsts[begun..].iter().take_while(|&&first| first <= last).count();
        core::mem::replace(&mut counted, begun) < begun
    });
    steps.shrink_to_fit();
    steps
}

/// The sections of a lifetime, inclusive.
pub(crate) fn sections_of(steps: &[u32], first: u32, last: u32) -> (u32, u32) {
    (
        index(steps.partition_point(|&step| step < first)),
        index(steps.partition_point(|&step| step <= last) - 1),
    )
}

/// What is alive in each section: the sum of the figures of items, each with its sections.
pub(crate) fn loads(sections: usize, items: impl Iterator<Item = (u32, u32, u64)>) -> Vec<u64> {
    let (mut load, mut dead) = (vec![0; sections], vec![0; sections]);
    for (first, last, figure) in items {
        load[first as usize] += figure;
        dead[last as usize] += figure;
    }
    let mut alive = 0;
    for (load, dead) in load.iter_mut().zip(dead) {
        let now = alive + *load;
        alive = now - dead;
        *load = now;
    }
    load
}

/// Largest power of two that divides the item's offset in every layout; none for offset 0.
fn alignment_of(item: &Item) -> Option<u64> {
    match item.fixed {
        Some(0) => None,
        Some(offset) => Some(1 << offset.trailing_zeros()),
        None => Some(item.align),
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `i` as an index of the search's tables. Problems have fewer than `2^32` items ([`Instance::new`] ensures this).
#[expect(
    clippy::cast_possible_truncation,
    reason = "the number of items was checked when the instance was made"
)]
pub(crate) fn index(i: usize) -> u32 {
    i as u32
}

#[cfg(test)]
mod tests {
    use super::maximal_steps;

    #[test]
    fn only_maximal_live_sets_remain() {
        // a is alive in steps 0..=1, a and b in 2, b in 3, b and c in 4.
        assert_eq!(maximal_steps([(0, 2), (2, 4), (4, 4)].into_iter()), [2, 4]);
        assert_eq!(maximal_steps([(0, 9)].into_iter()), [9]);
    }
}
