//! The sort keys of orders: figures of each item, and their logarithms as integers.

use core::cmp::Ordering;

use alloc::vec::Vec;

use super::range_maximum::RangeMaximum;
use super::{Instance, index};

/// A figure by which an order sorts, in descending order. The letters are MiniMalloc's, with `C` and `B` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// `T`: greatest load among the item's sections.
    Load,
    /// `W`: lifetime in steps.
    Width,
    /// `Z`: size.
    Size,
    /// `A`: size times lifetime.
    Area,
    /// `C`: number of maximal sections.
    Sections,
    /// `B`: size times number of maximal sections.
    Bulk,
    /// `L`: first section.
    First,
    /// `U`: last section.
    Last,
}

/// Figures of all items of an instance.
pub(crate) struct Keys {
    pub(crate) load: Vec<u64>,
    pub(crate) overlaps: Vec<u64>,
    /// Logarithms to base 2 with [`FRACTION`] fractional bits, as far as they were requested: of the figures of
    /// [`Powers`].
    logs: [Vec<u32>; 4],
}

/// Exponents of a product of size, number of sections, load and overlaps, in quarters.
pub(crate) type Powers = [i64; 4];

/// Fractional bits of a logarithm.
pub(crate) const FRACTION: u32 = 16;

impl Keys {
    pub(crate) fn new(instance: &Instance) -> Self {
        let n = instance.len();
        let maximum = RangeMaximum::over(&instance.load_bytes);
        // The number of items born up to a section, less those dead before another one.
        let mut lasts = instance.last.clone();
        lasts.sort_unstable();
        let overlaps = |i: usize| {
            let dead = lasts.partition_point(|&last| last < instance.first[i]) as u64;
            u64::from(instance.start[instance.last[i] as usize + 1]) - dead
        };
        Self {
            load: (0..n).map(|i| maximum.of(instance.span(i))).collect(),
            overlaps: (0..n).map(overlaps).collect(),
            logs: Default::default(),
        }
    }

    /// The figure `key` of `item`.
    pub(crate) fn get(&self, instance: &Instance, item: usize, key: Key) -> u128 {
        let sections = || u64::from(instance.last[item] - instance.first[item]) + 1;
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        match key {
            Key::Load => self.load[item].into(),
            Key::Width => instance.width[item].into(),
            Key::Size => instance.bytes(item).into(),
            Key::Area => product(instance.bytes(item), instance.width[item].into()),
            Key::Sections => sections().into(),
            Key::Bulk => product(instance.size[item], sections()),
            Key::First => instance.first[item].into(),
            Key::Last => instance.last[item].into(),
        }
    }

    /// All items by descending `keys`, ties by rank.
    pub(crate) fn order(&self, instance: &Instance, keys: &[Key]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..index(instance.len())).collect();
        // Keys are looked up at each comparison: copies of them would take most of a large problem's memory.
        let figure = |i: u32, key: Key| self.get(instance, i as usize, key);
        order.sort_unstable_by(|&a, &b| {
            let falling = keys.iter().map(|&key| figure(b, key).cmp(&figure(a, key)));
            let rank = |i: u32| (instance.rank[i as usize], instance.id[i as usize]);
            falling.fold(Ordering::Equal, Ordering::then).then_with(|| rank(a).cmp(&rank(b)))
        });
        order
    }

    /// All items by descending product of powers, ties by rank.
    pub(crate) fn order_by_powers(&mut self, instance: &Instance, powers: Powers) -> Vec<u32> {
        (0..powers.len()).filter(|&f| powers[f] != 0).for_each(|figure| self.take_logs(instance, figure));
        let score = |i: usize| -> i64 {
            let counted = powers.iter().zip(&self.logs).filter(|(power, _)| **power != 0);
            counted.map(|(power, logs)| power * i64::from(logs[i])).sum()
        };
        let mut order: Vec<u32> = (0..index(instance.len())).collect();
        order.sort_by_cached_key(|&i| {
            (-score(i as usize), instance.rank[i as usize], instance.id[i as usize])
        });
        order
    }

    /// Logarithm of size less logarithm of the number of sections.
    pub(crate) fn slimness(&mut self, instance: &Instance, item: usize) -> i64 {
        self.take_logs(instance, 0);
        self.take_logs(instance, 1);
        i64::from(self.logs[0][item]) - i64::from(self.logs[1][item])
    }

    /// Computes the logarithms of a figure, unless they have been computed.
    fn take_logs(&mut self, instance: &Instance, figure: usize) {
        if self.logs[figure].len() == instance.len() {
            return;
        }
        let value = |i: usize| match figure {
            0 => instance.size[i],
            1 => u64::from(instance.last[i] - instance.first[i]) + 1,
            2 => self.load[i],
            _ => self.overlaps[i],
        };
        // At most 64 with 16 fractional bits.
        let log = |i: usize| u32::try_from(log2(value(i))).unwrap_or(u32::MAX);
        self.logs[figure] = (0..instance.len()).map(log).collect();
    }
}

/// Logarithm to base 2 of `value` (0 counts as 1), rounded down to [`FRACTION`] fractional bits, by squaring.
pub(crate) fn log2(value: u64) -> i64 {
    let value = value.max(1);
    let whole = value.ilog2();
    // Mantissa in 1..2 with 62 fractional bits.
    let mut mantissa = u128::from(value) << (62 - whole.min(62)) >> whole.saturating_sub(62);
    let mut result = i64::from(whole);
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 62;
        let bit = mantissa >> 63;
        result = 2 * result + i64::from(bit == 1);
        mantissa >>= bit;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn logarithms_are_exact_at_powers_and_close_between() {
        assert_eq!(log2(0), 0);
        assert_eq!(log2(1), 0);
        assert_eq!(log2(1 << 40), 40 << 16);
        assert_eq!(log2(1 << 63), 63 << 16);
        // log2(3) = 1.5849625007, log2(1000003) = 19.9315728974, log2(2^64 - 1) is just below 64.
        assert_eq!(log2(3), 103_872);
        assert_eq!(log2(1_000_003), 1_306_235);
        assert_eq!(log2(u64::MAX), (64 << 16) - 1);
    }
}
