//! Whole cache lines: what a buffer that bus masters access takes.

use alloc::collections::BTreeMap;

use super::named::{Bank, Needs};
use crate::model::align_up;

/// The cache lines of the banks of a problem.
///
/// The line of a buffer for DMA is the largest of those of the banks that it may go to, so that its size does not depend
/// on the bank in which the planner puts it.
///
/// ```
/// use arena_plan_core::problem::{Bank, Buffer, Lines};
/// let banks = [Bank::new("sram", 256).with_cache_line(32)];
/// let frame = Buffer::new("frame", 40, 0, 1, &["sram"]);
/// let lines = Lines::new(&banks);
/// assert_eq!((lines.taken(&frame.needs), lines.taken(&frame.with_dma().needs)), (40, 64));
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a>(BTreeMap<&'a str, u64>);

impl<'a> Lines<'a> {
    /// Those of these banks.
    pub fn new(banks: &'a [Bank]) -> Self {
        let cached = banks.iter().filter(|bank| bank.model.cache_line > 1);
        Self(cached.map(|bank| (&*bank.id, bank.model.cache_line)).collect())
    }

    /// Bytes of the cache lines that the buffer needs whole; 1 if it needs none.
    pub fn of(&self, needs: &Needs) -> u64 {
        // An alias is in the lines of the buffer whose bytes it is.
        if !needs.dma || needs.alias.is_some() || self.0.is_empty() {
            return 1;
        }
        let line = |bank| self.0.get(bank).copied().unwrap_or(1);
        match needs.fixed_bank.as_deref() {
            Some(bank) => line(bank),
            None => needs.banks.iter().map(|bank| line(bank)).max().unwrap_or(1),
        }
    }

    /// Bytes that the buffer takes: its size, in whole cache lines if it needs them. Saturates at `u64::MAX`.
    pub fn taken(&self, needs: &Needs) -> u64 {
        align_up(needs.bytes, self.of(needs)).unwrap_or(u64::MAX)
    }
}
