//! Packing one bank: passes its items to the exact search for one bank.

use alloc::vec::Vec;

use super::reduction::Instance;
use crate::planner::exact::{Answer, MAX_ITEMS, Members};
use crate::planner::meter::{Meter, Work};
use crate::planner::reduction::{self as one_bank, Item};

/// The items of one bank, reduced for the exact search.
pub(crate) struct Packing<'c> {
    /// Items by their index in the instance of several banks, and their fixed offsets.
    items: &'c [u32],
    fixed: Vec<i64>,
    reduced: one_bank::Instance,
}

impl<'c> Packing<'c> {
    /// `items` of `instance` in `bank`; `None` if there are too many for the exact search.
    pub(crate) fn new(instance: &Instance, items: &'c [u32], bank: usize) -> Option<Self> {
        let mut list = Vec::with_capacity(items.len());
        for (rank, &i) in (0u32..).zip(items) {
            let item = &instance.items[i as usize];
            list.push(Item {
                size: item.real.unsigned_abs(),
                align: instance.align(i as usize, bank).unsigned_abs(),
                first: u32::try_from(item.from).ok()?,
                last: u32::try_from(item.to - 1).ok()?,
                fixed: item.fixed.map(i64::unsigned_abs),
                rank,
            });
        }
        let fixed = items.iter().map(|&i| instance.items[i as usize].fixed.unwrap_or(0)).collect();
        let reduced = one_bank::Instance::new(&list).filter(|reduced| reduced.len() <= MAX_ITEMS)?;
        Some(Self { items, fixed, reduced })
    }

    /// Bytes below which there is no packing.
    pub(crate) fn bound(&self) -> u64 {
        self.reduced.bound
    }

    /// A search that learns from target to target. Those with other numbers try other orders.
    pub(crate) fn search(&self, number: u32) -> Members<'_> {
        Members::single(&self.reduced, number)
    }

    /// Looks for a packing of at most `target` bytes with at most `nodes` nodes.
    pub(crate) fn run(
        &self,
        search: &mut Members<'_>,
        target: u64,
        nodes: u64,
        meter: &mut Meter<'_>,
    ) -> Answer {
        // Callers repeat this until the meter is spent, so every call must cost something.
        meter.charge(8 * self.items.len() as u64 + 1);
        if self.reduced.clash.is_some() || self.reduced.bound > target {
            return Answer::Infeasible;
        }
        meter.within(Work { nodes, units: u64::MAX }, |part| search.run(target, part))
    }

    /// Offset of each item after a layout was found.
    pub(crate) fn offsets(&self, search: &Members<'_>) -> Vec<i64> {
        let mut offsets = self.fixed.clone();
        for (&id, &offset) in self.reduced.id.iter().zip(search.offsets()) {
            offsets[id as usize] = i64::try_from(offset * self.reduced.unit).unwrap_or(0);
        }
        offsets
    }
}
