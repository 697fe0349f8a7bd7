//! First fit: the kernel's, with scratch memory from an allocator, and the same with an index for many buffers.

mod indexed;

use alloc::vec;
use alloc::vec::Vec;

use indexed::Indexed;

use super::meter::Meter;
use crate::kernel::first_fit::{Fit, Spot, Spots, place};
use crate::kernel::order::{self, Key, Order};
use crate::kernel::portfolio::{self, Outcome, Scratch};
use crate::model::{Bank, Buffer, Placement};

/// The indices of `buffers` in an order.
///
/// ```
/// use arena_plan_core::{kernel::order::Order, model::Buffer, planner::first_fit};
/// let buffers = [Buffer::new(8, 1, 0, 1, &[0]), Buffer::new(64, 1, 1, 2, &[0])];
/// assert_eq!(first_fit::sorted(&buffers, Order::Base), [1, 0]);
/// ```
#[must_use]
pub fn sorted(buffers: &[Buffer<'_>], order: Order) -> Vec<u32> {
    sorted_with(buffers, order, || {
        let mut load = vec![0; buffers.len()];
        portfolio::loads(buffers, &mut load);
        load
    })
}

/// The same; `loads` returns the greatest load in each buffer's lifetime, if the order needs it.
pub(in crate::planner) fn sorted_with(
    buffers: &[Buffer<'_>],
    order: Order,
    loads: impl FnOnce() -> Vec<u64>,
) -> Vec<u32> {
    let n = buffers.len();
    let load = if order == Order::LoadWidthSize { loads() } else { Vec::new() };
    let mut indices = vec![0; n];
    order::sort(buffers, order, &load, [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]], &mut indices);
    indices
}

/// First fit in one order: [`place`].
///
/// ```
/// use arena_plan_core::kernel::{first_fit::Fit, order::Order};
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::first_fit;
/// let buffers = [Buffer::new(8, 1, 0, 1, &[0]), Buffer::new(64, 1, 1, 2, &[0])];
/// let (placements, fit) = first_fit::in_order(&[Bank::new(72)], &buffers, Order::Base);
/// assert_eq!((placements[0].offset, placements[1].offset, fit), (64, 0, Fit::All));
/// ```
#[must_use]
pub fn in_order(banks: &[Bank], buffers: &[Buffer<'_>], order: Order) -> (Vec<Placement>, Fit) {
    let mut placements = vec![Placement::default(); buffers.len()];
    let mut spots = Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; buffers.len()] };
    let fit = place(banks, buffers, &sorted(buffers, order), &mut placements, &mut spots);
    (placements, fit)
}

/// The orders of the fast tier: [`portfolio::plan`].
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::first_fit;
/// let buffers = [Buffer::new(8, 1, 0, 1, &[0]), Buffer::new(6, 1, 1, 2, &[0]), Buffer::new(8, 1, 2, 3, &[0])];
/// let (_, outcome) = first_fit::portfolio(&[Bank::new(64)], &buffers, 14, 5);
/// assert_eq!(outcome.score.total, 14);
/// ```
#[must_use]
pub fn portfolio(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    bound: u64,
    most: usize,
) -> (Vec<Placement>, Outcome) {
    let n = buffers.len();
    let (mut best, mut load) = (vec![Placement::default(); n], vec![0; n]);
    portfolio::loads(buffers, &mut load);
    let mut scratch = Scratch {
        trial: &mut vec![Placement::default(); n],
        order: &mut vec![0; n],
        keys: [&mut vec![Key::EMPTY; n], &mut vec![Key::EMPTY; n]],
        spots: Spots { heads: &mut vec![0; banks.len()], list: &mut vec![Spot::EMPTY; n] },
        load: &load,
    };
    let outcome = portfolio::plan(banks, buffers, bound, most, &mut best, &mut scratch);
    (best, outcome)
}

/// Number of buffers above which an index is worth building.
const MANY: usize = 2048;

/// [`in_order`], with an index if there are many buffers. Charges the work; buffers for which `meter` does not last
/// go above all others in their bank.
pub(super) fn metered_in_order(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: Order,
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit) {
    if let Some(indexed) = indexed(banks, buffers) {
        return indexed.in_order(order, meter);
    }
    meter.charge(pairs(buffers));
    in_order(banks, buffers, order)
}

/// The whole [`portfolio`], with an index if there are many buffers, and the number of fits. Once the caller cancels,
/// no further fit begins.
pub(super) fn metered_portfolio(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    meter: &mut Meter<'_>,
) -> (Vec<Placement>, Fit, u64) {
    if let Some(indexed) = indexed(banks, buffers) {
        return indexed.portfolio(meter);
    }
    let (placements, outcome) = portfolio(banks, buffers, 0, portfolio::ORDERS.len());
    meter.charge(pairs(buffers).saturating_mul(outcome.fits.into()));
    (placements, outcome.fit, u64::from(outcome.fits))
}

fn indexed<'p>(banks: &'p [Bank], buffers: &'p [Buffer<'p>]) -> Option<Indexed<'p>> {
    if buffers.len() > MANY { Indexed::new(banks, buffers) } else { None }
}

/// Comparisons of the kernel's first fit.
fn pairs(buffers: &[Buffer<'_>]) -> u64 {
    let n = buffers.len() as u64;
    n.saturating_mul(n) / 2
}
