//! From searches back to whole results: validity, the base order, completion and comparison.

use alloc::vec;
use alloc::vec::Vec;

use super::ejection::{Partial, UNPLACED};
use super::metering::Meter;
use super::reduction::Instance;
use super::{Outcome, Status, many};
use crate::kernel::order::Order;
use crate::model::{Bank, Buffer, Placement, align_up};
use crate::planner::first_fit;
use crate::planner::meter::Aim;
use crate::planner::proof::Proof;

/// The first buffer that no planner could make sense of.
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

/// More buffers than this are placed by looking only at neighbours in time.
const MANY: usize = 2048;

/// What the base order may cost: it is promised, so it does not depend on the budget. Enough for a million buffers of
/// which a few hundred overlap each other.
const BASE_WORK: u64 = 8_000_000_000;

/// First fit in base order.
pub(crate) fn base(banks: &[Bank], buffers: &[Buffer<'_>], meter: &mut Meter<'_>) -> Vec<Placement> {
    let n = buffers.len();
    if n > MANY {
        let order = first_fit::sorted(buffers, Order::Base);
        return meter.beside(BASE_WORK, |own| many::place(banks, buffers, &order, own));
    }
    let (placements, _) = first_fit::in_order(banks, buffers, Order::Base);
    meter.charge((n as u64).saturating_mul(n as u64) / 2);
    placements
}

/// Tells the caller how far a layout is from fitting, or how much of it is missed.
pub(crate) fn tell(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement], meter: &Meter<'_>) {
    let (mut over, mut missed) = (0u64, 0u64);
    for (buffer, place) in buffers.iter().zip(placements) {
        if place.offset.saturating_add(buffer.size) > banks[usize::from(place.bank)].room() {
            over = over.saturating_add(buffer.size);
        }
        if buffer.banks.first() != Some(&place.bank) {
            missed = missed.saturating_add(buffer.weight);
        }
    }
    match over {
        0 => meter.tell(Aim::Misses, missed, 0, missed.saturating_sub(1)),
        _ => meter.tell(Aim::Fit, over, 0, 0),
    }
}

/// Gives the homeless of a partial layout a place above the others in the bank where that is lowest. A fixed place
/// that is taken cannot be given without moving others: then there is none, and the base order's layout serves.
pub(crate) fn complete(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    instance: &Instance,
    partial: &Partial<'_>,
    meter: &mut Meter<'_>,
) -> Option<Vec<Placement>> {
    let unplaced: Vec<usize> = (0..instance.items.len()).filter(|&i| partial.banks[i] == UNPLACED).collect();
    if unplaced.iter().any(|&i| instance.items[i].fixed.is_some()) {
        return None;
    }
    let mut placements = vec![Placement::default(); buffers.len()];
    let mut done = vec![false; buffers.len()];
    for (i, &index) in instance.source.iter().enumerate() {
        if partial.banks[i] != UNPLACED {
            let offset = partial.offsets[i].unsigned_abs();
            placements[index as usize] = Placement { bank: partial.banks[i], offset };
            done[index as usize] = true;
        }
    }
    let mut unplaced = unplaced;
    unplaced.sort_by_key(|&i| (core::cmp::Reverse(instance.items[i].size), i));
    for i in unplaced {
        let index = instance.source[i] as usize;
        let buffer = &buffers[index];
        let mut best: Option<(u64, Placement)> = None;
        for &bank in buffer.banks {
            let mut taken: Vec<(u64, u64)> = Vec::new();
            for &j in &instance.near[i] {
                let j = instance.source[j as usize] as usize;
                if done[j] && placements[j].bank == bank {
                    taken.push((placements[j].offset, placements[j].offset + buffers[j].size));
                }
            }
            taken.sort_unstable();
            meter.charge(instance.near[i].len() as u64);
            let align = buffer.align_in(&banks[usize::from(bank)]);
            let mut offset = 0;
            for &(low, high) in &taken {
                if offset + buffer.size <= low {
                    break;
                }
                offset = offset.max(align_up(high, align).unwrap_or(offset));
            }
            let over = (offset + buffer.size).saturating_sub(banks[usize::from(bank)].room());
            if best.is_none_or(|old| over < old.0) {
                best = Some((over, Placement { bank, offset }));
            }
        }
        if let Some((_, place)) = best {
            placements[index] = place;
            done[index] = true;
        }
    }
    Some(placements)
}

/// High-water mark of each bank.
pub(crate) fn marks(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement]) -> Vec<u64> {
    let mut marks = vec![0u64; banks.len()];
    for (buffer, place) in buffers.iter().zip(placements) {
        let mark = &mut marks[usize::from(place.bank)];
        *mark = (*mark).max(place.offset.saturating_add(buffer.size));
    }
    marks
}

/// What layouts are compared by: bytes over the rooms, harm of misses, bytes taken in bank order.
fn rank(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    sound: bool,
) -> (u128, u128, Vec<u64>) {
    let marks = marks(banks, buffers, placements);
    let over = banks.iter().zip(&marks).map(|(bank, mark)| u128::from(mark.saturating_sub(bank.room())));
    let harm = buffers.iter().zip(placements).filter(|(b, p)| b.banks.first() != Some(&p.bank));
    let over = if sound { over.sum() } else { u128::MAX };
    let taken = banks.iter().zip(&marks).map(|(bank, mark)| bank.taken(*mark)).collect();
    (over, harm.map(|(b, _)| u128::from(b.weight)).sum(), taken)
}

/// The better of the base order's layout and another one, as a result.
pub(crate) fn outcome(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    base: Vec<Placement>,
    other: Option<Vec<Placement>>,
    proof: Option<Proof>,
    work: u64,
) -> Outcome {
    // First fit keeps fixed places even over each other: such a layout is no layout.
    let clash = matches!(proof, Some(Proof::FixedOverlap { .. }));
    let mut best = rank(banks, buffers, &base, !clash);
    let mut placements = base;
    if let Some(other) = other {
        let theirs = rank(banks, buffers, &other, !clash);
        if theirs < best {
            best = theirs;
            placements = other;
        }
    }
    let status = match (&proof, best.0) {
        (Some(_), _) => Status::Impossible,
        (None, 0) => Status::Fits,
        (None, _) => Status::NotFound,
    };
    let marks = marks(banks, buffers, &placements);
    Outcome { placements, status, misses: best.1, marks, work, proof }
}
