//! The canonical form that all searches work on: buffers by rank, time reduced to its maximal live sets.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::model::{Bank, Buffer};
use crate::planner::reduction::{maximal_steps, sections_of};

/// With more conflicting pairs than this, only first fit is used.
const MAX_PAIRS: usize = 3_000_000;
/// Sums above this could overflow the signed arithmetic of the searches.
const MAX_SUM: u128 = 1 << 61;
/// Maximum number of banks in a mask.
const MAX_BANKS: usize = 32;
/// Maximum number of banks for the table of subsets, so that it stays small.
pub(crate) const MAX_EXACT_BANKS: usize = 6;

/// One buffer of an instance. Bytes are multiples of the instance's unit, except `real`.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Size rounded up to the unit: what is not available to its neighbours.
    pub(crate) size: i64,
    /// Size as declared.
    pub(crate) real: i64,
    /// First section.
    pub(crate) from: usize,
    /// Section after the last.
    pub(crate) to: usize,
    /// Banks that it may go to and that are large enough, as a mask.
    pub(crate) dom: u32,
    /// Allowed banks by preference, those that are too small included.
    pub(crate) prefs: Vec<u16>,
    /// Cost of any bank but the preferred one.
    pub(crate) weight: i64,
    /// Fixed offset.
    pub(crate) fixed: Option<i64>,
}

impl Item {
    /// Mask of the preferred bank.
    pub(crate) fn first(&self) -> u32 {
        1 << self.prefs[0]
    }

    /// Size times sections.
    pub(crate) fn area(&self) -> u64 {
        self.size.unsigned_abs().saturating_mul((self.to - self.from) as u64)
    }
}

/// A planning problem in canonical form.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Bytes of each bank rounded up to the unit: loads are compared with this.
    pub(crate) rooms: Vec<i64>,
    /// Usable bytes of each bank: no placement may end above.
    pub(crate) caps: Vec<i64>,
    /// Buffers by rank.
    pub(crate) items: Vec<Item>,
    /// Alignment of item `i` in bank `k` at `i * banks + k`.
    aligns: Vec<i64>,
    /// Items alive in each section, larger first.
    pub(crate) alive: Vec<Vec<u32>>,
    /// Items that begin in each section.
    pub(crate) starts: Vec<Vec<u32>>,
    /// Items with a fixed offset in each section.
    pub(crate) fixed_in: Vec<Vec<u32>>,
    /// Items alive together with each item.
    pub(crate) near: Vec<Vec<u32>>,
    /// Items by decreasing weight.
    pub(crate) by_weight: Vec<u32>,
    /// Index of each item in the caller's slice.
    pub(crate) source: Vec<u32>,
}

impl Instance {
    /// The canonical form, or `None` if the problem is too large for the searches: too many banks or conflicting
    /// pairs, or sums near the end of the number range.
    pub(crate) fn new(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Self> {
        let bytes: u128 = buffers.iter().map(|b| u128::from(b.size) + u128::from(b.align)).sum();
        let fixed: u128 = buffers.iter().filter_map(|b| b.fixed).map(u128::from).max().unwrap_or(0);
        let room: u128 = banks.iter().map(|b| u128::from(b.room()) + u128::from(b.align)).sum();
        let weight: u128 = buffers.iter().map(|b| u128::from(b.weight)).sum();
        if banks.len() > MAX_BANKS || bytes.max(fixed).max(room).max(weight) > MAX_SUM {
            return None;
        }
        let mut source: Vec<u32> = (0..u32::try_from(buffers.len()).ok()?).collect();
        source.sort_by_key(|&index| {
            let b = &buffers[index as usize];
            (b.rank, b.first, b.last, b.size, b.align, index)
        });
        let mut unit = 1u64 << 40;
        for b in buffers {
            for &k in b.banks {
                unit = unit.min(b.align_in(&banks[usize::from(k)]));
            }
            if let Some(offset) = b.fixed.filter(|&offset| offset > 0) {
                unit = unit.min(1 << offset.trailing_zeros());
            }
        }
        let unit = signed(unit);
        let caps: Vec<i64> = banks.iter().map(|b| signed(b.room())).collect();
        let steps = maximal_steps(buffers.iter().map(|b| (b.first, b.last)));
        let mut aligns = Vec::with_capacity(buffers.len() * banks.len());
        let mut items = Vec::with_capacity(buffers.len());
        for &index in &source {
            let b = &buffers[index as usize];
            let real = signed(b.size);
            let large_enough = |k: &&u16| real <= caps[usize::from(**k)];
            let (from, last) = sections_of(&steps, b.first, b.last);
            aligns.extend(banks.iter().map(|bank| signed(b.align_in(bank))));
            items.push(Item {
                size: up(real, unit),
                real,
                from: from as usize,
                to: last as usize + 1,
                dom: b.banks.iter().filter(large_enough).fold(0, |dom, &k| dom | 1 << k),
                prefs: b.banks.to_vec(),
                weight: signed(b.weight),
                fixed: b.fixed.map(signed),
            });
        }
        if items.iter().map(|item| item.to - item.from).sum::<usize>() > MAX_PAIRS {
            return None;
        }
        let [mut alive, mut starts, mut fixed_in] = [(); 3].map(|()| vec![Vec::new(); steps.len()]);
        let mut near = vec![Vec::new(); items.len()];
        let mut by_size: Vec<u32> = (0..u32::try_from(items.len()).ok()?).collect();
        let mut by_weight = by_size.clone();
        by_size.sort_by_key(|&i| (Reverse(items[i as usize].size), i));
        by_weight.sort_by_key(|&i| (Reverse(items[i as usize].weight), i));
        for &i in &by_size {
            let item = &items[i as usize];
            starts[item.from].push(i);
            alive[item.from..item.to].iter_mut().for_each(|list| list.push(i));
            if item.fixed.is_some() {
                fixed_in[item.from..item.to].iter_mut().for_each(|list| list.push(i));
            }
        }
        let mut pairs = 0usize;
        for (section, begun) in starts.iter().enumerate() {
            for &i in begun {
                for &j in &alive[section] {
                    // Pairs that begin together are seen from both sides; the one with the lower index counts them.
                    let together = items[j as usize].from == section;
                    if j != i && (!together || i < j) {
                        near[i as usize].push(j);
                        near[j as usize].push(i);
                        pairs += 1;
                    }
                }
                if pairs > MAX_PAIRS {
                    return None;
                }
            }
        }
        let rooms = caps.iter().map(|&cap| up(cap, unit)).collect();
        Some(Self { rooms, caps, items, aligns, alive, starts, fixed_in, near, by_weight, source })
    }

    /// Alignment of an item's offset in a bank.
    pub(crate) fn align(&self, item: usize, bank: usize) -> i64 {
        self.aligns[item * self.caps.len() + bank]
    }

    /// Number of sections.
    pub(crate) fn sections(&self) -> usize {
        self.alive.len()
    }

    /// Lowest offset of `item` in `bank` at or above `floor`.
    pub(crate) fn rest(&self, item: usize, bank: usize, floor: i64) -> i64 {
        up(floor, self.align(item, bank))
    }

    /// Highest offset of `item` in `bank`; negative if the bank is too small.
    pub(crate) fn highest(&self, item: usize, bank: usize) -> i64 {
        let top = self.caps[bank] - self.items[item].real;
        if top < 0 { -1 } else { top - top % self.align(item, bank) }
    }

    /// The unavoidable cost of misses: the weight of items for which the preferred bank is too small.
    pub(crate) fn least_misses(&self) -> i64 {
        let hopeless = self.items.iter().filter(|item| item.dom & item.first() == 0);
        hopeless.map(|item| item.weight).sum()
    }
}

/// `value` as a signed number; larger ones were rejected before.
fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// `value` rounded up to a multiple of `unit`.
pub(crate) fn up(value: i64, unit: i64) -> i64 {
    let over = value % unit;
    if over == 0 { value } else { value + unit - over }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_rounds_to_the_unit_of_all_offsets() {
        let banks = [Bank::new(100).with_align(32)];
        let buffers = [Buffer::new(33, 4, 0, 1, &[0]), Buffer::new(20, 4, 1, 2, &[0])];
        let instance = Instance::new(&banks, &buffers).unwrap();
        assert_eq!((instance.rooms[0], instance.caps[0]), (128, 100));
        assert_eq!((instance.items[0].size, instance.items[1].size), (64, 32));
        assert_eq!(instance.highest(1, 0), 64);
        assert_eq!(instance.near, [[1], [0]]);
    }
}
