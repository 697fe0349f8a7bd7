//! Pseudo-random numbers that are the same on every machine, seeded only by the planner, and the restart sequence.

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `n` (at least 1, below `2^32`); its bias is below `n / 2^32`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((self.next() >> 32) * n) >> 32
    }

    /// An index below `len`, which must not be 0.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).unwrap_or(0)
    }

    /// A factor between `low` and `high` percent.
    pub(crate) fn percent(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }
}

/// Spreads the bits of `value`: the output function of SplitMix64.
pub(crate) fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// Element `index` (from 1) of the sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman 1993), with which restarts
/// are within a logarithmic factor of the best schedule for an unknown distribution.
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
}
