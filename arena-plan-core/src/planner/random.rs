//! A small generator of pseudo-random numbers: the same on every machine, seeded by the planner alone.

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n` (at least 1, below `2^32`).
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((self.next() >> 32) * n) >> 32
    }

    /// One of `choices`.
    pub(crate) fn pick(&mut self, choices: &[i64]) -> i64 {
        let n = choices.len() as u64;
        usize::try_from(self.below(n.max(1))).ok().and_then(|i| choices.get(i)).copied().unwrap_or(0)
    }
}
