//! Squeaky wheel optimisation (Joslin and Clements 1999) over lowest-first placements: items that end high in one of
//! them come earlier in the next.

use alloc::vec::Vec;

use super::incumbent::Incumbent;
use super::lowest_first::LowestFirst;
use crate::planner::meter::Meter;
use crate::planner::reduction::Instance;

/// A series of placements, each in an order derived from the previous one.
pub(crate) struct SqueakyWheel<'t> {
    instance: &'t Instance,
    placement: LowestFirst<'t>,
    order: Vec<u32>,
    /// The smaller, the earlier the item comes.
    priority: Vec<i64>,
    /// Whether the last placement was abandoned.
    is_over: bool,
}

impl<'t> SqueakyWheel<'t> {
    /// A series that starts with `order`.
    pub(crate) fn new(instance: &'t Instance, order: Vec<u32>) -> Self {
        let mut priority = alloc::vec![0; instance.len()];
        for (turn, &item) in (0i64..).zip(&order) {
            priority[item as usize] = turn;
        }
        let placement = LowestFirst::new(instance);
        Self { instance, placement, order, priority, is_over: false }
    }

    /// Makes the next placement and offers it to `incumbent`. Returns `false` once one needed more work than `meter`
    /// has left.
    pub(crate) fn turn(&mut self, incumbent: &mut Incumbent<'_>, meter: &mut Meter<'_>) -> bool {
        if self.is_over || meter.is_over() {
            return false;
        }
        incumbent.fits += 1;
        self.is_over = !self.placement.run(&self.order, meter);
        if !self.is_over {
            incumbent.offer(&self.placement.offsets);
            self.reorder();
        }
        !self.is_over
    }

    /// Moves forward the items that ended in the upper part of the waste in the last placement.
    fn reorder(&mut self) {
        let (instance, offsets) = (self.instance, &self.placement.offsets);
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
