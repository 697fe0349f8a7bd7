//! The squeaky wheel (Joslin and Clements 1999) over lowest-first dives: what ends high comes earlier next time.

use alloc::vec::Vec;

use super::incumbent::Greedy;
use super::lowest_first::Dive;
use crate::planner::reduction::Task;

/// A series of dives, each in an order made of the one before.
pub(crate) struct Wheel<'t> {
    task: &'t Task,
    dive: Dive<'t>,
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

impl<'t> Wheel<'t> {
    /// A series of at most `turns` dives that starts with `order`.
    pub(crate) fn new(task: &'t Task, order: Vec<u32>, turns: u32) -> Self {
        let mut priority = alloc::vec![0; task.len()];
        for (turn, &item) in (0i64..).zip(&order) {
            priority[item as usize] = turn;
        }
        Self { task, dive: Dive::new(task), order, priority, turns, begun: false, left: MOST_WORK }
    }

    /// Work of its dives.
    pub(crate) fn work(&self) -> u64 {
        self.dive.work
    }

    /// The next dive; its layout is offered to `greedy`. False if there are to be no more.
    pub(crate) fn turn(&mut self, greedy: &mut Greedy<'_>) -> bool {
        if self.turns == 0 || self.left == 0 {
            return false;
        }
        if self.begun {
            self.squeak();
        }
        self.begun = true;
        self.turns -= 1;
        greedy.fits += 1;
        let before = self.dive.work;
        let complete = self.dive.run(&self.order, u64::MAX, self.left);
        self.left = self.left.saturating_sub(self.dive.work - before);
        if complete {
            greedy.offer(&self.dive.offsets);
        } else {
            self.left = 0;
        }
        complete
    }

    /// Moves forward what ended in the upper part of the waste in the last dive.
    fn squeak(&mut self) {
        let (task, offsets) = (self.task, &self.dive.offsets);
        let waste = task.peak(offsets).saturating_sub(task.bound);
        let high = task.bound + waste / 8 * 3;
        for &item in &self.order {
            if task.end_bytes(item as usize, offsets[item as usize]) > high {
                let priority = &mut self.priority[item as usize];
                *priority = *priority * 3 / 4 - 1;
            }
        }
        let priority = &self.priority;
        self.order.sort_by_key(|&i| (priority[i as usize], i));
    }
}
