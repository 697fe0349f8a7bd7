//! The bound of several banks together: what is alive at once needs bytes, whichever banks it goes to.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::bound::homes;
use crate::model::{Bank, Buffer};

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
    if banks.len() < 2 || banks.len() > 64 {
        return apart;
    }
    let events = Events::new(banks, buffers);
    let all = u64::MAX >> (64 - banks.len());
    if banks.len() > ALL_SETS {
        return apart.max(events.peak(all));
    }
    // The best of each set: as a whole, or in two parts.
    let mut best = vec![0u64; 1 << banks.len()];
    for set in 1..best.len() {
        let single = set.is_power_of_two().then(|| alone[set.trailing_zeros() as usize]);
        let mut most = events.peak(set as u64).max(single.unwrap_or(0));
        let mut part = (set - 1) & set;
        while part > 0 {
            most = most.max(best[part].saturating_add(best[set & !part]));
            part = (part - 1) & set;
        }
        best[set] = most;
    }
    best[best.len() - 1]
}

/// Births and deaths in chronological order, each with the bytes and the banks of its buffer.
struct Events(Vec<(u32, bool, u64, u64)>);

impl Events {
    fn new(banks: &[Bank], buffers: &[Buffer<'_>]) -> Self {
        let mut events = Vec::with_capacity(2 * buffers.len());
        for buffer in buffers {
            let homes = homes(banks, buffer);
            events.push((buffer.first, false, buffer.size, homes));
            // A buffer that dies in a step is alive in it.
            events.push((buffer.last, true, buffer.size, homes));
        }
        events.sort_unstable_by_key(|&(step, dies, ..)| (step, dies));
        Self(events)
    }

    /// Peak load of the buffers that cannot go to a bank outside the set.
    fn peak(&self, set: u64) -> u64 {
        let (mut load, mut peak) = (0u64, 0u64);
        for &(_, dies, bytes, _) in self.0.iter().filter(|event| event.3 != 0 && event.3 & !set == 0) {
            load = if dies { load.saturating_sub(bytes) } else { load.saturating_add(bytes) };
            peak = peak.max(load);
        }
        peak
    }
}

#[cfg(test)]
mod tests {
    use super::bound;
    use crate::model::{Bank, Buffer};

    #[test]
    fn what_is_alive_at_once_counts_against_all_banks_together() {
        let banks = [Bank::new(100), Bank::new(100), Bank::new(100)];
        let buffers = [
            Buffer::new(60, 1, 0, 0, &[0, 1]),
            Buffer::new(50, 1, 0, 1, &[1, 0]),
            Buffer::new(30, 1, 1, 2, &[2]),
            Buffer::new(90, 1, 2, 2, &[0]),
        ];
        // 110 bytes in the first two banks in step 0, and 30 in the third in step 1: at other times, but in other banks.
        assert_eq!(bound(&banks, &buffers, &[90, 0, 30]), 140);
        // All banks together in step 0: 110; each by itself: 120.
        let many = [banks.as_slice(), &banks, &banks].concat();
        assert_eq!(bound(&many, &buffers, &[90, 0, 30, 0, 0, 0, 0, 0, 0]), 120);
        assert_eq!(bound(&many, &buffers, &[0; 9]), 120);
    }
}
