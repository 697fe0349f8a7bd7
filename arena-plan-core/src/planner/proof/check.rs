//! Checks a proof: repeats its arithmetic from the problem alone and shares nothing with the planner.

use alloc::vec;
use alloc::vec::Vec;

use super::Proof;
use crate::model::{Bank, Buffer};

/// Why a proof is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An index is outside the problem, or a list names something twice.
    Index,
    /// This buffer is not alive in the step.
    NotAlive(u32),
    /// This buffer can also go into a bank outside the set.
    NotConfined(u32),
    /// This buffer can be at an offset that is not a multiple of the unit.
    Unit(u32),
    /// The figures do not match the problem, or do not contradict each other.
    Figures,
    /// The buffers can be divided among the banks.
    Divisible,
    /// More than a million divisions would have to be tried.
    TooLong,
}

/// Number of divisions tried before a packing proof is rejected as too long.
const MOST_DIVISIONS: u32 = 1_000_000;

/// Checks that `proof` is valid for the problem.
///
/// # Errors
/// The first reason found why it is not valid.
///
/// ```
/// use arena_plan_core::model::{Bank, Buffer};
/// use arena_plan_core::planner::proof::{Proof, check};
/// let banks = [Bank::new(100)];
/// let buffers = [Buffer::new(60, 1, 0, 1, &[0]), Buffer::new(50, 1, 1, 2, &[0])];
/// let proof = Proof::Subset { step: 1, banks: vec![0], buffers: vec![0, 1], unit: 1, bytes: 110, capacity: 100 };
/// assert_eq!(check(&banks, &buffers, &proof), Ok(()));
/// ```
pub fn check(banks: &[Bank], buffers: &[Buffer<'_>], proof: &Proof) -> Result<(), Refused> {
    match proof {
        Proof::FixedAbove { buffer } => {
            let b = get(buffers, *buffer)?;
            let (Some(offset), [bank]) = (b.fixed, b.banks) else { return Err(Refused::Figures) };
            let bank = banks.get(usize::from(*bank)).ok_or(Refused::Index)?;
            let end = u128::from(offset) + u128::from(b.size);
            if end > u128::from(bank.room()) { Ok(()) } else { Err(Refused::Figures) }
        }
        Proof::FixedOverlap { buffer, other, step } => {
            let (a, b) = (get(buffers, *buffer)?, get(buffers, *other)?);
            alive(a, *step, *buffer)?;
            alive(b, *step, *other)?;
            let (Some(x), Some(y)) = (a.fixed, b.fixed) else { return Err(Refused::Figures) };
            let apart = u128::from(x) + u128::from(a.size) <= u128::from(y)
                || u128::from(y) + u128::from(b.size) <= u128::from(x);
            let same = a.banks.len() == 1 && a.banks == b.banks && buffer != other;
            if same && !apart { Ok(()) } else { Err(Refused::Figures) }
        }
        Proof::Subset { step, banks: set, buffers: list, unit, bytes, capacity } => {
            let mut inside = vec![false; banks.len()];
            let mut room = 0u128;
            for &k in set {
                let bank = banks.get(usize::from(k)).ok_or(Refused::Index)?;
                if core::mem::replace(&mut inside[usize::from(k)], true) {
                    return Err(Refused::Index);
                }
                room += round(bank.room(), *unit)?;
            }
            once(buffers, list)?;
            let mut sum = 0u128;
            for &i in list {
                let b = get(buffers, i)?;
                alive(b, *step, i)?;
                for &k in b.banks {
                    let bank = banks.get(usize::from(k)).ok_or(Refused::Index)?;
                    let large_enough = b.size <= bank.room();
                    if large_enough && !inside[usize::from(k)] {
                        return Err(Refused::NotConfined(i));
                    }
                    if large_enough {
                        divides(b, bank, *unit, i)?;
                    }
                }
                sum += round(b.size, *unit)?;
            }
            if sum == *bytes && room == *capacity && sum > room { Ok(()) } else { Err(Refused::Figures) }
        }
        Proof::Pieces { buffer, fixed } => {
            let b = get(buffers, *buffer)?;
            once(buffers, fixed)?;
            for &i in fixed {
                if i == *buffer || !get(buffers, i)?.overlaps(b) {
                    return Err(Refused::NotAlive(i));
                }
            }
            if b.fixed.is_some() {
                return Err(Refused::Figures);
            }
            for &k in b.banks {
                let bank = banks.get(usize::from(k)).ok_or(Refused::Index)?;
                let align = u128::from(b.align_in(bank));
                for (low, high) in pieces(buffers, fixed, k, bank)? {
                    if low.div_ceil(align) * align + u128::from(b.size) <= high {
                        return Err(Refused::Divisible);
                    }
                }
            }
            Ok(())
        }
        Proof::Packing { step, buffers: list, fixed, unit } => {
            once(buffers, list)?;
            once(buffers, fixed)?;
            for &i in fixed {
                alive(get(buffers, i)?, *step, i)?;
            }
            let mut rooms = Vec::new();
            for (k, bank) in (0u16..).zip(banks) {
                for (low, high) in pieces(buffers, fixed, k, bank)? {
                    let low = low.div_ceil(u128::from(*unit)) * u128::from(*unit);
                    let high = high.div_ceil(u128::from(*unit)) * u128::from(*unit);
                    rooms.push((k, high.saturating_sub(low)));
                }
            }
            let mut parts = Vec::with_capacity(list.len());
            for &i in list {
                let b = get(buffers, i)?;
                alive(b, *step, i)?;
                // A fixed buffer splits a bank, or it is divided like the others, which is a weaker requirement.
                if fixed.contains(&i) {
                    return Err(Refused::Index);
                }
                let mut homes = Vec::new();
                for &k in b.banks {
                    let bank = banks.get(usize::from(k)).ok_or(Refused::Index)?;
                    if b.size <= bank.room() {
                        divides(b, bank, *unit, i)?;
                        homes.push(k);
                    }
                }
                parts.push((round(b.size, *unit)?, homes));
            }
            // Larger first: contradictions come early.
            parts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            let mut left = MOST_DIVISIONS;
            match divide(&parts, &mut rooms, &mut left) {
                None => Err(Refused::TooLong),
                Some(true) => Err(Refused::Divisible),
                Some(false) => Ok(()),
            }
        }
    }
}

/// The byte ranges that fixed buffers leave of a bank.
fn pieces(
    buffers: &[Buffer<'_>],
    fixed: &[u32],
    bank: u16,
    figures: &Bank,
) -> Result<Vec<(u128, u128)>, Refused> {
    let mut taken = Vec::new();
    for &i in fixed {
        let b = get(buffers, i)?;
        let (Some(offset), [own]) = (b.fixed, b.banks) else { return Err(Refused::Figures) };
        if *own == bank {
            taken.push((u128::from(offset), u128::from(offset) + u128::from(b.size)));
        }
    }
    taken.sort_unstable();
    let room = u128::from(figures.room());
    let (mut pieces, mut from) = (Vec::new(), 0);
    for (low, high) in taken {
        if from < low.min(room) {
            pieces.push((from, low.min(room)));
        }
        from = from.max(high);
    }
    if from < room {
        pieces.push((from, room));
    }
    Ok(pieces)
}

/// Whether `parts` can be divided among `rooms`, each the bank and the bytes of a piece; `None` after too many tries.
/// The depth is at most the number of buffers in one step whose divisions can be tried at all, so recursion stays
/// shallow.
fn divide(parts: &[(u128, Vec<u16>)], rooms: &mut [(u16, u128)], left: &mut u32) -> Option<bool> {
    let Some(((size, homes), rest)) = parts.split_first() else { return Some(true) };
    for at in 0..rooms.len() {
        if homes.contains(&rooms[at].0) && *size <= rooms[at].1 {
            *left = left.checked_sub(1)?;
            rooms[at].1 -= size;
            let found = divide(rest, rooms, left);
            rooms[at].1 += size;
            if found != Some(false) {
                return found;
            }
        }
    }
    Some(false)
}

fn get<'a, 'b>(buffers: &'a [Buffer<'b>], index: u32) -> Result<&'a Buffer<'b>, Refused> {
    buffers.get(index as usize).ok_or(Refused::Index)
}

fn once(buffers: &[Buffer<'_>], list: &[u32]) -> Result<(), Refused> {
    let mut seen = vec![false; buffers.len()];
    for &i in list {
        let seen = seen.get_mut(i as usize).ok_or(Refused::Index)?;
        if core::mem::replace(seen, true) {
            return Err(Refused::Index);
        }
    }
    Ok(())
}

fn alive(buffer: &Buffer<'_>, step: u32, index: u32) -> Result<(), Refused> {
    if buffer.is_alive(step) { Ok(()) } else { Err(Refused::NotAlive(index)) }
}

fn divides(buffer: &Buffer<'_>, bank: &Bank, unit: u64, index: u32) -> Result<(), Refused> {
    let whole = match buffer.fixed {
        Some(offset) => offset % unit == 0,
        None => buffer.align_in(bank) % unit == 0,
    };
    if whole { Ok(()) } else { Err(Refused::Unit(index)) }
}

fn round(bytes: u64, unit: u64) -> Result<u128, Refused> {
    if !unit.is_power_of_two() {
        return Err(Refused::Figures);
    }
    Ok(u128::from(bytes).div_ceil(u128::from(unit)) * u128::from(unit))
}
