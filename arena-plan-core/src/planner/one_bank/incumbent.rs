//! Layouts without search: first fit, and the best layout so far.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::time_segments;
use crate::planner::free_space::FreeSpace;
use crate::planner::free_space::time_blocks::Placed;
use crate::planner::meter::Meter;
use crate::planner::reduction::{Instance, index};

/// Work on fits after which no further one begins.
const MOST_WORK: u64 = 400_000_000;

/// Work of one fit after which it is given up; the first one goes on without looking for gaps.
const MOST_OF_A_FIT: u64 = 1_000_000_000;

/// Places in given orders and keeps the best layout.
pub(crate) struct Incumbent<'t> {
    instance: &'t Instance,
    free: FreeSpace,
    /// Offsets of the last fit, in units.
    pub(crate) offsets: Vec<u64>,
    /// Best layout and its high-water mark in bytes.
    pub(crate) best: Vec<u64>,
    pub(crate) peak: u64,
    /// Fits and dives done.
    pub(crate) fits: u64,
    /// Work done elsewhere on layouts that were offered.
    other_work: u64,
}

impl<'t> Incumbent<'t> {
    pub(crate) fn new(instance: &'t Instance) -> Self {
        let lives = (0..instance.len()).map(|i| instance.span(i).len() as u64).sum();
        Self {
            instance,
            free: FreeSpace::new(instance.len(), instance.sections(), lives),
            offsets: vec![0; instance.len()],
            best: vec![0; instance.len()],
            peak: u64::MAX,
            fits: 0,
            other_work: 0,
        }
    }

    /// Whether the best layout meets the bound.
    pub(crate) fn is_optimal(&self) -> bool {
        self.peak <= self.instance.bound
    }

    /// List entries read and moved in all fits.
    pub(crate) fn work(&self) -> u64 {
        self.free.work() + self.other_work
    }

    /// Whether so much was spent on fits that no further one should begin.
    pub(crate) fn is_tired(&self) -> bool {
        self.work() > MOST_WORK
    }

    /// Keeps the layout of [`time_segments::plan`] if it is better; returns whether there was one.
    pub(crate) fn segment(&mut self, enough: u64, most: usize, meter: &mut Meter<'_, '_>) -> bool {
        let Some(made) = time_segments::plan(self.instance, enough, most, meter) else { return false };
        self.fits += made.fits;
        self.other_work += made.work;
        self.offer(&made.offsets);
        true
    }

    /// Keeps a layout given in units if it is better.
    pub(crate) fn offer(&mut self, offsets: &[u64]) -> bool {
        let peak = self.instance.peak(offsets);
        let better = peak < self.peak;
        if better {
            self.peak = peak;
            self.best.copy_from_slice(offsets);
        }
        better
    }

    /// First fit in `order`; given up (with the offsets so far) once it cannot beat the best layout. Items whose
    /// own limit is too low stay above it.
    pub(crate) fn fit(&mut self, order: &[u32]) -> bool {
        self.fit_below(order, self.peak)
    }

    fn fit_below(&mut self, order: &[u32], peak: u64) -> bool {
        self.start();
        self.place(order, peak)
    }

    /// Leaves only the obstacles on the shelf.
    fn start(&mut self) {
        self.fits += 1;
        self.free.clear();
        for o in &self.instance.obstacles {
            self.free.occupy(Placed { begin: o.begin, end: o.end, first: o.first, last: o.last });
        }
    }

    /// Puts `item` at `offset`.
    fn put(&mut self, item: usize, offset: u64) {
        let (first, last) = (self.instance.first[item], self.instance.last[item]);
        self.offsets[item] = offset;
        self.free.occupy(Placed { begin: offset, end: offset + self.instance.size[item], first, last });
    }

    /// Places `order` around what is on the shelf.
    fn place(&mut self, order: &[u32], peak: u64) -> bool {
        let enough = self.free.work().saturating_add(MOST_OF_A_FIT);
        for (turn, &item) in order.iter().enumerate() {
            if self.free.work() > enough {
                return self.peak == u64::MAX && self.pile_up(order, turn);
            }
            let (item, instance) = (item as usize, self.instance);
            let offset = self.free.lowest(
                instance.first[item],
                instance.last[item],
                instance.size[item],
                instance.mask[item],
            );
            if instance.end_bytes(item, offset) >= peak {
                return false;
            }
            self.put(item, offset);
        }
        let offsets = core::mem::take(&mut self.offsets);
        let better = self.offer(&offsets);
        self.offsets = offsets;
        better
    }

    /// Ends a first fit without looking for gaps: what comes after `turn` lies above everything in its lifetime.
    fn pile_up(&mut self, order: &[u32], turn: usize) -> bool {
        let instance = self.instance;
        let (placed, rest) = order.split_at(turn);
        let top = |i: usize| (self.offsets[i] + instance.size[i], instance.span(i));
        let mut tops: Vec<_> = placed.iter().map(|&i| top(i as usize)).collect();
        tops.extend(instance.obstacles.iter().map(|o| (o.end, o.first as usize..o.last as usize + 1)));
        tops.sort_unstable_by_key(|(top, _)| *top);
        let mut skyline = Skyline::new(instance.sections());
        tops.into_iter().for_each(|(top, span)| skyline.raise(span, top));
        for &item in rest {
            let i = item as usize;
            let lo = (skyline.highest(instance.span(i)) + instance.mask[i]) & !instance.mask[i];
            self.offsets[i] = lo;
            skyline.raise(instance.span(i), lo + instance.size[i]);
        }
        let offsets = core::mem::take(&mut self.offsets);
        let better = self.offer(&offsets);
        self.offsets = offsets;
        better
    }

    /// First fit around a layout of some items: `held` lists them with their offsets, `order` the others.
    pub(crate) fn fit_around(&mut self, held: &[(u32, u64)], order: &[u32]) -> bool {
        self.start();
        for &(item, offset) in held {
            self.put(item as usize, offset);
        }
        self.place(order, self.peak)
    }

    /// First fit in falling order of the best layout's tops.
    pub(crate) fn refit(&mut self) -> bool {
        let mut order: Vec<u32> = (0..index(self.instance.len())).collect();
        let top = |i: u32| self.best[i as usize] + self.instance.size[i as usize];
        order.sort_by_key(|&i| (Reverse(top(i)), i));
        self.fit(&order)
    }
}

/// Height of what is placed, over the sections: a tree of maxima in which placing raises a range.
struct Skyline {
    leaves: usize,
    /// Highest top within the node's sections, as far as its ancestors' raises do not cover it.
    most: Vec<u64>,
    /// Top to which the node's whole range was raised.
    whole: Vec<u64>,
}

impl Skyline {
    fn new(sections: usize) -> Self {
        let leaves = sections.next_power_of_two().max(1);
        Self { leaves, most: vec![0; 2 * leaves], whole: vec![0; 2 * leaves] }
    }

    /// Highest top in `sections`.
    fn highest(&self, sections: core::ops::Range<usize>) -> u64 {
        let mut best = 0;
        let (mut from, mut to) = (sections.start + self.leaves, sections.end + self.leaves);
        let (mut left, mut right) = (from, to - 1);
        while from < to {
            if from % 2 == 1 {
                best = best.max(self.most[from]);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                best = best.max(self.most[to]);
            }
            from /= 2;
            to /= 2;
        }
        // Raises of ancestors hold below them too.
        while left > 1 || right > 1 {
            left /= 2;
            right /= 2;
            best = best.max(self.whole[left.max(1)]).max(self.whole[right.max(1)]);
        }
        best
    }

    /// Raises `sections` to `top`, which is at least what they had.
    fn raise(&mut self, sections: core::ops::Range<usize>, top: u64) {
        let (mut from, mut to) = (sections.start + self.leaves, sections.end + self.leaves);
        let (mut left, mut right) = (from, to - 1);
        while from < to {
            if from % 2 == 1 {
                self.whole[from] = top;
                self.most[from] = top;
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.whole[to] = top;
                self.most[to] = top;
            }
            from /= 2;
            to /= 2;
        }
        while left > 1 || right > 1 {
            left /= 2;
            right /= 2;
            for node in [left, right] {
                if node >= 1 {
                    self.most[node] = self.most[node].max(top);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::random::Random;

    #[test]
    fn the_skyline_agrees_with_an_array() {
        let mut random = Random::new(11);
        for sections in [1usize, 2, 5, 64, 100] {
            let (mut skyline, mut plain) = (Skyline::new(sections), vec![0u64; sections]);
            for _ in 0..300 {
                let mut pick = |n: usize| usize::try_from(random.below(n as u64)).unwrap();
                let (a, b) = (pick(sections), pick(sections));
                let (span, more) = (a.min(b)..a.max(b) + 1, pick(9) as u64);
                let highest = plain[span.clone()].iter().copied().max().unwrap();
                assert_eq!(skyline.highest(span.clone()), highest);
                skyline.raise(span.clone(), highest + more);
                plain[span].fill(highest + more);
            }
        }
    }
}
