//! The fast tier: first fit in a few orders, the best layout kept.
//!
//! The base order comes first, as documented; then (T, W, Z), (Z, W), (W, Z) and (A), where T is the greatest load
//! in the buffer's lifetime, W its length in steps, Z its size and A = W · Z, all in descending order. In every order
//! fixed positions come first, then buffers with fewer allowed banks; ranks break ties. If none of them fits and a
//! buffer has a choice of banks, the orders are tried again with each buffer in the bank that has the most room left.

use super::first_fit::{Choice, Fit, Spots, place_by};
use super::order::{Key, Order, sort};
use crate::model::{Bank, Buffer, Placement};

/// Memory that [`plan`] works in: each slice has one entry per buffer.
#[derive(Debug)]
pub struct Scratch<'s> {
    /// The layout of the order being tried.
    pub trial: &'s mut [Placement],
    /// The order being tried.
    pub order: &'s mut [u32],
    /// For sorting.
    pub keys: [&'s mut [Key]; 2],
    /// For placing.
    pub spots: Spots<'s>,
    /// Greatest load in each buffer's lifetime, from [`loads`] or [`loads_by_step`]; it is read only.
    pub load: &'s [u64],
}

/// The quality of a layout; smaller is better, compared from the first field to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// Bytes above the banks' rooms, summed over the banks.
    pub excess: u64,
    /// Weights of the buffers outside their first allowed bank.
    pub harm: u64,
    /// High-water marks, summed over the banks.
    pub total: u64,
}

/// The result of the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether all placements fit, from first fit in the best order.
    pub fit: Fit,
    /// The best order; the first of equally good ones.
    pub order: Order,
    /// Its score.
    pub score: Score,
    /// Number of first fits.
    pub fits: u32,
}

/// The orders in which the portfolio tries, the base order first.
pub const ORDERS: [Order; 5] =
    [Order::Base, Order::LoadWidthSize, Order::SizeWidth, Order::WidthSize, Order::Area];

/// Plans `buffers` into `banks` by first fit in each of [`ORDERS`] and leaves the best layout in `best`.
///
/// Stops early if everything fits, is in its first bank and the high-water marks add up to no more than
/// `bound`, or after `most` orders in which everything fits; pass 0 and `ORDERS.len()` to try all orders. `best` has
/// one entry per buffer. Every buffer gets a placement, as with [`first_fit::place`](super::first_fit::place).
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Spot, Spots};
/// use arena_plan_core::kernel::order::Key;
/// use arena_plan_core::kernel::portfolio::{Scratch, loads, plan};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let buffers = [Buffer::new(8, 1, 0, 1, &[0]), Buffer::new(6, 1, 1, 2, &[0]), Buffer::new(8, 1, 2, 3, &[0])];
/// const N: usize = 3;
/// let mut best = [Placement::default(); N];
/// let mut load = [0; N];
/// loads(&buffers, &mut load);
/// let mut scratch = Scratch {
///     trial: &mut [Placement::default(); N],
///     order: &mut [0; N],
///     keys: [&mut [Key::EMPTY; N], &mut [Key::EMPTY; N]],
///     spots: Spots { heads: &mut [0; 1], list: &mut [Spot::EMPTY; N] },
///     load: &load,
/// };
/// let outcome = plan(&[Bank::new(64)], &buffers, 14, 5, &mut best, &mut scratch);
/// assert_eq!((outcome.score.total, outcome.fits), (14, 1));
/// ```
pub const fn plan(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    bound: u64,
    most: usize,
    best: &mut [Placement],
    scratch: &mut Scratch<'_>,
) -> Outcome {
    let mut outcome: Option<Outcome> = None;
    let mut tried = 0;
    // Trying an order again costs a first fit for each bank of a buffer, so only the affordable ones are tried.
    let again = if !choice(buffers) {
        0
    } else if most < ORDERS.len() {
        most
    } else {
        ORDERS.len()
    };
    while tried < ORDERS.len() + again {
        let (order, rule) = if tried < ORDERS.len() {
            (ORDERS[tried], Choice::Preferred)
        } else {
            (ORDERS[tried - ORDERS.len()], Choice::Roomiest)
        };
        let [keys, spare] = &mut scratch.keys;
        sort(buffers, order, scratch.load, [keys, spare], scratch.order);
        let fit = place_by(rule, banks, buffers, scratch.order, scratch.trial, &mut scratch.spots);
        let score = match fit {
            // The placements are then meaningless; anything else is better.
            Fit::Invalid(_) => Score { excess: u64::MAX, harm: u64::MAX, total: u64::MAX },
            _ => score(banks, buffers, scratch.trial),
        };
        let better = match &outcome {
            None => true,
            Some(old) => less(&score, &old.score),
        };
        tried += 1;
        let fits = match &outcome {
            None => 1,
            Some(old) => old.fits + 1,
        };
        if better {
            copy(scratch.trial, best);
            outcome = Some(Outcome { fit, order, score, fits });
        } else if let Some(old) = &mut outcome {
            old.fits = fits;
        }
        if score.excess == 0 && (tried >= most || (score.harm == 0 && score.total <= bound)) {
            break;
        }
        if tried == ORDERS.len() && matches!(&outcome, Some(Outcome { score: Score { excess: 0, .. }, .. })) {
            break;
        }
    }
    match outcome {
        Some(outcome) => outcome,
        None => Outcome {
            fit: Fit::All,
            order: Order::Base,
            score: Score { excess: 0, harm: 0, total: 0 },
            fits: 0,
        },
    }
}

/// Scores a layout in which every placement's end fits a `u64`.
pub const fn score(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement]) -> Score {
    let mut score = Score { excess: 0, harm: 0, total: 0 };
    let (mut bank, count) = (0, banks.len());
    let mut id = 0u16;
    let n = buffers.len();
    while bank < count {
        let mut high = 0;
        let mut i = 0;
        while i < n {
            let placement = &placements[i];
            if placement.bank == id {
                let offset = placement.offset;
                let size = buffers[i].size;
                let end = if size > u64::MAX - offset { u64::MAX } else { offset + size };
                if end > high {
                    high = end;
                }
            }
            i += 1;
        }
        score.total = score.total.saturating_add(high);
        score.excess = score.excess.saturating_add(high.saturating_sub(banks[bank].room()));
        bank += 1;
        id = id.saturating_add(1);
    }
    let mut i = 0;
    while i < n {
        if let [first, ..] = buffers[i].banks {
            if *first != placements[i].bank {
                score.harm = score.harm.saturating_add(buffers[i].weight);
            }
        }
        i += 1;
    }
    score
}

/// Fills `load` with the greatest load in each buffer's lifetime. The load rises only where a buffer becomes live, so
/// those steps are enough. `load` has one entry per buffer.
pub const fn loads(buffers: &[Buffer<'_>], load: &mut [u64]) {
    let mut i = 0;
    while i < buffers.len() {
        load[i] = 0;
        i += 1;
    }
    let mut birth = 0;
    while birth < buffers.len() {
        let step = buffers[birth].first;
        let mut sum = 0u64;
        let mut i = 0;
        while i < buffers.len() {
            if buffers[i].first <= step && step <= buffers[i].last {
                sum = sum.saturating_add(buffers[i].size);
            }
            i += 1;
        }
        let mut i = 0;
        while i < buffers.len() {
            if buffers[i].first <= step && step <= buffers[i].last && load[i] < sum {
                load[i] = sum;
            }
            i += 1;
        }
        birth += 1;
    }
}

/// The same as [`loads`] for schedules whose steps can be counted; `steps` has two entries per step and is scratch.
/// Lifetimes must end within them. Returns the greatest load.
pub const fn loads_by_step(buffers: &[Buffer<'_>], steps: &mut [u64], load: &mut [u64]) -> u64 {
    let count = steps.len() / 2;
    let (born, died) = steps.split_at_mut(count);
    let mut step = 0;
    while step < count {
        born[step] = 0;
        died[step] = 0;
        step += 1;
    }
    let (mut i, n) = (0, buffers.len());
    while i < n {
        let buffer = &buffers[i];
        let size = buffer.size;
        let first = buffer.first as usize;
        let sum = born[first];
        born[first] = if size > u64::MAX - sum { u64::MAX } else { sum + size };
        let last = buffer.last as usize;
        let sum = died[last];
        died[last] = if size > u64::MAX - sum { u64::MAX } else { sum + size };
        i += 1;
    }
    let mut alive = 0u64;
    let mut peak = 0u64;
    let mut step = 0;
    while step < count {
        let more = born[step];
        alive = if more > u64::MAX - alive { u64::MAX } else { alive + more };
        if alive > peak {
            peak = alive;
        }
        born[step] = alive;
        let less = died[step];
        alive = if less > alive { 0 } else { alive - less };
        step += 1;
    }
    let mut i = 0;
    while i < n {
        let buffer = &buffers[i];
        let mut most = 0;
        let mut step = buffer.first as usize;
        let last = buffer.last as usize;
        while step <= last {
            let alive = born[step];
            if alive > most {
                most = alive;
            }
            step += 1;
        }
        load[i] = most;
        i += 1;
    }
    peak
}

/// Orders that const evaluation can afford: all for up to 48 buffers, and always the first two, because (T, W, Z)
/// often meets the bound when the base order does not. A first fit is quadratic in the buffers, and const evaluation
/// a thousand times slower than compiled code.
pub const fn affordable(buffers: usize) -> usize {
    const WORK: usize = 5 * 48 * 48;
    let work = buffers.saturating_mul(buffers);
    if work == 0 || WORK / work >= ORDERS.len() {
        ORDERS.len()
    } else if WORK / work < 2 {
        2
    } else {
        WORK / work
    }
}

/// Whether any buffer may go to more than one bank.
const fn choice(buffers: &[Buffer<'_>]) -> bool {
    let (mut i, n) = (0, buffers.len());
    while i < n {
        if let [_, _, ..] = buffers[i].banks {
            return true;
        }
        i += 1;
    }
    false
}

const fn less(a: &Score, b: &Score) -> bool {
    if a.excess != b.excess {
        return a.excess < b.excess;
    }
    if a.harm != b.harm {
        return a.harm < b.harm;
    }
    a.total < b.total
}

const fn copy(from: &[Placement], to: &mut [Placement]) {
    let n = if from.len() < to.len() { from.len() } else { to.len() };
    let mut i = 0;
    while i < n {
        to[i] = from[i];
        i += 1;
    }
}
