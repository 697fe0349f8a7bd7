//! From searches back to complete results: validity, the base order, completion and comparison.

use alloc::vec::Vec;

use crate::kernel::order::Order;
use crate::model::{Bank, Buffer, Placement};
use crate::planner::first_fit;
use crate::planner::meter::{Aim, Meter, Work};
use crate::planner::plan::{Plan, Stats, high_water, misses};
use crate::planner::proof::Proof;
use crate::planner::status::Status;

/// The first buffer that is not valid.
pub(crate) fn invalid(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<u32> {
    let sound = banks.iter().all(|bank| bank.align.is_power_of_two() && bank.granule.is_power_of_two());
    let bad = (0u32..).zip(buffers).find(|(_, b)| {
        !sound
            || b.banks.is_empty()
            || b.banks.iter().any(|k| usize::from(*k) >= banks.len())
            || b.size == 0
            || b.first > b.last
            || !b.align.is_power_of_two()
            || (b.fixed.is_some() && b.banks.len() != 1)
    });
    bad.map(|(index, _)| index)
}

/// What the base order may cost. It is always tried, as documented, so it does not depend on the budget. Enough for a
/// million buffers of which a few hundred overlap each other.
const BASE_WORK: u64 = 8_000_000_000;

/// First fit in base order.
pub(crate) fn base(banks: &[Bank], buffers: &[Buffer<'_>], meter: &mut Meter<'_>) -> Vec<Placement> {
    let limit = Work::units(BASE_WORK);
    meter.beside(limit, |own| first_fit::in_order(banks, buffers, Order::Base, own)).0
}

/// Reports to the caller how far a layout is from fitting, or the weight of its misses.
pub(crate) fn tell(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement], meter: &Meter<'_>) {
    let is_over = |(buffer, at): &(&Buffer<'_>, &Placement)| {
        at.offset.saturating_add(buffer.size) > banks[usize::from(at.bank)].room()
    };
    let over = buffers.iter().zip(placements).filter(is_over);
    let missed = u64::try_from(misses(buffers, placements)).unwrap_or(u64::MAX);
    match over.fold(0u64, |sum, (buffer, _)| sum.saturating_add(buffer.size)) {
        0 => meter.tell(Aim::Misses, missed, 0, missed.saturating_sub(1)),
        over => meter.tell(Aim::Fit, over, 0, 0),
    }
}

/// The key by which layouts are compared: bytes above the rooms, cost of misses, bytes taken in bank order.
/// `is_sound` says whether the result of first fit is a layout: it keeps fixed places even if they overlap.
fn rank(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    is_sound: bool,
) -> (u128, u128, Vec<u64>) {
    let marks = high_water(banks, buffers, placements);
    let over = banks.iter().zip(&marks).map(|(bank, mark)| u128::from(mark.saturating_sub(bank.room())));
    let over = if is_sound { over.sum() } else { u128::MAX };
    let taken = banks.iter().zip(&marks).map(|(bank, mark)| bank.taken(*mark)).collect();
    (over, misses(buffers, placements), taken)
}

/// The better of the base order's layout and another one, as a plan.
pub(crate) fn plan(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    base: Vec<Placement>,
    other: Option<Vec<Placement>>,
    proof: Option<Proof>,
    work: u64,
) -> Plan {
    let is_sound = !matches!(proof, Some(Proof::FixedOverlap { .. }));
    let mut best = (rank(banks, buffers, &base, is_sound), base);
    if let Some(other) = other {
        let theirs = rank(banks, buffers, &other, is_sound);
        if theirs < best.0 {
            best = (theirs, other);
        }
    }
    let fits = proof.is_none() && best.0.0 == 0;
    let mut plan = Plan::of(banks, buffers, best.1, fits, Stats { work, ..Stats::default() });
    plan.fewest_misses = false;
    if let Some(proof) = &proof {
        plan.status = Status::refuted(proof, buffers);
    }
    // Without a proof of fewest misses, a layout at the bound can still be improved.
    if plan.status == Status::OptimalBound {
        plan.status = Status::Feasible { gap: 0 };
    }
    plan.proof = proof;
    plan
}
