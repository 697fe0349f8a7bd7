//! Maxima over ranges of sections: a segment tree in which ranges can be raised.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// One value for each section. A query and a raise take logarithmic time.
pub(crate) struct RangeMaximum {
    leaves: usize,
    /// Greatest value within the node's sections, not counting raises of its ancestors.
    most: Vec<u64>,
    /// Value to which the node's whole range was raised.
    whole: Vec<u64>,
}

impl RangeMaximum {
    /// All zero.
    pub(crate) fn new(sections: usize) -> Self {
        let leaves = sections.next_power_of_two().max(1);
        Self { leaves, most: vec![0; 2 * leaves], whole: vec![0; 2 * leaves] }
    }

    /// The values of `values`.
    pub(crate) fn over(values: &[u64]) -> Self {
        let mut maximum = Self::new(values.len());
        let leaves = maximum.leaves;
        maximum.most[leaves..leaves + values.len()].copy_from_slice(values);
        for node in (1..leaves).rev() {
            maximum.most[node] = maximum.most[2 * node].max(maximum.most[2 * node + 1]);
        }
        maximum
    }

    /// Greatest value in `sections`.
    pub(crate) fn of(&self, sections: Range<usize>) -> u64 {
        let mut best = 0;
        let (mut from, mut to) = (sections.start + self.leaves, sections.end + self.leaves);
        let (mut left, mut right) = (from, to - 1);
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
        // Raises of ancestors apply below them too.
        while left > 1 || right > 1 {
            left /= 2;
            right /= 2;
            best = best.max(self.whole[left.max(1)]).max(self.whole[right.max(1)]);
        }
        best
    }

    /// Raises `sections` to `value`, which is at least what they had.
    pub(crate) fn raise(&mut self, sections: Range<usize>, value: u64) {
        let (mut from, mut to) = (sections.start + self.leaves, sections.end + self.leaves);
        let (mut left, mut right) = (from, to - 1);
        while from < to {
            if from % 2 == 1 {
                (self.whole[from], self.most[from]) = (value, value);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                (self.whole[to], self.most[to]) = (value, value);
            }
            from /= 2;
            to /= 2;
        }
        while left > 1 || right > 1 {
            left /= 2;
            right /= 2;
            for node in [left.max(1), right.max(1)] {
                self.most[node] = self.most[node].max(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::random::Random;

    #[test]
    fn maxima_and_raises_agree_with_an_array() {
        let mut random = Random::new(11);
        for sections in [1usize, 2, 5, 64, 100] {
            let mut plain: Vec<u64> = (0..sections as u64).map(|s| s % 7).collect();
            let mut maximum = RangeMaximum::over(&plain);
            for _ in 0..300 {
                let (a, b) = (random.index(sections), random.index(sections));
                let (span, more) = (a.min(b)..a.max(b) + 1, random.below(9));
                let highest = plain[span.clone()].iter().copied().max().unwrap();
                assert_eq!(maximum.of(span.clone()), highest);
                maximum.raise(span.clone(), highest + more);
                plain[span].fill(highest + more);
            }
        }
    }
}
