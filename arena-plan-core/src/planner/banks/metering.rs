//! Counted work and repeatable chance: the meter, the pseudo-random numbers and the restart sequence.

use super::hold::Hold;
use crate::planner::meter::Aim;

/// Counts work against a limit. One unit is one touched table cell or one compared buffer, so a second of
/// an optimised build is a few hundred million units on a desktop processor.
#[derive(Clone)]
pub(crate) struct Meter<'h> {
    /// Work done so far.
    pub(crate) spent: u64,
    /// Work at which everything stops.
    pub(crate) limit: u64,
    /// The caller's hold, if anybody watches.
    hold: Option<&'h Hold<'h>>,
}

impl<'h> Meter<'h> {
    /// A meter that stops after `limit` units.
    pub(crate) fn new(limit: u64) -> Self {
        Self { spent: 0, limit, hold: None }
    }

    /// A meter that also stops when the caller wants an end, and reports to it.
    pub(crate) fn held(limit: u64, hold: &'h Hold<'h>) -> Self {
        Self { spent: 0, limit, hold: Some(hold) }
    }

    /// Charges `units`.
    pub(crate) fn charge(&mut self, units: u64) {
        self.spent = self.spent.saturating_add(units);
        if let Some(hold) = self.hold {
            hold.count(units);
        }
    }

    /// Whether the limit is reached or the caller wants an end.
    pub(crate) fn over(&self) -> bool {
        self.spent >= self.limit || self.stopped()
    }

    /// Whether the caller wants an end. To be asked where a search that merely ran out of work still does something.
    pub(crate) fn stopped(&self) -> bool {
        self.hold.is_some_and(Hold::stopped)
    }

    /// Says what is sought, and how near the best so far is.
    pub(crate) fn tell(&self, aim: Aim, best: u64, bound: u64, target: u64) {
        if let Some(hold) = self.hold {
            hold.tell(aim, best, bound, target);
        }
    }

    /// The caller's hold.
    pub(crate) fn hold(&self) -> Option<&'h Hold<'h>> {
        self.hold
    }

    /// Runs `part` under a limit of its own, whatever is left, and charges what it spent.
    pub(crate) fn beside<R>(&mut self, units: u64, part: impl FnOnce(&mut Self) -> R) -> R {
        let mut inner = Self { spent: 0, limit: units, hold: self.hold };
        let result = part(&mut inner);
        // The hold has counted it already.
        self.spent = self.spent.saturating_add(inner.spent);
        result
    }

    /// Runs `part` under at most `units` of what is left, and charges what it spent.
    pub(crate) fn within<R>(&mut self, units: u64, part: impl FnOnce(&mut Self) -> R) -> R {
        let left = self.limit.saturating_sub(self.spent);
        self.beside(units.min(left), part)
    }
}

/// A small generator of pseudo-random numbers (the SplitMix64 sequence by Steele, Lea and Flood).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0; the bias is below `bound / 2^32`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((self.next() >> 32) * bound) >> 32
    }

    /// An index below `len`, which must not be 0.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).unwrap_or(0)
    }

    /// A factor between `low` and `high` per cent.
    pub(crate) fn percent(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }
}

/// Spreads the bits of `value` (the output function of SplitMix64).
pub(crate) fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Element `index` (from 1) of the sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman).
pub(crate) fn luby(index: u64) -> u64 {
    let mut at = index.max(1);
    loop {
        let bits = u64::BITS - at.leading_zeros();
        if at == (1u64 << bits) - 1 {
            return 1 << (bits - 1);
        }
        at -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_starts_as_published() {
        let first: alloc::vec::Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn a_part_cannot_exceed_the_whole() {
        let mut meter = Meter::new(10);
        meter.within(100, |part| {
            assert_eq!(part.limit, 10);
            part.charge(12);
        });
        assert!(meter.over());
        assert_eq!(meter.spent, 12);
    }
}
