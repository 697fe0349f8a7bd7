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
            let (a, b) = (alive(buffers, *buffer, *step)?, alive(buffers, *other, *step)?);
            let (Some(x), Some(y)) = (a.fixed, b.fixed) else { return Err(Refused::Figures) };
            let apart = u128::from(x) + u128::from(a.size) <= u128::from(y)
                || u128::from(y) + u128::from(b.size) <= u128::from(x);
            let same = a.banks.len() == 1 && a.banks == b.banks && buffer != other;
            if same && !apart { Ok(()) } else { Err(Refused::Figures) }
        }
        Proof::Subset { step, banks: set, buffers: list, unit, bytes, capacity } => {
            power(*unit)?;
            once(banks.len(), set.iter().map(|&k| k.into()))?;
            once(buffers.len(), list.iter().map(|&i| i as usize))?;
            let room: u128 = set.iter().map(|&k| round(banks[usize::from(k)].room(), *unit)).sum();
            let mut sum = 0u128;
            for &i in list {
                let b = alive(buffers, i, *step)?;
                if homes(banks, b, *unit, i)?.iter().any(|home| !set.contains(home)) {
                    return Err(Refused::NotConfined(i));
                }
                sum += round(b.size, *unit);
            }
            if sum == *bytes && room == *capacity && sum > room { Ok(()) } else { Err(Refused::Figures) }
        }
        Proof::Pieces { buffer, fixed } => {
            let b = get(buffers, *buffer)?;
            once(buffers.len(), fixed.iter().map(|&i| i as usize))?;
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
            power(*unit)?;
            // A fixed buffer splits a bank, or it is divided like the others, which is a weaker requirement.
            once(buffers.len(), list.iter().chain(fixed).map(|&i| i as usize))?;
            for &i in fixed {
                alive(buffers, i, *step)?;
            }
            let mut rooms = Vec::new();
            for (k, bank) in (0u16..).zip(banks) {
                let pieces = pieces(buffers, fixed, k, bank)?.into_iter();
                rooms.extend(pieces.map(|(low, high)| (k, round(high, *unit) - round(low, *unit))));
            }
            let mut parts = Vec::with_capacity(list.len());
            for &i in list {
                let b = alive(buffers, i, *step)?;
                parts.push((round(b.size, *unit), homes(banks, b, *unit, i)?));
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

/// Refused unless the indices are below `len` and each occurs once.
fn once(len: usize, list: impl Iterator<Item = usize>) -> Result<(), Refused> {
    let mut seen = vec![false; len];
    for i in list {
        let seen = seen.get_mut(i).ok_or(Refused::Index)?;
        if core::mem::replace(seen, true) {
            return Err(Refused::Index);
        }
    }
    Ok(())
}

fn alive<'a, 'b>(buffers: &'a [Buffer<'b>], index: u32, step: u32) -> Result<&'a Buffer<'b>, Refused> {
    get(buffers, index).and_then(|b| if b.is_alive(step) { Ok(b) } else { Err(Refused::NotAlive(index)) })
}

/// The allowed banks that are large enough; in each of them, the buffer's offset is a multiple of the unit.
fn homes(banks: &[Bank], buffer: &Buffer<'_>, unit: u64, index: u32) -> Result<Vec<u16>, Refused> {
    let mut homes = Vec::new();
    for &k in buffer.banks {
        let bank = banks.get(usize::from(k)).ok_or(Refused::Index)?;
        if buffer.size <= bank.room() {
            if buffer.fixed.unwrap_or(buffer.align_in(bank)) % unit != 0 {
                return Err(Refused::Unit(index));
            }
            homes.push(k);
        }
    }
    Ok(homes)
}

fn power(unit: u64) -> Result<(), Refused> {
    if unit.is_power_of_two() { Ok(()) } else { Err(Refused::Figures) }
}

fn round(bytes: impl Into<u128>, unit: u64) -> u128 {
    bytes.into().div_ceil(unit.into()) * u128::from(unit)
}
