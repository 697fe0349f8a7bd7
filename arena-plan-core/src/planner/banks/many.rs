//! First fit in base order for very many buffers: the kernel's result, by looking only at neighbours in time.

use alloc::vec;
use alloc::vec::Vec;

use super::metering::Meter;
use crate::model::{Bank, Buffer, Placement, align_up};

/// First steps per span of time under which placed buffers are listed.
const SPAN: usize = 32;

/// Placed buffers by spans of time.
struct Shelf {
    /// First steps at which the spans begin, ascending.
    begins: Vec<u32>,
    /// Placed buffers of each span.
    lists: Vec<Vec<u32>>,
    /// The query in which a buffer was last met.
    met: Vec<u32>,
    query: u32,
}

impl Shelf {
    /// Spans that hold about equally many first steps.
    fn new(buffers: &[Buffer<'_>]) -> Self {
        let mut firsts: Vec<u32> = buffers.iter().map(|b| b.first).collect();
        firsts.sort_unstable();
        let mut begins: Vec<u32> = firsts.iter().copied().step_by(SPAN).collect();
        begins.dedup();
        Self { lists: vec![Vec::new(); begins.len()], begins, met: vec![0; buffers.len()], query: 0 }
    }

    /// Spans that a buffer's life touches.
    fn spans(&self, buffer: &Buffer<'_>) -> core::ops::Range<usize> {
        let from = self.begins.partition_point(|&begin| begin <= buffer.first).max(1) - 1;
        from..self.begins.partition_point(|&begin| begin <= buffer.last)
    }
}

/// Places all buffers in `order`. Where the work for neighbours would exceed the meter, the buffers that are left
/// lie above all others of their last allowed bank: the result stays free of overlaps, but need not fit.
pub(crate) fn place(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
    meter: &mut Meter<'_>,
) -> Vec<Placement> {
    let mut placements = vec![Placement::default(); buffers.len()];
    let mut shelf = Shelf::new(buffers);
    let mut tops = vec![0u64; banks.len()];
    let mut near: Vec<(u64, u64, u16)> = Vec::new();
    for &index in order {
        let buffer = &buffers[index as usize];
        let spans = shelf.spans(buffer);
        near.clear();
        shelf.query += 1;
        let sparse = !meter.over();
        if sparse && buffer.fixed.is_none() {
            for list in &shelf.lists[spans.clone()] {
                meter.charge(4 * list.len() as u64);
                for &other in list {
                    let met = core::mem::replace(&mut shelf.met[other as usize], shelf.query);
                    if met != shelf.query && buffers[other as usize].overlaps(buffer) {
                        let at = placements[other as usize];
                        near.push((
                            at.offset,
                            at.offset.saturating_add(buffers[other as usize].size),
                            at.bank,
                        ));
                    }
                }
            }
            near.sort_unstable();
            // Far apart in memory, and sorted: a neighbour is worth several units.
            meter.charge(12 * near.len() as u64);
        }
        let mut place = Placement::default();
        for &bank in buffer.banks {
            let align = buffer.align_in(&banks[usize::from(bank)]);
            let offset = match buffer.fixed {
                Some(offset) => offset,
                None if sparse => lowest(&near, bank, buffer.size, align),
                None => align_up(tops[usize::from(bank)], align).unwrap_or(u64::MAX),
            };
            place = Placement { bank, offset };
            if u128::from(offset) + u128::from(buffer.size) <= u128::from(banks[usize::from(bank)].room()) {
                break;
            }
        }
        placements[index as usize] = place;
        let top = &mut tops[usize::from(place.bank)];
        *top = (*top).max(place.offset.saturating_add(buffer.size));
        if sparse || buffer.fixed.is_some() {
            meter.charge(spans.len() as u64);
            for list in &mut shelf.lists[spans] {
                list.push(index);
            }
        }
    }
    placements
}

/// Lowest free offset among neighbours by rising offset.
fn lowest(near: &[(u64, u64, u16)], bank: u16, size: u64, align: u64) -> u64 {
    let mut offset = 0u64;
    for &(low, high, _) in near.iter().filter(|entry| entry.2 == bank) {
        if offset.saturating_add(size) <= low {
            break;
        }
        if high > offset {
            offset = align_up(high, align).unwrap_or(u64::MAX);
        }
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::order::Order;
    use crate::planner::banks::metering::Random;
    use crate::planner::first_fit;

    #[test]
    fn the_result_is_that_of_the_kernel() {
        let mut random = Random::new(3);
        let banks = [Bank::new(6000), Bank::new(2500).with_align(16)];
        let mut buffers: Vec<Buffer<'_>> = Vec::new();
        for rank in 0..600 {
            let first = u32::try_from(random.below(300)).unwrap();
            let last = first + u32::try_from(random.below(20)).unwrap();
            let allowed: &[u16] = [&[0, 1][..], &[1, 0], &[0]][random.index(3)];
            buffers.push(
                Buffer::new(1 + random.below(200), 1 << random.below(5), first, last, allowed)
                    .with_rank(rank),
            );
        }
        buffers[17] = Buffer { banks: &[0], ..buffers[17] }.with_fixed(128);
        let sequence = first_fit::sorted(&buffers, Order::Base);
        let (expected, _) = first_fit::in_order(&banks, &buffers, Order::Base);
        assert_eq!(place(&banks, &buffers, &sequence, &mut Meter::new(u64::MAX)), expected);
        // Cut short, the rest is stacked: nothing overlaps.
        let short = place(&banks, &buffers, &sequence, &mut Meter::new(20_000));
        assert_ne!(short, expected);
        for (i, a) in buffers.iter().enumerate() {
            for (j, b) in buffers.iter().enumerate().take(i) {
                let (x, y) = (short[i], short[j]);
                let shared = x.bank == y.bank && x.offset < y.offset + b.size && y.offset < x.offset + a.size;
                assert!(!(a.overlaps(b) && shared), "{i} {j}");
            }
        }
    }
}
