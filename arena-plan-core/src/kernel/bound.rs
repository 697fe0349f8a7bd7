//! The load bound: bytes that are alive at one step, below which no layout exists.
//!
//! For a set of banks, the buffers *confined* to it (all their allowed banks lie in the set) must share its
//! room, so their peak load over the room proves that no layout exists, whatever the other buffers do.

use crate::model::{Bank, Buffer};

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

/// Whether all allowed banks of `buffer` lie in `set`. A buffer with a bank that no set can hold, from
/// [`MAX_BANKS`] on, is confined to none.
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
/// `scratch` has two entries per step; a lifetime that ends beyond them is cut off.
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
    let mut i = 0;
    while i < scratch.len() {
        scratch[i] = 0;
        i += 1;
    }
    let (born, died) = scratch.split_at_mut(steps);
    let mut i = 0;
    while i < buffers.len() {
        let buffer = &buffers[i];
        if confined(buffer, set) && (buffer.first as usize) < steps {
            let first = buffer.first as usize;
            born[first] = born[first].saturating_add(buffer.size);
            if (buffer.last as usize) < steps {
                let last = buffer.last as usize;
                died[last] = died[last].saturating_add(buffer.size);
            }
        }
        i += 1;
    }
    let mut best = Peak { bytes: 0, step: 0 };
    let mut load = 0u64;
    let mut step = 0usize;
    let mut number = 0u32;
    while step < steps {
        load = load.saturating_add(born[step]);
        if load > best.bytes {
            best = Peak { bytes: load, step: number };
        }
        load = load.saturating_sub(died[step]);
        step += 1;
        number += 1;
    }
    best
}

/// A proof that no layout exists: at this step the buffers confined to a set of banks exceed its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Excess {
    /// The banks, as a bit mask.
    pub set: u64,
    /// The step and the bytes of the confined buffers alive in it.
    pub peak: Peak,
    /// Room of all banks of the set together.
    pub room: u64,
}

/// Looks for a set of banks whose confined buffers exceed its room; single banks come first.
///
/// All sets are tried for up to six banks; above that, single banks, the allowed set of each buffer, and all
/// banks together. `scratch` is as for [`peak`].
pub const fn excess(banks: &[Bank], buffers: &[Buffer<'_>], scratch: &mut [u64]) -> Option<Excess> {
    let count = if banks.len() < MAX_BANKS { banks.len() } else { MAX_BANKS };
    let mut bank = 0;
    while bank < count {
        if let Some(found) = over(banks, buffers, 1 << bank, scratch) {
            return Some(found);
        }
        bank += 1;
    }
    if count <= 6 {
        let mut set = 1u64;
        while set < 1 << count {
            if set.count_ones() > 1 {
                if let Some(found) = over(banks, buffers, set, scratch) {
                    return Some(found);
                }
            }
            set += 1;
        }
        return None;
    }
    let mut i = 0;
    while i < buffers.len() {
        if let Some(found) = over(banks, buffers, mask(&buffers[i]), scratch) {
            return Some(found);
        }
        i += 1;
    }
    over(banks, buffers, if count == MAX_BANKS { u64::MAX } else { (1 << count) - 1 }, scratch)
}

/// The excess of one set, if it has any.
const fn over(banks: &[Bank], buffers: &[Buffer<'_>], set: u64, scratch: &mut [u64]) -> Option<Excess> {
    let mut room = 0u64;
    let mut bank = 0;
    while bank < banks.len() && bank < MAX_BANKS {
        if set >> bank & 1 == 1 {
            room = room.saturating_add(banks[bank].room());
        }
        bank += 1;
    }
    let peak = peak(buffers, set, scratch);
    if peak.bytes > room { Some(Excess { set, peak, room }) } else { None }
}
