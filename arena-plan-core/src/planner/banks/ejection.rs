//! Ejection chains (Nagata and Bräysy 2009, for vehicle routing): a partial layout, whose unplaced buffers eject
//! others at a growing penalty.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::reduction::{Instance, Item};
use crate::model::Placement;
use crate::planner::meter::Meter;
use crate::planner::random::Random;

/// Marks an item of the pool.
pub(crate) const UNPLACED: u16 = u16::MAX;

/// The cost of ejecting a fixed item.
const FORBIDDEN: u64 = u64::MAX >> 8;

/// A layout in which some items may be unplaced.
#[derive(Clone, Debug)]
pub(crate) struct Partial<'c> {
    pub(crate) instance: &'c Instance,
    /// Bank of each item, or [`UNPLACED`].
    pub(crate) banks: Vec<u16>,
    /// Offset of each item that has a bank.
    pub(crate) offsets: Vec<i64>,
}

impl<'c> Partial<'c> {
    /// Everything unplaced.
    pub(crate) fn new(instance: &'c Instance) -> Self {
        let n = instance.items.len();
        Self { instance, banks: vec![UNPLACED; n], offsets: vec![0; n] }
    }

    /// First fit by decreasing size, fixed items first; what fits nowhere stays unplaced.
    pub(crate) fn first_fit(instance: &'c Instance, meter: &mut Meter<'_>) -> Self {
        let mut partial = Self::new(instance);
        let mut order: Vec<usize> = (0..instance.items.len()).collect();
        order.sort_by_key(|&i| (instance.items[i].fixed.is_none(), Reverse(instance.items[i].size)));
        let mut list = Vec::new();
        for i in order {
            for &bank in &instance.items[i].prefs {
                if partial.fit(i, bank.into(), &mut list, meter) {
                    break;
                }
            }
        }
        partial
    }

    /// Puts an item into a bank at the lowest free offset, if there is one within the room.
    pub(crate) fn fit(
        &mut self,
        item: usize,
        bank: usize,
        list: &mut Vec<(i64, i64, u32)>,
        meter: &mut Meter<'_>,
    ) -> bool {
        meter.charge(self.instance.near[item].len() as u64 + 1);
        let offset = self.lowest(item, bank, list);
        offset.inspect(|&offset| self.place(item, bank, offset)).is_some()
    }

    /// Puts an item into a bank.
    pub(crate) fn place(&mut self, item: usize, bank: usize, offset: i64) {
        self.banks[item] = u16::try_from(bank).unwrap_or(UNPLACED);
        self.offsets[item] = offset;
    }

    /// Whether nothing is unplaced.
    pub(crate) fn is_complete(&self) -> bool {
        !self.banks.contains(&UNPLACED)
    }

    /// Sum of the weights of items outside their preferred bank.
    pub(crate) fn misses(&self) -> i64 {
        let missed =
            self.instance.items.iter().zip(&self.banks).filter(|(item, bank)| item.prefs[0] != **bank);
        missed.map(|(item, _)| item.weight).sum()
    }

    /// The layout by the caller's indices.
    pub(crate) fn placements(&self) -> Vec<Placement> {
        let mut placements = vec![Placement::default(); self.banks.len()];
        for (i, &index) in self.instance.source.iter().enumerate() {
            placements[index as usize] =
                Placement { bank: self.banks[i], offset: self.offsets[i].unsigned_abs() };
        }
        placements
    }

    /// The sum of a figure of the unplaced items.
    pub(crate) fn unplaced(&self, figure: impl Fn(&Item) -> u64) -> u64 {
        let unplaced = self.instance.items.iter().zip(&self.banks).filter(|(_, bank)| **bank == UNPLACED);
        unplaced.map(|(item, _)| figure(item)).sum()
    }

    /// Placed neighbours of `item` in `bank`, as (offset, end, index) by increasing offset.
    fn around(&self, item: usize, bank: usize, list: &mut Vec<(i64, i64, u32)>) {
        list.clear();
        for &j in &self.instance.near[item] {
            if usize::from(self.banks[j as usize]) == bank {
                let offset = self.offsets[j as usize];
                list.push((offset, offset + self.instance.items[j as usize].size, j));
            }
        }
        list.sort_unstable();
    }

    /// Lowest free offset of `item` in `bank` at which it ends within the room.
    fn lowest(&self, item: usize, bank: usize, list: &mut Vec<(i64, i64, u32)>) -> Option<i64> {
        self.lowest_anywhere(item, bank, list).filter(|&offset| offset <= self.instance.highest(item, bank))
    }

    /// Lowest free offset of `item` in `bank`, also above the room; for a fixed item its fixed offset, if that is
    /// free.
    fn lowest_anywhere(&self, item: usize, bank: usize, list: &mut Vec<(i64, i64, u32)>) -> Option<i64> {
        self.around(item, bank, list);
        let part = &self.instance.items[item];
        if let Some(fixed) = part.fixed {
            let is_free = list.iter().all(|&(low, high, _)| high <= fixed || low >= fixed + part.size);
            return is_free.then_some(fixed);
        }
        let mut offset = 0;
        for &(low, high, _) in list.iter() {
            if offset + part.size <= low {
                break;
            }
            offset = offset.max(self.instance.rest(item, bank, high.max(offset)));
        }
        Some(offset)
    }

    /// The layout with each unplaced item, the largest first, in the bank where it ends least above the room. `None`
    /// if a fixed place is taken, since others would have to move.
    pub(crate) fn stacked(mut self, meter: &mut Meter<'_>) -> Option<Self> {
        let instance = self.instance;
        let mut unplaced: Vec<usize> = (0..self.banks.len()).filter(|&i| self.banks[i] == UNPLACED).collect();
        unplaced.sort_by_key(|&i| (Reverse(instance.items[i].size), i));
        let mut list = Vec::new();
        for i in unplaced {
            let item = &instance.items[i];
            let mut best: Option<(i64, usize, i64)> = None;
            for &bank in item.prefs.iter().filter(|_| item.fixed.is_none()) {
                let bank = usize::from(bank);
                meter.charge(instance.near[i].len() as u64);
                let offset = self.lowest_anywhere(i, bank, &mut list)?;
                let over = (offset + item.real - instance.caps[bank]).max(0);
                if best.is_none_or(|old| over < old.0) {
                    best = Some((over, bank, offset));
                }
            }
            let (_, bank, offset) = best?;
            self.place(i, bank, offset);
        }
        Some(self)
    }

    /// Slides every movable item of one bank down, or up, keeping their order.
    fn slide(&mut self, bank: usize, down: bool, meter: &mut Meter<'_>) {
        let mut order: Vec<(i64, u32)> = Vec::new();
        for (i, &at) in (0u32..).zip(&self.banks) {
            if usize::from(at) == bank {
                order.push((self.offsets[i as usize], i));
            }
        }
        order.sort_unstable();
        if !down {
            order.reverse();
        }
        let mut done = vec![false; self.banks.len()];
        for &(offset, i) in &order {
            let index = i as usize;
            let part = &self.instance.items[index];
            let mut best = if down { 0 } else { self.instance.highest(index, bank) };
            meter.charge(self.instance.near[index].len() as u64);
            for &j in &self.instance.near[index] {
                let j = j as usize;
                if usize::from(self.banks[j]) != bank || !(done[j] || self.instance.items[j].fixed.is_some())
                {
                    continue;
                }
                // A fixed item on the other side does not block this direction.
                if down && self.offsets[j] < offset {
                    best = best.max(self.instance.rest(
                        index,
                        bank,
                        self.offsets[j] + self.instance.items[j].size,
                    ));
                } else if !down && self.offsets[j] > offset {
                    let room = self.offsets[j] - part.size;
                    best = best.min(room - room.rem_euclid(self.instance.align(index, bank)));
                }
            }
            if part.fixed.is_none() {
                self.offsets[index] = best;
            }
            done[index] = true;
        }
    }

    /// Moves an item to a random free place.
    fn relocate(
        &mut self,
        item: usize,
        random: &mut Random,
        meter: &mut Meter<'_>,
        list: &mut Vec<(i64, i64, u32)>,
    ) {
        let part = &self.instance.items[item];
        if part.fixed.is_some() || self.banks[item] == UNPLACED || part.dom == 0 {
            return;
        }
        let choice = random.below(u64::from(part.dom.count_ones()));
        let bank = banks(part.dom).nth(usize::try_from(choice).unwrap_or(0)).unwrap_or(0);
        self.around(item, bank, list);
        meter.charge((self.instance.near[item].len() + list.len()) as u64);
        let highest = self.instance.highest(item, bank);
        let mut spots: Vec<i64> = Vec::new();
        let mut floor = 0;
        for &(low, high, _) in list.iter().chain(core::iter::once(&(i64::MAX, i64::MAX, 0))) {
            let bottom = self.instance.rest(item, bank, floor);
            let top = if low == i64::MAX { highest } else { low - part.size };
            let top = top - top.rem_euclid(self.instance.align(item, bank));
            if bottom <= top && top <= highest {
                spots.push(bottom);
                spots.push(top);
            }
            floor = floor.max(if high == i64::MAX { 0 } else { high });
        }
        if !spots.is_empty() {
            self.offsets[item] = spots[random.index(spots.len())];
            self.banks[item] = u16::try_from(bank).unwrap_or(UNPLACED);
        }
    }
}

/// Ejection chains: each unplaced item, the largest first, goes where that costs least, and what it overlaps is
/// unplaced in turn, at a penalty that grows each time. Ends when all are placed (`true`) or after `scans` items.
///
/// The penalty of items in `dear` starts higher. `harm` is the extra cost of any bank but the preferred one, in
/// 1/1000 of an ejection per largest weight.
pub(crate) fn eject(
    partial: &mut Partial<'_>,
    dear: &[usize],
    scans: u64,
    harm: u64,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> bool {
    let instance = partial.instance;
    let n = instance.items.len();
    // Callers repeat this until the meter is spent, so every call must cost something.
    meter.charge(n as u64 + 1);
    let mut penalties = vec![1u64; n];
    dear.iter().for_each(|&i| penalties[i] += 5);
    let areas: u64 = instance.items.iter().fold(0, |sum, item| u64::saturating_add(sum, item.area()));
    let mean = (areas / n.max(1) as u64).max(1);
    let stake = |j: usize| (u128::from(instance.items[j].area()) * 10_000 / u128::from(mean)).isqrt() + 10;
    let stakes: Vec<u64> = (0..n).map(|j| u64::try_from(stake(j)).unwrap_or(u64::MAX >> 20)).collect();
    let heaviest = instance.by_weight.first().map_or(1, |&i| instance.items[i as usize].weight.max(1));
    let mut pool: Vec<u32> =
        (0u32..).zip(&partial.banks).filter(|(_, b)| **b == UNPLACED).map(|(i, _)| i).collect();
    let mut list = Vec::new();
    for _ in 0..scans {
        if meter.is_over() {
            return pool.is_empty();
        }
        let Some(at) = (0..pool.len()).max_by_key(|&p| (instance.items[pool[p] as usize].area(), pool[p]))
        else {
            return true;
        };
        let i = pool.swap_remove(at) as usize;
        let part = &instance.items[i];
        let mut best: Option<(u64, u64, usize, i64)> = None;
        for bank in banks(part.dom) {
            partial.around(i, bank, &mut list);
            meter.charge((instance.near[i].len() + list.len() * list.len()) as u64);
            let cost_of_bank = if u32::from(part.prefs[0]) == u32::try_from(bank).unwrap_or(0) {
                0
            } else {
                let share = u128::from(part.weight.unsigned_abs()) * u128::from(harm) / 10;
                u64::try_from(share / u128::from(heaviest.unsigned_abs())).unwrap_or(u64::MAX >> 20)
            };
            let align = instance.align(i, bank);
            let highest = instance.highest(i, bank);
            let ends = list.iter().flat_map(|&(low, high, _)| {
                let below = low - part.size;
                [instance.rest(i, bank, high), below - below.rem_euclid(align)]
            });
            let candidates = [0, highest].into_iter().chain(ends);
            for offset in part.fixed.into_iter().chain(candidates.filter(|_| part.fixed.is_none())) {
                if offset < 0 || offset > highest {
                    continue;
                }
                let mut cost = cost_of_bank;
                for &(low, high, j) in &list {
                    if low < offset + part.size && high > offset {
                        let j = j as usize;
                        let price = penalties[j].saturating_mul(stakes[j]);
                        cost = cost.saturating_add(if instance.items[j].fixed.is_some() {
                            FORBIDDEN
                        } else {
                            price
                        });
                    }
                }
                let entry = (cost, random.next(), bank, offset);
                if best.is_none_or(|old| entry < old) {
                    best = Some(entry);
                }
            }
        }
        let Some((.., bank, offset)) = best.filter(|best| best.0 < FORBIDDEN) else { return false };
        partial.around(i, bank, &mut list);
        let mut evicted = false;
        for &(low, high, j) in &list {
            if low < offset + part.size && high > offset {
                partial.banks[j as usize] = UNPLACED;
                pool.push(j);
                evicted = true;
            }
        }
        partial.place(i, bank, offset);
        if evicted {
            penalties[i] += 1;
            if random.below(4) == 0 {
                let bank = random.index(instance.caps.len());
                partial.slide(bank, random.below(2) == 0, meter);
            }
            for _ in 0..2 {
                partial.relocate(random.index(n), random, meter, &mut list);
            }
        }
    }
    pool.is_empty()
}

/// The banks of a mask, lowest first.
pub(crate) fn banks(dom: u32) -> impl Iterator<Item = usize> {
    (0..32usize).filter(move |bank| dom >> bank & 1 == 1)
}
