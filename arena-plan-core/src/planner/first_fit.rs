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
use crate::kernel::first_fit::{Choice, Fit, Spot, Spots, place};
use crate::kernel::order::{self, Key, Order};
use crate::kernel::portfolio::{self, ORDERS, Score, Scratch, score};
use crate::model::{Bank, Buffer, Placement};

/// Sums up to this stay exact in the indices.
const MAX_TOTAL: u128 = 1 << 62;

/// Number of buffers above which an index is worth building.
const MANY: usize = 2048;

/// First fit in one order: [`place`], with an index if there are many buffers. Charges the work; buffers for which
/// `meter` does not last go above all others in their bank.
pub(super) fn in_order(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: Order,
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit) {
    let mut placements = vec![Placement::default(); buffers.len()];
    if let Some(indexed) = Indexed::new(banks, buffers) {
        let fit = indexed.place(Choice::Preferred, order, &mut placements, meter);
        return (placements, fit);
    }
    meter.charge(pairs(buffers));
    let order = sorted(buffers, order, || peaks(buffers));
    let mut spots = Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; buffers.len()] };
    let fit = place(banks, buffers, &order, &mut placements, &mut spots);
    (placements, fit)
}

/// The orders of the fast tier, all of them: [`portfolio::plan`], with an index if there are many buffers, and the
/// number of fits. With an index, no further fit begins once the caller cancels.
pub(super) fn portfolio(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit, u64) {
    if let Some(indexed) = Indexed::new(banks, buffers) {
        return indexed.portfolio(meter);
    }
    let n = buffers.len();
    let mut best = vec![Placement::default(); n];
    let mut scratch = Scratch {
        trial: &mut vec![Placement::default(); n],
        order: &mut vec![0; n],
        keys: [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]],
        spots: Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; n] },
        load: &peaks(buffers),
    };
    let outcome = portfolio::plan(banks, buffers, 0, ORDERS.len(), &mut best, &mut scratch);
    meter.charge(pairs(buffers).saturating_mul(outcome.fits.into()));
    (best, outcome.fit, outcome.fits.into())
}

/// The indices of `buffers` in an order; `loads` returns the greatest load in each buffer's lifetime, if the order
/// needs it.
fn sorted(buffers: &[Buffer<'_>], order: Order, loads: impl FnOnce() -> Vec<u64>) -> Vec<u32> {
    let n = buffers.len();
    let load = if order == Order::LoadWidthSize { loads() } else { Vec::new() };
    let mut indices = vec![0; n];
    order::sort(buffers, order, &load, [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]], &mut indices);
    indices
}

/// The greatest load in each buffer's lifetime.
fn peaks(buffers: &[Buffer<'_>]) -> Vec<u64> {
    let mut load = vec![0; buffers.len()];
    portfolio::loads(buffers, &mut load);
    load
}

/// Comparisons of the kernel's first fit.
fn pairs(buffers: &[Buffer<'_>]) -> u64 {
    let n = buffers.len() as u64;
    n.saturating_mul(n) / 2
}

/// Buffers with their lifetimes in sections.
struct Indexed<'p> {
    banks: &'p [Bank],
    buffers: &'p [Buffer<'p>],
    /// Sections alive, inclusive.
    spans: Vec<(u32, u32)>,
    sections: usize,
}

impl<'p> Indexed<'p> {
    /// `None` if there are few buffers, or the kernel's checks for overflow and invalid buffers are needed.
    fn new(banks: &'p [Bank], buffers: &'p [Buffer<'p>]) -> Option<Self> {
        let sound = |b: &Buffer<'_>| {
            b.size > 0 && b.first <= b.last && b.banks.iter().all(|&k| usize::from(k) < banks.len())
        };
        let widest = banks.iter().map(|bank| u128::from(bank.align)).max().unwrap_or(1);
        let total: u128 = buffers
            .iter()
            .map(|b| u128::from(b.size) + widest.max(b.align.into()) + u128::from(b.fixed.unwrap_or(0)))
            .sum();
        if buffers.len() <= MANY
            || u32::try_from(buffers.len()).is_err()
            || total > MAX_TOTAL
            || !buffers.iter().all(|b| sound(b) && !b.banks.is_empty())
        {
            return None;
        }
        let steps = maximal_steps(buffers.iter().map(|b| (b.first, b.last)));
        let spans = buffers.iter().map(|b| sections_of(&steps, b.first, b.last)).collect();
        Some(Self { banks, buffers, spans, sections: steps.len() })
    }

    /// The orders of the fast tier, all of them as in [`portfolio::plan`](crate::kernel::portfolio::plan); once the
    /// caller cancels, no further one. The last value is the number of fits.
    fn portfolio(&self, meter: &mut Meter<'_>) -> (Vec<Placement>, Fit, u64) {
        let mut trial = vec![Placement::default(); self.buffers.len()];
        let mut best: Option<(Score, Vec<Placement>, Fit)> = None;
        let choice = self.buffers.iter().any(|b| b.banks.len() > 1);
        let mut fits = 0;
        for rule in [Choice::Preferred, Choice::Roomiest] {
            for order in ORDERS {
                if fits > 0 && meter.is_cancelled() {
                    break;
                }
                let fit = self.place(rule, order, &mut trial, meter);
                fits += 1;
                let score = score(self.banks, self.buffers, &trial);
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

    /// The greatest load in each buffer's lifetime.
    fn peaks(&self) -> Vec<u64> {
        let sizes = self.buffers.iter().zip(&self.spans).map(|(b, &(first, last))| (first, last, b.size));
        let maximum = RangeMaximum::over(&loads(self.sections, sizes));
        self.spans.iter().map(|&(first, last)| maximum.of(first as usize..last as usize + 1)).collect()
    }

    /// First fit in one order, the same as the kernel's as long as `meter` lasts; after that, the remaining buffers go
    /// above everything in their last bank.
    fn place(&self, rule: Choice, order: Order, placements: &mut [Placement], meter: &mut Meter<'_>) -> Fit {
        let lives = self.spans.iter().map(|&(first, last)| u64::from(last - first) + 1).sum();
        let empty = |_| FreeSpace::new(self.buffers.len(), self.sections, lives);
        let mut free: Vec<FreeSpace> = self.banks.iter().map(empty).collect();
        let mut tops = vec![0; self.banks.len()];
        let mut fit = Fit::All;
        for index in sorted(self.buffers, order, || self.peaks()) {
            let (buffer, (first, last)) = (&self.buffers[index as usize], self.spans[index as usize]);
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
