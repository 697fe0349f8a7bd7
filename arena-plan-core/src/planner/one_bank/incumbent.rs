//! The incumbent, which is the best layout so far, and first fit, which produces most layouts.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::planner::free_space::{FreeSpace, Placed};
use crate::planner::meter::Meter;
use crate::planner::reduction::{Instance, index};

/// Work after which one fit is abandoned.
const MOST_OF_A_FIT: u64 = 1_000_000_000;

/// Places items in given orders and keeps the best layout.
pub(crate) struct Incumbent<'t> {
    instance: &'t Instance,
    /// Sections in which items live, in total.
    lives: u64,
    /// Best layout, and its high-water mark in bytes; `u64::MAX` before the first one.
    pub(crate) best: Vec<u64>,
    pub(crate) peak: u64,
    /// First fits and lowest-first placements so far.
    pub(crate) fits: u64,
}

impl<'t> Incumbent<'t> {
    pub(crate) fn new(instance: &'t Instance) -> Self {
        Self {
            instance,
            lives: (0..instance.len()).map(|i| instance.span(i).len() as u64).sum(),
            best: vec![0; instance.len()],
            peak: u64::MAX,
            fits: 0,
        }
    }

    /// Whether there is a layout.
    pub(crate) fn is_any(&self) -> bool {
        self.peak < u64::MAX
    }

    /// Keeps a layout given in units if it is better.
    pub(crate) fn offer(&mut self, offsets: &[u64]) {
        let peak = self.instance.peak(offsets);
        if peak < self.peak {
            self.peak = peak;
            self.best.copy_from_slice(offsets);
        }
    }

    /// First fit in `order`, abandoned once it cannot beat the best layout.
    pub(crate) fn fit(&mut self, order: &[u32], meter: &mut Meter<'_>) {
        self.fit_around(&[], order, meter);
    }

    /// First fit in descending order of the tops in the best layout.
    pub(crate) fn fit_by_tops(&mut self, meter: &mut Meter<'_>) {
        let mut order: Vec<u32> = (0..index(self.instance.len())).collect();
        let top = |i: u32| self.best[i as usize] + self.instance.size[i as usize];
        order.sort_by_key(|&i| (Reverse(top(i)), i));
        self.fit(&order, meter);
    }

    /// First fit around a layout of some items: `held` lists them with their offsets, `order` the others.
    pub(crate) fn fit_around(&mut self, held: &[(u32, u64)], order: &[u32], meter: &mut Meter<'_>) {
        self.fits += 1;
        let instance = self.instance;
        // Only for this fit: those of very many items are large, and local search needs memory of its own.
        let mut free = FreeSpace::new(instance.len(), instance.sections(), self.lives);
        let mut offsets = vec![0; instance.len()];
        for o in &instance.obstacles {
            free.occupy(Placed { begin: o.begin, end: o.end, first: o.first, last: o.last });
        }
        let mut put = |free: &mut FreeSpace, item: usize, begin: u64| {
            let (first, last) = (instance.first[item], instance.last[item]);
            free.occupy(Placed { begin, end: begin + instance.size[item], first, last });
            offsets[item] = begin;
        };
        for &(item, offset) in held {
            put(&mut free, item as usize, offset);
        }
        let is_complete = order.iter().map(|&item| item as usize).all(|i| {
            if free.work() > MOST_OF_A_FIT {
                return false;
            }
            let offset = free.lowest(instance.first[i], instance.last[i], instance.size[i], instance.mask[i]);
            let is_better = instance.end_bytes(i, offset) < self.peak;
            if is_better {
                put(&mut free, i, offset);
            }
            is_better
        });
        if is_complete {
            self.offer(&offsets);
        }
        meter.charge(free.work());
    }

    /// Places everything above each other.
    pub(crate) fn stack(&mut self) {
        let instance = self.instance;
        let mut top = instance.obstacles.iter().map(|o| o.end).max().unwrap_or(0);
        let mut offsets = vec![0; instance.len()];
        for (i, offset) in offsets.iter_mut().enumerate() {
            *offset = (top + instance.mask[i]) & !instance.mask[i];
            top = *offset + instance.size[i];
        }
        self.offer(&offsets);
    }
}
