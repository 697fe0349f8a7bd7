//! Finding proofs: subset bounds first, then step packing, each reduced by deleting buffers.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::{Proof, common_unit};
use crate::model::{Bank, Buffer};
use crate::planner::meter::Meter;

/// Maximum number of banks whose subsets are enumerated.
const MAX_BANKS: usize = 8;
/// Maximum number of divisions tried for one step.
const DIVISIONS: u64 = 200_000;
/// Maximum number of buffers in a packing proof; the check recurses once for each.
const MAX_PARTS: usize = 64;

/// The most readable proof that no layout exists, if there is one of the known kinds.
pub(crate) fn find(banks: &[Bank], buffers: &[Buffer<'_>], meter: &mut Meter<'_>) -> Option<Proof> {
    if let Some(proof) = fixed(banks, buffers, meter) {
        return Some(proof);
    }
    let steps = peaks(buffers);
    let mut best: Option<Proof> = None;
    let mut alive: Vec<u32> = Vec::new();
    for &step in &steps {
        if meter.is_over() {
            break;
        }
        live(buffers, step, &mut alive, meter);
        if let Some(proof) = subset(banks, buffers, step, &alive, meter) {
            if best.as_ref().is_none_or(|old| length(&proof) < length(old)) {
                best = Some(proof);
            }
        }
    }
    if best.is_some() {
        return best;
    }
    for &step in &steps {
        if meter.is_over() {
            break;
        }
        live(buffers, step, &mut alive, meter);
        if let Some(proof) = packing(banks, buffers, step, &alive, meter) {
            if best.as_ref().is_none_or(|old| length(&proof) < length(old)) {
                best = Some(proof);
            }
        }
    }
    best
}

/// The length of a proof for a reader.
fn length(proof: &Proof) -> (usize, usize) {
    match proof {
        Proof::Subset { banks, buffers, .. } => (buffers.len(), banks.len()),
        other => (other.buffers().len(), usize::MAX),
    }
}

/// Fixed places above the room, or that overlap each other.
fn fixed(banks: &[Bank], buffers: &[Buffer<'_>], meter: &mut Meter<'_>) -> Option<Proof> {
    let mut held: Vec<u32> = Vec::new();
    for (i, buffer) in (0u32..).zip(buffers) {
        let (Some(offset), [bank]) = (buffer.fixed, buffer.banks) else { continue };
        if u128::from(offset) + u128::from(buffer.size) > u128::from(banks[usize::from(*bank)].room()) {
            return Some(Proof::FixedAbove { buffer: i });
        }
        held.push(i);
    }
    // By bank and offset: only the buffers that follow directly can overlap a buffer.
    held.sort_by_key(|&i| (buffers[i as usize].banks[0], buffers[i as usize].fixed, i));
    for (at, &i) in held.iter().enumerate() {
        let a = &buffers[i as usize];
        let end = u128::from(a.fixed.unwrap_or(0)) + u128::from(a.size);
        for &j in &held[at + 1..] {
            let b = &buffers[j as usize];
            meter.charge(1);
            if b.banks != a.banks || u128::from(b.fixed.unwrap_or(0)) >= end || meter.is_over() {
                break;
            }
            if a.overlaps(b) {
                let (buffer, other) = (i.min(j), i.max(j));
                return Some(Proof::FixedOverlap { buffer, other, step: a.first.max(b.first) });
            }
        }
    }
    None
}

/// Steps with maximal sets of live buffers: where a buffer ends after another has begun.
fn peaks(buffers: &[Buffer<'_>]) -> Vec<u32> {
    let mut events: Vec<(u32, bool)> = Vec::with_capacity(2 * buffers.len());
    for buffer in buffers {
        events.push((buffer.first, false));
        events.push((buffer.last, true));
    }
    events.sort_unstable();
    let mut steps = Vec::new();
    let mut begun = false;
    for (step, end) in events {
        if end && begun {
            steps.push(step);
        }
        begun = !end;
    }
    steps
}

fn live(buffers: &[Buffer<'_>], step: u32, alive: &mut Vec<u32>, meter: &mut Meter<'_>) {
    alive.clear();
    meter.charge(buffers.len() as u64);
    alive.extend((0u32..).zip(buffers).filter(|(_, b)| b.first <= step && step <= b.last).map(|(i, _)| i));
    alive.sort_by_key(|&i| (Reverse(buffers[i as usize].size), buffers[i as usize].rank, i));
}

/// Banks that the buffer can go to: allowed and large enough.
fn homes(banks: &[Bank], buffer: &Buffer<'_>) -> u64 {
    let fits = |k: &&u16| buffer.size <= banks[usize::from(**k)].room();
    buffer.banks.iter().filter(fits).fold(0, |mask, k| mask | 1 << (k & 63))
}

fn rounded(bytes: u64, unit: u64) -> u128 {
    u128::from(bytes).div_ceil(u128::from(unit)) * u128::from(unit)
}

/// The shortest subset proof of one step.
fn subset(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    step: u32,
    alive: &[u32],
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    let mut best: Option<Proof> = None;
    let doms: Vec<u64> = alive.iter().map(|&i| homes(banks, &buffers[i as usize])).collect();
    let every = (1u64 << banks.len().min(63)) - 1;
    let sets = if banks.len() <= MAX_BANKS { 0..every + 1 } else { every..every + 1 };
    for set in sets {
        meter.charge(alive.len() as u64 + 1);
        let inside = |k: u16| set >> (k & 63) & 1 == 1;
        let mut list: Vec<u32> =
            alive.iter().zip(&doms).filter(|(_, dom)| **dom & !set == 0).map(|(i, _)| *i).collect();
        // Leaving out the least aligned buffers gives a larger unit, which may outweigh their bytes.
        while !list.is_empty() {
            let unit = common_unit(banks, buffers, &list, inside);
            let capacity = banks
                .iter()
                .enumerate()
                .filter(|(k, _)| set >> (k & 63) & 1 == 1)
                .map(|(_, bank)| rounded(bank.room(), unit))
                .sum::<u128>();
            let total =
                |list: &[u32]| list.iter().map(|&i| rounded(buffers[i as usize].size, unit)).sum::<u128>();
            let mut bytes = total(&list);
            if bytes > capacity {
                let mut few = list.clone();
                while let Some(&last) = few.last() {
                    let less = bytes - rounded(buffers[last as usize].size, unit);
                    if less <= capacity {
                        break;
                    }
                    bytes = less;
                    few.pop();
                }
                let set = (0u16..).take(banks.len()).filter(|k| inside(*k)).collect();
                let proof = Proof::Subset { step, banks: set, buffers: few, unit, bytes, capacity };
                if best.as_ref().is_none_or(|old| length(&proof) < length(old)) {
                    best = Some(proof);
                }
            }
            list.retain(|&i| common_unit(banks, buffers, &[i], inside) > unit);
            meter.charge(list.len() as u64);
        }
    }
    best
}

/// A packing proof of one step, reduced by deletion.
fn packing(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    step: u32,
    alive: &[u32],
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    if banks.len() < 2 || banks.len() > 32 || alive.len() > MAX_PARTS {
        return None;
    }
    let mut list = alive.to_vec();
    let mut unit = common_unit(banks, buffers, &list, |_| true);
    if divides(banks, buffers, &list, unit, meter) != Some(false) {
        return None;
    }
    // Smallest first, because a reader expects large ones.
    for at in (0..list.len()).rev() {
        let mut fewer = list.clone();
        fewer.remove(at);
        let finer = common_unit(banks, buffers, &fewer, |_| true);
        if divides(banks, buffers, &fewer, finer, meter) == Some(false) {
            list = fewer;
            unit = finer;
        }
    }
    Some(Proof::Packing { step, buffers: list, fixed: Vec::new(), unit })
}

/// Whether the buffers can be divided among the banks by bytes; `None` if the limit came first.
fn divides(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    list: &[u32],
    unit: u64,
    meter: &mut Meter<'_>,
) -> Option<bool> {
    let mut rooms: Vec<u128> = banks.iter().map(|bank| rounded(bank.room(), unit)).collect();
    // Without a choice first, then larger: `list` is by decreasing size.
    let mut parts: Vec<(u128, u64)> = list
        .iter()
        .map(|&i| (rounded(buffers[i as usize].size, unit), homes(banks, &buffers[i as usize])))
        .collect();
    parts.sort_by_key(|part| part.1.count_ones() > 1);
    let mut next = alloc::vec![0usize; parts.len()];
    let mut taken: Vec<usize> = Vec::with_capacity(parts.len());
    let mut tries = 0u64;
    loop {
        let at = taken.len();
        if at == parts.len() {
            return Some(true);
        }
        let (size, dom) = parts[at];
        let found = (next[at]..banks.len())
            .find(|&k| dom >> k & 1 == 1 && size <= rooms[k] && ordered(&parts, &taken, at, k));
        tries += 1;
        if tries > DIVISIONS || meter.is_over() {
            return None;
        }
        meter.charge(4);
        match found {
            Some(k) => {
                rooms[k] -= size;
                next[at] = k + 1;
                taken.push(k);
            }
            None => {
                next[at] = 0;
                let Some(k) = taken.pop() else { return Some(false) };
                rooms[k] += parts[at - 1].0;
            }
        }
    }
}

/// Equal buffers go to banks in increasing order: other orders are the same division.
fn ordered(parts: &[(u128, u64)], taken: &[usize], at: usize, k: usize) -> bool {
    at == 0 || parts[at] != parts[at - 1] || k >= taken[at - 1]
}
