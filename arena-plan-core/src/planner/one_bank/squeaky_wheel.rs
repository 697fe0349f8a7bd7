//! The squeaky wheel (Joslin and Clements 1999) over lowest-first dives: what ends high comes earlier next time.

use alloc::vec::Vec;

use super::incumbent::Incumbent;
use super::lowest_first::LowestFirst;
use crate::planner::reduction::Instance;

/// A series of dives, each in an order made of the one before.
pub(crate) struct SqueakyWheel<'t> {
    instance: &'t Instance,
    lowest_first: LowestFirst<'t>,
    order: Vec<u32>,
    /// The less, the earlier the item comes.
    priority: Vec<i64>,
    /// Dives that may follow, and whether one has been made.
    turns: u32,
    begun: bool,
    /// What the series may still spend.
    left: u64,
}

/// Dives of a series. The first ones find most of what there is to find.
pub(crate) const TURNS: u32 = 20;

/// What a series may spend. A million items of which 500 are alive at once take more than half of it for one dive.
const MOST_WORK: u64 = 500_000_000;

impl<'t> SqueakyWheel<'t> {
    /// A series of at most `turns` dives that starts with `order`.
    pub(crate) fn new(instance: &'t Instance, order: Vec<u32>, turns: u32) -> Self {
        let mut priority = alloc::vec![0; instance.len()];
        for (turn, &item) in (0i64..).zip(&order) {
            priority[item as usize] = turn;
        }
        Self {
            instance,
            lowest_first: LowestFirst::new(instance),
            order,
            priority,
            turns,
            begun: false,
            left: MOST_WORK,
        }
    }

    /// Work of its dives.
    pub(crate) fn work(&self) -> u64 {
        self.lowest_first.work
    }

    /// The next dive; its layout is offered to `greedy`. False if there are to be no more.
    pub(crate) fn turn(&mut self, incumbent: &mut Incumbent<'_>) -> bool {
        if self.turns == 0 || self.left == 0 {
            return false;
        }
        if self.begun {
            self.squeak();
        }
        self.begun = true;
        self.turns -= 1;
        incumbent.fits += 1;
        let before = self.lowest_first.work;
        let complete = self.lowest_first.run(&self.order, u64::MAX, self.left);
        self.left = self.left.saturating_sub(self.lowest_first.work - before);
        if complete {
            incumbent.offer(&self.lowest_first.offsets);
        } else {
            self.left = 0;
        }
        complete
    }

    /// Moves forward what ended in the upper part of the waste in the last dive.
    fn squeak(&mut self) {
        let (instance, offsets) = (self.instance, &self.lowest_first.offsets);
        let waste = instance.peak(offsets).saturating_sub(instance.bound);
        let high = instance.bound + waste / 8 * 3;
        for &item in &self.order {
            if instance.end_bytes(item as usize, offsets[item as usize]) > high {
                let priority = &mut self.priority[item as usize];
                *priority = *priority * 3 / 4 - 1;
            }
        }
        let priority = &self.priority;
        self.order.sort_by_key(|&i| (priority[i as usize], i));
    }
}
