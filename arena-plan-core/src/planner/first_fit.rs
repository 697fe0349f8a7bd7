//! First fit: the kernel's, with scratch memory from an allocator, and the same layouts for many buffers without
//! comparing each buffer with all placed ones.
//!
//! The kernel needs no memory except a list, so it takes quadratic time in the number of buffers. For many of them
//! each bank has a [`FreeSpace`].

use alloc::vec;
use alloc::vec::Vec;

use super::free_space::{FreeSpace, Placed};
use super::meter::Meter;
use super::reduction::range_maximum::RangeMaximum;
use super::reduction::{loads, maximal_steps, sections_of};
use crate::kernel::first_fit::{Choice, Fit, Spot, Spots, place_by};
use crate::kernel::order::{self, Key, Order};
use crate::kernel::portfolio::{self, ORDERS, Score, score};
use crate::model::{Bank, Buffer, Placement};

/// Sums up to this stay exact in the indices.
const MAX_TOTAL: u128 = 1 << 62;

/// Number of buffers above which an index is worth building.
const MANY: usize = 2048;

/// First fit in one order, with an index if there are many buffers. Charges the work; buffers for which `meter` does
/// not last go above all others in their bank.
pub(super) fn in_order(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: Order,
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit) {
    let mut placements = vec![Placement::default(); buffers.len()];
    let fit = FirstFit::new(banks, buffers).place(Choice::Preferred, order, &mut placements, meter);
    (placements, fit)
}

/// The orders of the fast tier, all of them as in the kernel's [`portfolio`](crate::kernel::portfolio::plan); once the
/// caller cancels, no further one. The last value is the number of fits.
pub(super) fn portfolio(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit, u64) {
    let first_fit = FirstFit::new(banks, buffers);
    let mut trial = vec![Placement::default(); buffers.len()];
    let mut best: Option<(Score, Vec<Placement>, Fit)> = None;
    let choice = buffers.iter().any(|b| b.banks.len() > 1);
    let mut fits = 0;
    for rule in [Choice::Preferred, Choice::Roomiest] {
        for order in ORDERS {
            if fits > 0 && meter.is_cancelled() {
                break;
            }
            let fit = first_fit.place(rule, order, &mut trial, meter);
            fits += 1;
            let score = match fit {
                // The placements are then meaningless; anything else is better.
                Fit::Invalid(_) => Score { excess: u64::MAX, harm: u64::MAX, total: u64::MAX },
                _ => score(banks, buffers, &trial),
            };
            if best.as_ref().is_none_or(|old| score < old.0) {
                best = Some((score, trial.clone(), fit));
            }
            // The second rule is only for finding a layout at all.
            if score.excess == 0 && (rule == Choice::Roomiest || score.harm == 0 && score.total == 0) {
                break;
            }
        }
        if !choice || best.as_ref().is_some_and(|best| best.0.excess == 0) {
            break;
        }
    }
    best.map_or((trial, Fit::All, fits), |(_, placements, fit)| (placements, fit, fits))
}

/// A problem, with the buffers' lifetimes in sections if an index is worth building.
struct FirstFit<'p> {
    banks: &'p [Bank],
    buffers: &'p [Buffer<'p>],
    index: Option<Sections>,
}

/// The sections in which each buffer is alive, inclusive, and the number of sections.
struct Sections {
    spans: Vec<(u32, u32)>,
    count: usize,
}

impl<'p> FirstFit<'p> {
    /// There is no index for few buffers, or if the kernel's checks for overflow and invalid buffers are needed.
    fn new(banks: &'p [Bank], buffers: &'p [Buffer<'p>]) -> Self {
        let sound = |b: &Buffer<'_>| {
            let known = !b.banks.is_empty() && b.banks.iter().all(|&k| usize::from(k) < banks.len());
            known && b.size > 0 && b.first <= b.last
        };
        let widest = banks.iter().map(|bank| u128::from(bank.align)).max().unwrap_or(1);
        let total: u128 = buffers
            .iter()
            .map(|b| u128::from(b.size) + widest.max(b.align.into()) + u128::from(b.fixed.unwrap_or(0)))
            .sum();
        let is_many = buffers.len() > MANY && u32::try_from(buffers.len()).is_ok();
        let index = (is_many && total <= MAX_TOTAL && buffers.iter().all(sound)).then(|| {
            let steps = maximal_steps(buffers.iter().map(|b| (b.first, b.last)));
            let spans = buffers.iter().map(|b| sections_of(&steps, b.first, b.last)).collect();
            Sections { spans, count: steps.len() }
        });
        Self { banks, buffers, index }
    }

    /// The indices of the buffers in an order.
    fn sorted(&self, order: Order) -> Vec<u32> {
        let n = self.buffers.len();
        let mut load = vec![0; n];
        match &self.index {
            _ if order != Order::LoadWidthSize => {}
            None => portfolio::loads(self.buffers, &mut load),
            Some(Sections { spans, count }) => {
                let sizes = self.buffers.iter().zip(spans).map(|(b, &(first, last))| (first, last, b.size));
                let maximum = RangeMaximum::over(&loads(*count, sizes));
                for (load, &(first, last)) in load.iter_mut().zip(spans) {
                    *load = maximum.of(first as usize..last as usize + 1);
                }
            }
        }
        let mut indices = vec![0; n];
        let (mut keys, mut spare) = (vec![Key::EMPTY; n], vec![Key::EMPTY; n]);
        order::sort(self.buffers, order, &load, [&mut keys, &mut spare], &mut indices);
        indices
    }

    /// First fit in one order, the same as the kernel's as long as `meter` lasts; after that, the remaining buffers go
    /// above everything in their last bank.
    fn place(&self, rule: Choice, order: Order, placements: &mut [Placement], meter: &mut Meter<'_>) -> Fit {
        let Some(Sections { spans, count }) = &self.index else {
            let n = self.buffers.len();
            meter.charge((n as u64).saturating_mul(n as u64) / 2);
            let mut spots = Spots { heads: &mut vec![0; self.banks.len()], list: &mut vec![Spot::EMPTY; n] };
            return place_by(rule, self.banks, self.buffers, &self.sorted(order), placements, &mut spots);
        };
        let lives = spans.iter().map(|&(first, last)| u64::from(last - first) + 1).sum();
        let empty = |_| FreeSpace::new(self.buffers.len(), *count, lives);
        let mut free: Vec<FreeSpace> = self.banks.iter().map(empty).collect();
        let mut tops = vec![0; self.banks.len()];
        let mut fit = Fit::All;
        for index in self.sorted(order) {
            let (buffer, (first, last)) = (&self.buffers[index as usize], spans[index as usize]);
            let mut chosen = Placement::default();
            let mut most = None;
            let is_over = meter.is_over();
            for &bank in buffer.banks {
                let at = &self.banks[usize::from(bank)];
                let mask = buffer.align_in(at) - 1;
                let (free, top) = (&mut free[usize::from(bank)], tops[usize::from(bank)]);
                let offset = match buffer.fixed {
                    Some(offset) => offset,
                    None if is_over => (top + mask) & !mask,
                    None => {
                        let before = free.work();
                        let lowest = free.lowest(first, last, buffer.size, mask);
                        meter.charge(free.work() - before);
                        lowest
                    }
                };
                let left = at.room().checked_sub(offset + buffer.size);
                // If no bank has room, the last one is used.
                if (most.is_none() && left.is_none()) || left > most {
                    chosen = Placement { bank, offset };
                    most = left;
                }
                if rule == Choice::Preferred && most.is_some() {
                    break;
                }
            }
            if most.is_none() && fit == Fit::All {
                fit = Fit::Over(index);
            }
            let (begin, end) = (chosen.offset, chosen.offset + buffer.size);
            let (free, top) = (&mut free[usize::from(chosen.bank)], &mut tops[usize::from(chosen.bank)]);
            *top = end.max(*top);
            let before = free.work();
            free.occupy(Placed { begin, end, first, last });
            meter.charge(free.work() - before);
            placements[index as usize] = chosen;
        }
        fit
    }
}
