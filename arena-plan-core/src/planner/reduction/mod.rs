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
    /// Highest end that this item may have, in bytes; `u64::MAX` for no limit of its own.
    pub limit: u64,
    /// Breaks ties.
    pub rank: u32,
}

impl Item {
    /// A buffer in a bank.
    pub(crate) fn of(buffer: &Buffer<'_>, bank: &Bank) -> Self {
        let Buffer { size, first, last, fixed, rank, .. } = *buffer;
        Self { size, align: buffer.align_in(bank), first, last, fixed, limit: u64::MAX, rank }
    }

    /// An item without alignment, fixed offset or limit.
    pub const fn new(size: u64, first: u32, last: u32) -> Self {
        Self { size, align: 1, first, last, fixed: None, limit: u64::MAX, rank: 0 }
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
    /// Highest end in bytes.
    pub(crate) limit: Vec<u64>,
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
        let bytes = self.bytes(item);
        let last_start = target.min(self.limit[item]).checked_sub(bytes)? / self.unit;
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

    /// Finds the maximal sections and maps the items to them.
    fn compress(&mut self, items: &[Item], grain: u64) {
        let count = index(items.len());
        let alive = (0..count).filter(|&i| items[i as usize].size > 0);
        let mut births: Vec<u32> = alive.clone().collect();
        births.sort_unstable_by_key(|&i| (items[i as usize].rank, i));
        births.sort_by_key(|&i| (items[i as usize].first, items[i as usize].last_step()));
        let mut deaths: Vec<u32> = alive.collect();
        deaths.sort_unstable_by_key(|&i| (items[i as usize].last_step(), i));

        // Sweep over the deaths: a section ends where something dies after something was born.
        let mut first = vec![0u32; items.len()];
        let mut last = vec![0u32; items.len()];
        let mut born = 0;
        let mut load = 0u64;
        let mut load_bytes = 0u64;
        let mut counted = 0;
        for &death in &deaths {
            let now = items[death as usize].last_step();
            let section = index(self.load.len());
            while born < births.len() && items[births[born] as usize].first <= now {
                let item = births[born] as usize;
                first[item] = section;
                load += items[item].size.div_ceil(grain) * grain;
                load_bytes += items[item].size;
                born += 1;
            }
            if born > counted {
                counted = born;
                self.load.push(load / self.unit);
                self.load_bytes.push(load_bytes);
                self.step.push(now);
            }
            last[death as usize] = index(self.load.len() - 1);
            load -= items[death as usize].size.div_ceil(grain) * grain;
            load_bytes -= items[death as usize].size;
        }

        // Births sorted by (first step, last step) are not yet sorted by (first section, last section).
        births.sort_by_key(|&i| (first[i as usize], last[i as usize]));
        drop(deaths);
        self.reserve(births.len());
        for &birth in &births {
            let item = &items[birth as usize];
            let (from, to) = (first[birth as usize], last[birth as usize]);
            let rounded = item.size.div_ceil(grain) * grain;
            if let Some(offset) = item.fixed {
                let begin = offset / self.unit;
                let end = begin + rounded / self.unit;
                let end_bytes = offset + item.size;
                self.obstacles.push(Obstacle {
                    id: birth,
                    born: item.first,
                    first: from,
                    last: to,
                    begin,
                    end,
                    end_bytes,
                });
                continue;
            }
            self.id.push(birth);
            self.rank.push(item.rank);
            self.size.push(rounded / self.unit);
            self.tail.push(rounded - item.size);
            self.mask.push((item.align / self.unit).max(1) - 1);
            self.limit.push(item.limit);
            self.first.push(from);
            self.last.push(to);
            self.width.push((item.last_step() - item.first).saturating_add(1));
        }
        self.start = vec![0; self.load.len() + 1];
        for &from in &self.first {
            self.start[from as usize + 1] += 1;
        }
        for s in 0..self.load.len() {
            self.start[s + 1] += self.start[s];
        }
        self.obstacles.sort_by_key(|o| (o.begin, o.id));
        self.clash = self.find_clash();
    }

    /// Reserves memory for this many items, and releases what the sections do not need.
    fn reserve(&mut self, items: usize) {
        for list in [&mut self.load, &mut self.load_bytes] {
            list.shrink_to_fit();
        }
        self.step.shrink_to_fit();
        for list in [&mut self.size, &mut self.tail, &mut self.mask, &mut self.limit] {
            list.reserve_exact(items);
        }
        for list in [&mut self.id, &mut self.rank, &mut self.first, &mut self.last, &mut self.width] {
            list.reserve_exact(items);
        }
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
