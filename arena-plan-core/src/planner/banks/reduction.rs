//! The canonical form that all searches work on: buffers by rank, time reduced to its maximal live sets.

use alloc::vec;
use alloc::vec::Vec;

use crate::model::{Bank, Buffer, Placement};

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
    /// A step of each section.
    pub(crate) steps: Vec<u32>,
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
    /// Index of each item in the caller's slice (or in the instance from which it was extracted).
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
        let mut source = Vec::with_capacity(buffers.len());
        for index in 0..buffers.len() {
            source.push(u32::try_from(index).ok()?);
        }
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
        let mut aligns = Vec::with_capacity(buffers.len() * banks.len());
        let mut items = Vec::with_capacity(buffers.len());
        let mut lives = Vec::with_capacity(buffers.len());
        for &index in &source {
            let b = &buffers[index as usize];
            let real = signed(b.size);
            let mut dom = 0;
            for &k in b.banks {
                if real <= caps[usize::from(k)] {
                    dom |= 1 << k;
                }
            }
            aligns.extend(banks.iter().map(|bank| signed(b.align_in(bank))));
            items.push(Item {
                size: up(real, unit),
                real,
                from: 0,
                to: 0,
                dom,
                prefs: b.banks.to_vec(),
                weight: signed(b.weight),
                fixed: b.fixed.map(signed),
            });
            lives.push((b.first, b.last));
        }
        Self::assemble(caps, items, &lives, aligns, source, unit)
    }

    /// Derives sections and lists from lifetimes in any unit of time.
    fn assemble(
        caps: Vec<i64>,
        mut items: Vec<Item>,
        lives: &[(u32, u32)],
        aligns: Vec<i64>,
        source: Vec<u32>,
        unit: i64,
    ) -> Option<Self> {
        let steps = maximal_steps(lives);
        let mut degree = 0usize;
        for (item, &(first, last)) in items.iter_mut().zip(lives) {
            item.from = steps.partition_point(|&step| step < first);
            item.to = steps.partition_point(|&step| step <= last);
        }
        let mut alive = vec![Vec::new(); steps.len()];
        let mut starts = vec![Vec::new(); steps.len()];
        let mut fixed_in = vec![Vec::new(); steps.len()];
        let mut near = vec![Vec::new(); items.len()];
        let mut by_size: Vec<u32> = (0..u32::try_from(items.len()).ok()?).collect();
        let mut by_weight = by_size.clone();
        by_size.sort_by_key(|&i| (core::cmp::Reverse(items[i as usize].size), i));
        by_weight.sort_by_key(|&i| (core::cmp::Reverse(items[i as usize].weight), i));
        for &i in &by_size {
            let item = &items[i as usize];
            degree += item.to - item.from;
            if degree > MAX_PAIRS {
                return None;
            }
            for list in &mut alive[item.from..item.to] {
                list.push(i);
            }
            starts[item.from].push(i);
            if item.fixed.is_some() {
                for list in &mut fixed_in[item.from..item.to] {
                    list.push(i);
                }
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
        Some(Self { rooms, caps, items, aligns, steps, alive, starts, fixed_in, near, by_weight, source })
    }

    /// Alignment of an item's offset in a bank.
    pub(crate) fn align(&self, item: usize, bank: usize) -> i64 {
        self.aligns[item * self.caps.len() + bank]
    }

    /// Number of sections.
    pub(crate) fn sections(&self) -> usize {
        self.steps.len()
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

    /// Sum of the weights of items outside their preferred bank.
    pub(crate) fn misses(&self, banks: &[u16]) -> i64 {
        let missed = self.items.iter().zip(banks).filter(|(item, bank)| item.prefs[0] != **bank);
        missed.map(|(item, _)| item.weight).sum()
    }

    /// The unavoidable part of that: the weight of items for which the preferred bank is too small.
    pub(crate) fn least_misses(&self) -> i64 {
        let hopeless = self.items.iter().filter(|item| item.dom & item.first() == 0);
        hopeless.map(|item| item.weight).sum()
    }

    /// The layout by the caller's indices.
    pub(crate) fn placements(&self, layout: &Layout) -> Vec<Placement> {
        let mut placements = vec![Placement::default(); self.items.len()];
        for (i, &index) in self.source.iter().enumerate() {
            let offset = layout.offsets[i].unsigned_abs();
            placements[index as usize] = Placement { bank: layout.banks[i], offset };
        }
        placements
    }
}

/// A complete layout of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Bank of each item.
    pub(crate) banks: Vec<u16>,
    /// Offset of each item.
    pub(crate) offsets: Vec<i64>,
}

/// Steps whose sets of live buffers are maximal; every conflict occurs in one of them (the maximal cliques of
/// an interval graph: a step where something ends after something has begun).
fn maximal_steps(lives: &[(u32, u32)]) -> Vec<u32> {
    let mut firsts: Vec<u32> = lives.iter().map(|life| life.0).collect();
    let mut lasts: Vec<u32> = lives.iter().map(|life| life.1).collect();
    firsts.sort_unstable();
    lasts.sort_unstable();
    let mut steps = Vec::new();
    let mut begun = 0;
    for &last in &lasts {
        let before = begun;
        while begun < firsts.len() && firsts[begun] <= last {
            begun += 1;
        }
        if begun > before {
            steps.push(last);
        }
    }
    steps
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
    fn only_maximal_live_sets_remain() {
        // a is alive in steps 0..=1, a and b in 2, b in 3, b and c in 4.
        assert_eq!(maximal_steps(&[(0, 2), (2, 4), (4, 4)]), [2, 4]);
        assert_eq!(maximal_steps(&[(0, 9)]), [9]);
    }

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
