//! Local search at the peak. A layout is the first fit of some order. Items that reach the peak, and those on which
//! they rest, directly or indirectly, swap places in the order with others; the new layout is kept if it is not
//! higher.
//!
//! The idea is that of Vela's hill climb. When no change helps, the layout is turned upside down as far as that does
//! not raise it: first fit by descending tops. A large problem is searched region by region, each around the highest
//! item, while items that reach beyond the region stay fixed.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem::swap;
use core::ops::Range;

use crate::planner::meter::{Meter, Work};
use crate::planner::random::Random;
use crate::planner::reduction::{Instance, Obstacle, index};

/// Fits without an improvement after which the layout is turned upside down.
const FLIP: u64 = 10;

/// Fits without an improvement after which two changes are made at a time.
const DOUBLE: u64 = 50;

/// Items of a region. Work on a fit grows with the square of it.
const REGION: usize = 500;

/// Work on a region before the next one is searched.
const SHARE: u64 = 3_000_000;

/// Items of which the greatest last section is known, to find those that are alive in a region.
const BLOCK: usize = 256;

/// Bytes that an item takes in its sections.
#[derive(Clone, Copy)]
struct Spot {
    begin: u64,
    end: u64,
    first: u32,
    last: u32,
    /// [`HELD`] if it does not move.
    item: u32,
}

/// Not an item of the region.
const HELD: u32 = u32::MAX;

/// A layout being improved.
pub(crate) struct LocalSearch<'t> {
    instance: &'t Instance,
    random: Random,
    /// Offset of each item, and the same in the current fit.
    offset: Vec<u64>,
    trial: Vec<u64>,
    /// Items of the region in the order whose first fit is the layout, and the position of each in it.
    order: Vec<u32>,
    turn: Vec<u32>,
    /// Highest end of an item of the region, in bytes.
    peak: u64,
    /// Spots in the region by increasing begin, and those of the current fit.
    spots: Vec<Spot>,
    next: Vec<Spot>,
    /// A bit for each section in which the current fit differs from the layout.
    changed: Vec<u64>,
    /// Items at the peak and those on which they rest.
    critical: Vec<u32>,
    is_critical: Vec<bool>,
    /// Spots examined.
    work: u64,
    pub(crate) fits: u64,
}

impl<'t> LocalSearch<'t> {
    /// Starts from a layout in units. The changes tried depend on `seed`.
    pub(crate) fn new(instance: &'t Instance, offsets: &[u64], seed: u64) -> Self {
        let n = instance.len();
        Self {
            instance,
            random: Random::new(seed),
            offset: offsets.to_vec(),
            trial: vec![0; n],
            order: Vec::new(),
            turn: vec![0; n],
            peak: 0,
            spots: Vec::new(),
            next: Vec::new(),
            changed: vec![0; instance.sections() / 64 + 1],
            critical: Vec::new(),
            is_critical: vec![false; n],
            work: 0,
            fits: 0,
        }
    }

    /// The layout, in units; never higher than the initial one.
    pub(crate) fn offsets(&self) -> &[u64] {
        &self.offset
    }

    /// Changes the layout until the peak is at most `enough` bytes or `meter` is spent.
    pub(crate) fn run(&mut self, enough: u64, meter: &mut Meter<'_>) {
        if self.instance.len() <= REGION {
            self.enter(0..self.instance.sections(), &[]);
            self.climb(enough, meter);
            return;
        }
        let instance = self.instance;
        let top = |offset: &[u64], i: u32| instance.end_bytes(i as usize, offset[i as usize]);
        let ends = (0..index(instance.len())).map(|i| (top(&self.offset, i), Reverse(i)));
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = ends.collect();
        let blocks = instance.last.chunks(BLOCK);
        let reach: Vec<u32> = blocks.map(|block| block.iter().copied().max().unwrap_or(0)).collect();
        let mut share = SHARE;
        while !meter.is_over() {
            let Some(&(highest, Reverse(item))) = heap.peek() else { return };
            if top(&self.offset, item) != highest {
                heap.pop();
                continue;
            }
            if highest <= enough.max(instance.fixed_peak()) {
                return;
            }
            let region = around(instance, item as usize);
            let across = across(instance, &region, &reach);
            self.work += (reach.len() + across.len() + region.len()) as u64;
            self.enter(region, &across);
            // Go an eighth of the way; then others may be higher.
            let goal = highest - (highest - enough).div_ceil(8);
            meter.within(Work::units(share), |part| self.climb(goal, part));
            share = if self.peak < highest { SHARE } else { share.saturating_mul(2) };
            heap.extend(self.order.iter().map(|&i| (top(&self.offset, i), Reverse(i))));
        }
    }

    /// Items that are alive only in `region` can move; `across` are the others that are alive in it.
    fn enter(&mut self, region: Range<usize>, across: &[u32]) {
        let instance = self.instance;
        let alive = |o: &&Obstacle| (o.first as usize) < region.end && o.last as usize >= region.start;
        self.spots.clear();
        self.spots.extend(instance.obstacles.iter().filter(alive).map(|o| Spot {
            begin: o.begin,
            end: o.end,
            first: o.first,
            last: o.last,
            item: HELD,
        }));
        for &item in across {
            let spot = self.spot(item as usize, self.offset[item as usize]);
            self.spots.push(Spot { item: HELD, ..spot });
        }
        self.order.clear();
        for item in instance.start[region.start] as usize..instance.start[region.end] as usize {
            if (instance.last[item] as usize) < region.end {
                self.order.push(index(item));
                self.spots.push(self.spot(item, self.offset[item]));
            }
        }
        self.spots.sort_unstable_by_key(|s| (s.begin, s.first, s.item));
        // First fit by increasing offset leaves every item where it is, or lower.
        self.order.sort_unstable_by_key(|&i| (self.offset[i as usize], i));
        self.look();
    }

    fn spot(&self, item: usize, begin: u64) -> Spot {
        let instance = self.instance;
        let (first, last) = (instance.first[item], instance.last[item]);
        Spot { begin, end: begin + instance.size[item], first, last, item: index(item) }
    }

    /// Changes the order of the region and fits it again until its peak is at most `goal` or `meter` is spent.
    fn climb(&mut self, goal: u64, meter: &mut Meter<'_>) {
        meter.charge(core::mem::take(&mut self.work));
        let mut failures = FLIP - 1;
        let mut old = Vec::new();
        while self.peak > goal && !meter.is_over() && self.order.len() > 1 {
            failures += 1;
            old.clone_from(&self.order);
            let from = if failures % FLIP == 0 {
                let (instance, offset) = (self.instance, &self.offset);
                let top = |i: u32| offset[i as usize] + instance.size[i as usize];
                self.order.sort_by_key(|&i| (Reverse(top(i)), i));
                self.changed.fill(u64::MAX);
                0
            } else {
                self.changed.fill(0);
                let from = self.shift();
                if failures > DOUBLE { from.min(self.shift()) } else { from }
            };
            let before = self.peak;
            if self.fit(from) {
                self.look();
            } else {
                swap(&mut self.order, &mut old);
            }
            if self.peak < before {
                failures = 0;
            }
            meter.charge(core::mem::take(&mut self.work));
        }
    }

    /// Exchanges two items in the order, or moves the later one before the other. The first is a weak one, and
    /// usually the second too. Returns the first position that changed.
    fn shift(&mut self) -> usize {
        let exchange = self.random.index(2) == 0;
        let a = self.critical_turn();
        let b = if self.random.index(10) < 3 {
            self.random.index(self.order.len())
        } else {
            self.critical_turn()
        };
        let (a, b) = (a.min(b), a.max(b));
        for turn in [a, b] {
            self.change(self.instance.span(self.order[turn] as usize));
        }
        if exchange {
            self.order.swap(a, b);
        } else {
            self.order[a..=b].rotate_right(1);
        }
        a
    }

    /// The position of any critical item in the order.
    fn critical_turn(&mut self) -> usize {
        self.turn[self.critical[self.random.index(self.critical.len())] as usize] as usize
    }

    /// First fit of the order from position `from` on. It is abandoned as soon as it is higher than the layout;
    /// otherwise it becomes the layout.
    fn fit(&mut self, from: usize) -> bool {
        let instance = self.instance;
        self.fits += 1;
        self.next.clear();
        for spot in &self.spots {
            if spot.item == HELD || (self.turn[spot.item as usize] as usize) < from {
                self.next.push(*spot);
            }
        }
        self.work += self.spots.len() as u64;
        for turn in from..self.order.len() {
            let item = self.order[turn] as usize;
            // With the same neighbours, the offset is the same.
            let offset = if self.is_changed(item) { self.lowest(item) } else { self.offset[item] };
            if instance.end_bytes(item, offset) > self.peak {
                return false;
            }
            self.trial[item] = offset;
            if offset != self.offset[item] {
                self.change(instance.span(item));
            }
            let at = self.next.partition_point(|s| s.begin < offset);
            self.next.insert(at, self.spot(item, offset));
        }
        for &item in &self.order[from..] {
            self.offset[item as usize] = self.trial[item as usize];
        }
        swap(&mut self.spots, &mut self.next);
        true
    }

    /// Lowest offset at which `item` overlaps nothing that is placed.
    fn lowest(&mut self, item: usize) -> u64 {
        let instance = self.instance;
        let (first, last, size, mask) =
            (instance.first[item], instance.last[item], instance.size[item], instance.mask[item]);
        let spots = self.next.as_slice();
        let mut offset = 0;
        let mut at = 0;
        // Plain loops over slices: procedural macros run unoptimised.
        while at < spots.len() && spots[at].begin < offset + size {
            let spot = &spots[at];
            if spot.first <= last && first <= spot.last && spot.end > offset {
                offset = (spot.end + mask) & !mask;
            }
            at += 1;
        }
        self.work += at as u64;
        offset
    }

    /// Whether anything differs in the sections of `item`.
    fn is_changed(&self, item: usize) -> bool {
        words(self.instance.span(item)).any(|(word, bits)| self.changed[word] & bits != 0)
    }

    fn change(&mut self, sections: Range<usize>) {
        for (word, bits) in words(sections) {
            self.changed[word] |= bits;
        }
    }

    /// Finds the peak, the items that reach it, and those on which these rest.
    fn look(&mut self) {
        let instance = self.instance;
        for item in self.critical.drain(..) {
            self.is_critical[item as usize] = false;
        }
        self.peak = 0;
        for (turn, &item) in self.order.iter().enumerate() {
            self.turn[item as usize] = index(turn);
            self.peak = self.peak.max(instance.end_bytes(item as usize, self.offset[item as usize]));
        }
        for &item in &self.order {
            if instance.end_bytes(item as usize, self.offset[item as usize]) == self.peak {
                self.is_critical[item as usize] = true;
                self.critical.push(item);
            }
        }
        let spots = self.spots.as_slice();
        let mut done = 0;
        while done < self.critical.len() {
            let item = self.critical[done] as usize;
            done += 1;
            let (offset, first, last) = (self.offset[item], instance.first[item], instance.last[item]);
            let mut at = 0;
            while at < spots.len() && spots[at].begin < offset {
                let spot = &spots[at];
                at += 1;
                // It ends where the item begins, but for the alignment.
                let below = spot.end <= offset && spot.end + instance.mask[item] >= offset;
                if below && spot.first <= last && first <= spot.last && spot.item != HELD {
                    let under = spot.item as usize;
                    if !self.is_critical[under] && self.turn[under] < self.turn[item] {
                        self.is_critical[under] = true;
                        self.critical.push(spot.item);
                    }
                }
            }
            self.work += at as u64;
        }
    }
}

/// Sections around `item` that contain the whole lifetimes of as many items as a region may have.
fn around(instance: &Instance, item: usize) -> Range<usize> {
    let span = instance.span(item);
    let grown = |by: usize| span.start.saturating_sub(by)..(span.end + by).min(instance.sections());
    let is_small = |by: usize| {
        let region = grown(by);
        let born = instance.start[region.start] as usize..instance.start[region.end] as usize;
        born.filter(|&i| (instance.last[i] as usize) < region.end).count() <= REGION
    };
    let mut high = 1;
    while high < instance.sections() && is_small(high) {
        high *= 2;
    }
    let mut low = high / 2;
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if is_small(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    grown(low)
}

/// Items that are alive in `region` and beyond it. `reach` is the greatest last section of each block of items.
fn across(instance: &Instance, region: &Range<usize>, reach: &[u32]) -> Vec<u32> {
    let (before, after) = (instance.start[region.start] as usize, instance.start[region.end] as usize);
    let mut across = Vec::new();
    for (block, &reach) in reach[..before.div_ceil(BLOCK)].iter().enumerate() {
        if reach as usize >= region.start {
            let items = block * BLOCK..(block * BLOCK + BLOCK).min(before);
            across.extend(items.filter(|&i| instance.last[i] as usize >= region.start).map(index));
        }
    }
    across.extend((before..after).filter(|&i| instance.last[i] as usize >= region.end).map(index));
    across
}

/// The words of a bit row that contain `range`, which is not empty, with its bits in each.
fn words(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let (from, to) = (range.start / 64, (range.end - 1) / 64);
    (from..=to).map(move |word| {
        let low = if word == from { u64::MAX << (range.start % 64) } else { u64::MAX };
        let high = if word == to { u64::MAX >> (63 - (range.end - 1) % 64) } else { u64::MAX };
        (word, low & high)
    })
}
