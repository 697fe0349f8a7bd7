//! First fit of many buffers: the same layouts as the kernel's, without comparing each buffer with all placed ones.
//!
//! The kernel needs no memory except a list, so it takes quadratic time in the number of buffers. Here each bank has
//! a [`FreeSpace`].

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::first_fit::{Choice, Fit};
use crate::kernel::order::Order;
use crate::kernel::portfolio::{ORDERS, Score, score};
use crate::model::{Bank, Buffer, Placement};
use crate::planner::first_fit;
use crate::planner::free_space::{FreeSpace, Placed};
use crate::planner::meter::Meter;
use crate::planner::reduction::index;
use crate::planner::reduction::range_maximum::RangeMaximum;

/// Sums up to this stay exact in the indices.
const MAX_TOTAL: u128 = 1 << 62;

/// Buffers with their lifetimes in sections, one section for each step in which a buffer becomes live.
pub(in crate::planner) struct Indexed<'p> {
    banks: &'p [Bank],
    buffers: &'p [Buffer<'p>],
    /// Sections alive, inclusive.
    spans: Vec<(u32, u32)>,
    sections: usize,
}

impl<'p> Indexed<'p> {
    /// `None` if the kernel's checks for overflow and invalid buffers are needed.
    pub(in crate::planner) fn new(banks: &'p [Bank], buffers: &'p [Buffer<'p>]) -> Option<Self> {
        let sound = |b: &Buffer<'_>| {
            b.size > 0 && b.first <= b.last && b.banks.iter().all(|&k| usize::from(k) < banks.len())
        };
        let widest = banks.iter().map(|bank| u128::from(bank.align)).max().unwrap_or(1);
        let total: u128 = buffers
            .iter()
            .map(|b| u128::from(b.size) + widest.max(b.align.into()) + u128::from(b.fixed.unwrap_or(0)))
            .sum();
        if u32::try_from(buffers.len()).is_err()
            || total > MAX_TOTAL
            || !buffers.iter().all(|b| sound(b) && !b.banks.is_empty())
        {
            return None;
        }
        let mut firsts: Vec<u32> = buffers.iter().map(|b| b.first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        let before = |step: u32| index(firsts.partition_point(|&first| first <= step) - 1);
        let spans = buffers.iter().map(|b| (before(b.first), before(b.last))).collect();
        Some(Self { banks, buffers, spans, sections: firsts.len() })
    }

    /// First fit in one order, the same as [`first_fit::place`](crate::kernel::first_fit::place) as long as `meter`
    /// lasts; after that, the remaining buffers go above everything in their last bank.
    pub(super) fn in_order(&self, order: Order, meter: &mut Meter<'_>) -> (Vec<Placement>, Fit) {
        let mut placements = vec![Placement::default(); self.buffers.len()];
        let fit = self.place(Choice::Preferred, &self.sorted(order), &mut placements, meter);
        (placements, fit)
    }

    /// The orders of the fast tier, all of them as in [`portfolio::plan`](crate::kernel::portfolio::plan); once the
    /// caller cancels, no further one. The last value is the number of fits.
    pub(super) fn portfolio(&self, meter: &mut Meter<'_>) -> (Vec<Placement>, Fit, u64) {
        let mut trial = vec![Placement::default(); self.buffers.len()];
        let mut best: Option<(Score, Vec<Placement>, Fit)> = None;
        let choice = self.buffers.iter().any(|b| b.banks.len() > 1);
        let mut fits = 0;
        for rule in [Choice::Preferred, Choice::Roomiest] {
            for order in ORDERS {
                if fits > 0 && meter.is_cancelled() {
                    break;
                }
                let fit = self.place(rule, &self.sorted(order), &mut trial, meter);
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

    fn sorted(&self, order: Order) -> Vec<u32> {
        first_fit::sorted_with(self.buffers, order, || self.loads())
    }

    /// The greatest load in each buffer's lifetime.
    fn loads(&self) -> Vec<u64> {
        let (mut born, mut dead) = (vec![0; self.sections], vec![0; self.sections]);
        for (buffer, &(first, last)) in self.buffers.iter().zip(&self.spans) {
            born[first as usize] += buffer.size;
            dead[last as usize] += buffer.size;
        }
        let mut alive = 0;
        for (born, dead) in born.iter_mut().zip(&dead) {
            alive += *born;
            *born = alive;
            alive -= dead;
        }
        let maximum = RangeMaximum::over(&born);
        self.spans.iter().map(|&(first, last)| maximum.of(first as usize..last as usize + 1)).collect()
    }

    fn place(&self, rule: Choice, order: &[u32], placements: &mut [Placement], meter: &mut Meter<'_>) -> Fit {
        let lives = self.spans.iter().map(|&(first, last)| u64::from(last - first) + 1).sum();
        let empty = |_| FreeSpace::new(self.buffers.len(), self.sections, lives);
        let mut free: Vec<FreeSpace> = self.banks.iter().map(empty).collect();
        let mut tops = vec![0; self.banks.len()];
        let mut fit = Fit::All;
        for &index in order {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::meter::Work;
    use crate::planner::random::Random;

    /// Buffers of mixed lifetimes, alignments and banks; some that stay long, some whose place is decided.
    fn mixed(seed: u64, life: u64, banks: &[[u16; 3]; 6]) -> Vec<Buffer<'_>> {
        let mut random = Random::new(seed);
        let mut pick = |n: u64| u32::try_from(random.below(n)).unwrap();
        let mut buffers = Vec::new();
        for rank in 0..3_000 {
            let first = pick(4_000_000) / 1000 * 1000;
            let life = if rank % 200 == 0 { pick(4_000_000) } else { pick(life) };
            let allowed = &banks[pick(6) as usize][..1 + pick(3) as usize];
            let size = 1 + u64::from(pick(900));
            buffers.push(Buffer::new(size, 1 << pick(6), first, first + life, allowed).with_rank(rank));
        }
        for rank in 3_000..3_040 {
            // Fixed ones may overlap each other.
            let (first, offset) = (pick(4_000_000), u64::from(pick(2_000)));
            let allowed = &banks[pick(6) as usize][..1];
            buffers.push(
                Buffer::new(200, 1, first, first + pick(9_000), allowed).with_fixed(offset).with_rank(rank),
            );
        }
        buffers
    }

    #[test]
    fn layouts_match_the_kernel() {
        let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for (seed, life, room) in
            [(1, 9_000, 5_000), (8, 60_000, 10_500), (3, 60_000, 1 << 30), (4, 4_000_000, 90_000)]
        {
            let banks =
                [Bank::new(room), Bank::new(room / 2).with_align(16), Bank::new(room).with_reserve(64)];
            let buffers = mixed(seed, life, &all);
            let indexed = Indexed::new(&banks, &buffers).unwrap();
            let mut meter = Meter::new(Work::UNLIMITED);
            for order in ORDERS {
                assert!(indexed.sorted(order) == first_fit::sorted(&buffers, order), "{seed} {order:?}");
                assert!(
                    indexed.in_order(order, &mut meter) == first_fit::in_order(&banks, &buffers, order),
                    "{seed} {order:?}"
                );
            }
            let (placements, fit, fits) = indexed.portfolio(&mut meter);
            let (expected, outcome) = first_fit::portfolio(&banks, &buffers, 0, ORDERS.len());
            assert_eq!((fit, fits), (outcome.fit, u64::from(outcome.fits)));
            assert!(placements == expected, "{seed}");
            // One of them fits only in the roomiest banks, in the second order there.
            assert_eq!(fits == 7 && fit == Fit::All, seed == 8);
        }
    }

    #[test]
    fn what_comes_after_the_limit_is_stacked_without_overlaps() {
        let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let banks = [Bank::new(9_000), Bank::new(5_000).with_align(16), Bank::new(9_000)];
        let mut buffers = mixed(5, 60_000, &all);
        buffers.retain(|buffer| buffer.fixed.is_none());
        let indexed = Indexed::new(&banks, &buffers).unwrap();
        let mut meter = Meter::new(Work::UNLIMITED);
        let (whole, _) = indexed.in_order(Order::Base, &mut meter);
        let half = Work::units(meter.spent().units / 2);
        let (short, fit) = indexed.in_order(Order::Base, &mut Meter::new(half));
        assert!(short != whole && fit != Fit::All);
        for (i, a) in buffers.iter().enumerate() {
            for (j, b) in buffers.iter().enumerate().take(i) {
                let (x, y) = (short[i], short[j]);
                let shared = x.bank == y.bank && x.offset < y.offset + b.size && y.offset < x.offset + a.size;
                assert!(!(a.overlaps(b) && shared), "{i} {j}");
            }
        }
    }

    #[test]
    fn invalid_problems_are_left_to_the_kernel() {
        let banks = [Bank::new(64)];
        let sound = Buffer::new(8, 1, 0, 1, &[0]);
        assert!(Indexed::new(&banks, &[sound]).is_some());
        let faulty = [
            Buffer { size: 0, ..sound },
            Buffer { size: 1 << 62, ..sound },
            Buffer { first: 2, ..sound },
            Buffer { banks: &[], ..sound },
            Buffer { banks: &[1], ..sound },
        ];
        faulty.into_iter().for_each(|buffer| assert!(Indexed::new(&banks, &[sound, buffer]).is_none()));
    }
}
