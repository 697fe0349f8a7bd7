//! Maxima over ranges of sections: a segment tree.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// One value for each section. A query takes logarithmic time.
pub(crate) struct RangeMaximum {
    leaves: usize,
    /// Greatest value within the node's sections.
    most: Vec<u64>,
}

impl RangeMaximum {
    /// The values of `values`.
    pub(crate) fn over(values: &[u64]) -> Self {
        let leaves = values.len().next_power_of_two();
        let mut most = vec![0; 2 * leaves];
        most[leaves..leaves + values.len()].copy_from_slice(values);
        for node in (1..leaves).rev() {
            most[node] = most[2 * node].max(most[2 * node + 1]);
        }
        Self { leaves, most }
    }

    /// Greatest value in `sections`.
    pub(crate) fn of(&self, sections: Range<usize>) -> u64 {
        let mut best = 0;
        let (mut from, mut to) = (sections.start + self.leaves, sections.end + self.leaves);
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
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::random::Random;

    #[test]
    fn maxima_agree_with_an_array() {
        let mut random = Random::new(11);
        for sections in [1usize, 2, 5, 64, 100] {
            let plain: Vec<u64> = (0..sections).map(|_| random.below(900)).collect();
            let maximum = RangeMaximum::over(&plain);
            for _ in 0..300 {
                let (a, b) = (random.index(sections), random.index(sections));
                let span = a.min(b)..a.max(b) + 1;
                assert_eq!(Some(maximum.of(span.clone())), plain[span].iter().copied().max());
            }
        }
    }
}
