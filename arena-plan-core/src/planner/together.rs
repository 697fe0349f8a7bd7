//! The bound of several banks together: what is alive at once needs bytes, whichever banks it goes to.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::bound::homes;
use crate::model::{Bank, Buffer};
use crate::planner::reduction::{loads, maximal_steps, sections_of};

/// Maximum number of banks for which all sets are examined.
const ALL_SETS: usize = 6;

/// A lower bound of the sum of the high-water marks of a layout that fits, in bytes. `alone` is the same for each
/// bank and the buffers that have no other.
///
/// The banks are divided into groups in the way that gives the highest bound: the marks of a group add up to at least
/// the peak load of the buffers that can go nowhere else. For up to six banks all divisions are tried, above that
/// each bank by itself and all together.
///
/// Takes `n log n` time for `n` buffers, and `n` for each set of banks.
pub(super) fn bound(banks: &[Bank], buffers: &[Buffer<'_>], alone: &[u64]) -> u64 {
    let apart = alone.iter().fold(0u64, |sum, &bound| sum.saturating_add(bound));
    let sum = buffers.iter().try_fold(0u64, |sum, buffer| sum.checked_add(buffer.size));
    if banks.len() < 2 || banks.len() > 64 || sum.is_none() {
        return apart;
    }
    let steps = maximal_steps(buffers.iter().map(|b| (b.first, b.last.max(b.first))));
    let lives =
        buffers.iter().map(|b| (homes(banks, b), sections_of(&steps, b.first, b.last.max(b.first)), b.size));
    let lives: Vec<_> = lives.collect();
    // Peak load of the buffers that cannot go to a bank outside the set.
    let peak = |set: u64| {
        let confined = lives.iter().filter(|(homes, ..)| *homes != 0 && homes & !set == 0);
        let load = loads(steps.len(), confined.map(|&(_, (first, last), bytes)| (first, last, bytes)));
        load.into_iter().max().unwrap_or(0)
    };
    let all = u64::MAX >> (64 - banks.len());
    if banks.len() > ALL_SETS {
        return apart.max(peak(all));
    }
    // The best of each set: as a whole, or in two parts.
    let mut best = vec![0u64; 1 << banks.len()];
    for set in 1..best.len() {
        let single = set.is_power_of_two().then(|| alone[set.trailing_zeros() as usize]);
        let mut most = peak(set as u64).max(single.unwrap_or(0));
        let mut part = (set - 1) & set;
        while part > 0 {
            most = most.max(best[part].saturating_add(best[set & !part]));
            part = (part - 1) & set;
        }
        best[set] = most;
    }
    best[best.len() - 1]
}
