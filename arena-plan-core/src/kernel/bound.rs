//! The load bound: bytes that are alive at one step. No layout is smaller.
//!
//! The buffers *confined* to a set of banks (all their allowed banks are in the set) must share its room. If their
//! peak load exceeds the room, no layout exists, wherever the other buffers go.

use super::granule;
use super::load::{add, clear, highest};
use crate::model::{Bank, Buffer, align_up};

/// The highest load of some buffers and the first step that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Peak {
    /// Bytes alive, saturating at `u64::MAX`.
    pub bytes: u64,
    /// The first step with that many bytes.
    pub step: u32,
}

/// Most banks that a set can hold: sets are bit masks.
pub const MAX_BANKS: usize = 64;

/// The allowed banks of `buffer` as a bit mask; banks from [`MAX_BANKS`] on are left out.
pub const fn mask(buffer: &Buffer<'_>) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < buffer.banks.len() {
        if (buffer.banks[i] as usize) < MAX_BANKS {
            mask |= 1 << buffer.banks[i];
        }
        i += 1;
    }
    mask
}

/// Whether all allowed banks of `buffer` are in `set`. A buffer with a bank that no set can hold, from [`MAX_BANKS`]
/// on, is confined to no set.
///
/// ```
/// use arena_plan_core::kernel::bound::confined;
/// use arena_plan_core::model::Buffer;
/// assert!(confined(&Buffer::new(8, 1, 0, 0, &[0, 2]), 0b101));
/// assert!(!confined(&Buffer::new(8, 1, 0, 0, &[70]), u64::MAX));
/// ```
pub const fn confined(buffer: &Buffer<'_>, set: u64) -> bool {
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i] as usize;
        if bank >= MAX_BANKS || set >> bank & 1 == 0 {
            return false;
        }
        i += 1;
    }
    true
}

/// Peak load of the buffers confined to `set`.
///
/// `scratch` has two entries per step; a lifetime that ends beyond them is truncated.
///
/// ```
/// use arena_plan_core::kernel::bound::{Peak, peak};
/// use arena_plan_core::model::Buffer;
/// let buffers = [Buffer::new(64, 1, 0, 1, &[0]), Buffer::new(32, 1, 1, 2, &[0]), Buffer::new(8, 1, 1, 1, &[0, 1])];
/// assert_eq!(peak(&buffers, 0b01, &mut [0; 6]), Peak { bytes: 96, step: 1 });
/// assert_eq!(peak(&buffers, 0b11, &mut [0; 6]), Peak { bytes: 104, step: 1 });
/// ```
pub const fn peak(buffers: &[Buffer<'_>], set: u64, scratch: &mut [u64]) -> Peak {
    let steps = scratch.len() / 2;
    let (born, died) = scratch.split_at_mut(steps);
    clear(born, died, steps);
    let (mut i, n) = (0, buffers.len());
    while i < n {
        let buffer = &buffers[i];
        if confined(buffer, set) {
            add(buffer, buffer.size, born, died, steps);
        }
        i += 1;
    }
    highest(born, died, steps)
}

/// Memory that [`excess`] works in.
#[derive(Debug)]
pub struct Scratch<'s> {
    /// Two entries per step; a lifetime that ends beyond them is truncated.
    pub steps: &'s mut [u64],
    /// One entry per buffer: the banks that are large enough for it, as a bit mask.
    pub homes: &'s mut [u64],
    /// One entry per buffer: what its offset is a multiple of, in whichever of these banks it is.
    pub units: &'s mut [u64],
}

/// A proof that no layout exists: at this step the buffers confined to a set of banks exceed its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Excess {
    /// The banks, as a bit mask.
    pub set: u64,
    /// The step and the bytes of the confined buffers alive in it, each rounded up to the unit.
    pub peak: Peak,
    /// Room of all banks of the set together, each rounded up to the unit.
    pub room: u64,
    /// All offsets of the buffers that count are multiples of this power of two, so each takes a multiple of it.
    pub unit: u64,
    /// The buffer without whose alignment the bank would have room: the bank's size is a multiple of that alignment.
    pub rounding: Option<u32>,
}

/// The allowed banks of `buffer` that are large enough for it, as a bit mask; 0 if one of them is a bank that no set
/// can hold, from [`MAX_BANKS`] on: then nothing is known.
///
/// ```
/// use arena_plan_core::kernel::bound::homes;
/// use arena_plan_core::model::{Bank, Buffer};
/// assert_eq!(homes(&[Bank::new(8), Bank::new(64)], &Buffer::new(16, 1, 0, 0, &[0, 1])), 0b10);
/// ```
pub const fn homes(banks: &[Bank], buffer: &Buffer<'_>) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i] as usize;
        if bank < banks.len() && buffer.size <= banks[bank].room() {
            if bank >= MAX_BANKS {
                return 0;
            }
            mask |= 1 << bank;
        }
        i += 1;
    }
    mask
}

/// The power of two that divides every offset which `buffer` can have in its allowed banks.
pub const fn unit(banks: &[Bank], buffer: &Buffer<'_>) -> u64 {
    if let Some(offset) = buffer.fixed {
        return if offset == 0 { 1 << 40 } else { 1 << offset.trailing_zeros() };
    }
    let mut unit = u64::MAX;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = buffer.banks[i] as usize;
        let align = if bank < banks.len() { buffer.align_in(&banks[bank]) } else { 1 };
        if align < unit {
            unit = align;
        }
        i += 1;
    }
    unit
}

/// Whether `buffer` counts in an excess of this set and unit: it cannot go elsewhere, and its offset is a multiple of
/// the unit.
pub const fn counts(banks: &[Bank], buffer: &Buffer<'_>, set: u64, unit: u64) -> bool {
    let homes = homes(banks, buffer);
    homes != 0 && homes & !set == 0 && self::unit(banks, buffer) >= unit
}

/// Looks for a set of banks whose confined buffers exceed its room if each takes a multiple of `unit` bytes; with 1,
/// every buffer counts with its exact bytes. Single banks come first.
///
/// All sets are tried for up to six banks; above that, single banks, the sets that buffers are confined to, and all
/// banks together, 256 sets in total.
pub const fn excess(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    unit: u64,
    scratch: &mut Scratch<'_>,
) -> Option<Excess> {
    const MOST_SETS: usize = 256;
    let count = if banks.len() < MAX_BANKS { banks.len() } else { MAX_BANKS };
    let mut i = 0;
    while i < buffers.len() {
        scratch.homes[i] = homes(banks, &buffers[i]);
        scratch.units[i] = self::unit(banks, &buffers[i]);
        i += 1;
    }
    let mut bank = 0;
    while bank < count {
        if let Some(found) = over(banks, buffers, 1 << bank, unit, scratch) {
            return Some(found);
        }
        bank += 1;
    }
    if count <= 6 {
        let mut set = 1u64;
        while set < 1 << count {
            if set.count_ones() > 1 {
                if let Some(found) = over(banks, buffers, set, unit, scratch) {
                    return Some(found);
                }
            }
            set += 1;
        }
        return None;
    }
    let mut tried = 0;
    let mut i = 0;
    while i < buffers.len() && tried < MOST_SETS {
        let set = scratch.homes[i];
        if set.count_ones() > 1 && !met(scratch.homes, i) {
            tried += 1;
            if let Some(found) = over(banks, buffers, set, unit, scratch) {
                return Some(found);
            }
        }
        i += 1;
    }
    over(banks, buffers, if count == MAX_BANKS { u64::MAX } else { (1 << count) - 1 }, unit, scratch)
}

/// Whether an earlier buffer has the same banks.
const fn met(homes: &[u64], index: usize) -> bool {
    let mut i = 0;
    while i < index {
        if homes[i] == homes[index] {
            return true;
        }
        i += 1;
    }
    false
}

/// Room of the banks of a set together, each rounded up to the unit.
pub(crate) const fn room(banks: &[Bank], set: u64, unit: u64) -> u64 {
    let mut room = 0u64;
    let mut bank = 0;
    while bank < banks.len() && bank < MAX_BANKS {
        if set >> bank & 1 == 1 {
            room = room.saturating_add(rounded(banks[bank].room(), unit));
        }
        bank += 1;
    }
    room
}

/// `bytes` rounded up to the unit, saturating.
pub(super) const fn rounded(bytes: u64, unit: u64) -> u64 {
    match align_up(bytes, unit) {
        Some(bytes) => bytes,
        None => u64::MAX,
    }
}

/// The excess of one set, if it has any. `scratch` knows the banks of each buffer.
const fn over(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    set: u64,
    unit: u64,
    scratch: &mut Scratch<'_>,
) -> Option<Excess> {
    let half = scratch.steps.len() / 2;
    let (born, died) = scratch.steps.split_at_mut(half);
    clear(born, died, half);
    let (mut i, n) = (0, buffers.len());
    while i < n {
        let homes = scratch.homes[i];
        if homes != 0 && homes & !set == 0 && scratch.units[i] >= unit {
            let bytes = if unit == 1 { buffers[i].size } else { rounded(buffers[i].size, unit) };
            add(&buffers[i], bytes, born, died, half);
        }
        i += 1;
    }
    let peak = highest(born, died, half);
    judged(banks, buffers, set, unit, peak)
}

/// The excess of this load, if there is one.
const fn judged(banks: &[Bank], buffers: &[Buffer<'_>], set: u64, unit: u64, peak: Peak) -> Option<Excess> {
    let room = room(banks, set, unit);
    if peak.bytes <= room {
        return None;
    }
    let mut rounding = None;
    if set.count_ones() == 1 {
        let index = set.trailing_zeros();
        let bank = &banks[index as usize];
        let free = bank.capacity.saturating_sub(bank.reserve);
        if peak.bytes <= free - free % bank.align {
            #[expect(clippy::cast_possible_truncation, reason = "the number of a bit")]
            let number = index as u16;
            rounding = granule::culprit(bank, number, buffers);
        }
    }
    Some(Excess { set, peak, room, unit, rounding })
}

/// The excess of one bank by itself, with the exact bytes of every buffer.
pub const fn of_bank(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    bank: u32,
    scratch: &mut Scratch<'_>,
) -> Option<Excess> {
    if bank as usize >= MAX_BANKS {
        return None;
    }
    let mut i = 0;
    while i < buffers.len() {
        scratch.homes[i] = homes(banks, &buffers[i]);
        scratch.units[i] = 1;
        i += 1;
    }
    over(banks, buffers, 1 << bank, 1, scratch)
}

/// The same without scratch memory. It takes one pass over the buffers for each buffer.
pub const fn alone(banks: &[Bank], buffers: &[Buffer<'_>], bank: u32) -> Option<Excess> {
    if bank as usize >= MAX_BANKS {
        return None;
    }
    let set = 1 << bank;
    let mut peak = Peak { bytes: 0, step: 0 };
    let mut i = 0;
    while i < buffers.len() {
        let step = buffers[i].first;
        let bytes = load(banks, buffers, set, 1, step);
        if bytes > peak.bytes || (bytes == peak.bytes && step < peak.step) {
            peak = Peak { bytes, step };
        }
        i += 1;
    }
    judged(banks, buffers, set, 1, peak)
}

/// Bytes of the buffers that count and are alive in one step.
pub(crate) const fn load(banks: &[Bank], buffers: &[Buffer<'_>], set: u64, unit: u64, step: u32) -> u64 {
    let mut bytes = 0u64;
    let mut i = 0;
    while i < buffers.len() {
        let buffer = &buffers[i];
        if buffer.first <= step && step <= buffer.last && counts(banks, buffer, set, unit) {
            bytes = bytes.saturating_add(rounded(buffer.size, unit));
        }
        i += 1;
    }
    bytes
}
