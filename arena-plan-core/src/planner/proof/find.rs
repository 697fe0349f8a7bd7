//! Finding proofs: subset bounds first, then step packing, each reduced by deleting buffers.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Proof;
use crate::kernel::fault::Fault;
use crate::kernel::{bound, packing};
use crate::model::{Bank, Buffer};
use crate::planner::meter::Meter;
use crate::planner::reduction::maximal_steps;

/// Maximum number of banks whose subsets are enumerated.
const MAX_BANKS: usize = 8;
/// Maximum number of divisions tried for one step.
const DIVISIONS: u32 = 400_000;

/// Looks for a proof in one step.
type Finder = fn(&[Bank], &[Buffer<'_>], u32, &mut Meter<'_>) -> Option<Proof>;

/// The most readable proof that no layout exists, if there is one of the known kinds.
pub(crate) fn find(banks: &[Bank], buffers: &[Buffer<'_>], meter: &mut Meter<'_>) -> Option<Proof> {
    if let Some(proof) = fixed(banks, buffers, meter) {
        return Some(proof);
    }
    let steps = maximal_steps(buffers.iter().map(|b| (b.first, b.last)));
    [subset as Finder, packing].into_iter().find_map(|kind| {
        let mut best: Option<Proof> = None;
        for &step in &steps {
            if meter.is_over() {
                break;
            }
            let found = kind(banks, buffers, step, meter);
            best = best.into_iter().chain(found).min_by_key(length);
        }
        best
    })
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

/// The shortest subset proof of one step.
fn subset(banks: &[Bank], buffers: &[Buffer<'_>], step: u32, meter: &mut Meter<'_>) -> Option<Proof> {
    if banks.len() > bound::MAX_BANKS {
        return None;
    }
    let buffer = |i: u32| &buffers[i as usize];
    let mut alive: Vec<u32> = (0u32..).take(buffers.len()).filter(|&i| buffer(i).is_alive(step)).collect();
    alive.sort_by_key(|&i| (Reverse(buffer(i).size), buffer(i).rank, i));
    meter.charge(buffers.len() as u64);
    let mut best: Option<Proof> = None;
    let every = u64::MAX >> (64 - banks.len());
    for set in if banks.len() <= MAX_BANKS { 0..=every } else { every..=every } {
        meter.charge(alive.len() as u64 + 1);
        let mut list = alive.clone();
        list.retain(|&i| bound::homes(banks, buffer(i)) & !set == 0);
        // Leaving out the least aligned buffers gives a larger unit, which may outweigh their bytes.
        while let Some(unit) = list.iter().map(|&i| bound::unit(banks, buffer(i))).min() {
            let taken = |bytes: u64| u128::from(bytes).div_ceil(unit.into()) * u128::from(unit);
            let inside: Vec<u16> = (0u16..).take(banks.len()).filter(|k| set >> k & 1 == 1).collect();
            let capacity = inside.iter().map(|&k| taken(banks[usize::from(k)].room())).sum();
            let (mut bytes, mut few) = (0, 0);
            while bytes <= capacity && few < list.len() {
                bytes += taken(buffer(list[few]).size);
                few += 1;
            }
            if bytes > capacity {
                let buffers = list[..few].to_vec();
                let proof = Proof::Subset { step, banks: inside, buffers, unit, bytes, capacity };
                best = best.into_iter().chain([proof]).min_by_key(length);
            }
            list.retain(|&i| bound::unit(banks, buffer(i)) > unit);
            meter.charge(list.len() as u64);
        }
    }
    best
}

/// A packing proof of one step, reduced by deletion.
fn packing(banks: &[Bank], buffers: &[Buffer<'_>], step: u32, meter: &mut Meter<'_>) -> Option<Proof> {
    let mut divisions = DIVISIONS;
    let found = packing::of_step(banks, buffers, step, &mut divisions);
    meter.charge(buffers.len() as u64 + 4 * u64::from(DIVISIONS - divisions));
    Proof::of(banks, buffers, &Fault::Packing(found?))
}
