//! Base alignments: the size of a Rust static is a multiple of its alignment, which depends on what is in it.

use super::fault::MAX_ALIGN;
use crate::model::{Bank, Buffer, Placement, align_up};

/// The granule that a bank has in any layout: the largest alignment among the bank's own and those of the buffers
/// that can go nowhere else. Proofs rely on it.
///
/// An alignment that is not a power of two counts as 1 here, and so does one that leaves no room for its own buffer:
/// these are reported separately, not as a fault of the other buffers.
///
/// ```
/// use arena_plan_core::kernel::granule::{fits_rounded, proved};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(100), Bank::new(32)];
/// let buffers = [Buffer::new(98, 2, 0, 0, &[0]), Buffer::new(32, 32, 0, 0, &[1, 0])];
/// assert_eq!([proved(&banks[0], 0, &buffers), proved(&banks[1], 1, &buffers)], [2, 1]);
/// let placements = [Placement { bank: 0, offset: 0 }, Placement { bank: 1, offset: 0 }];
/// assert!(fits_rounded(&banks, &buffers, &placements));
/// ```
pub const fn proved(bank: &Bank, index: u16, buffers: &[Buffer<'_>]) -> u64 {
    largest(bank, index, buffers, true)
}

/// Gives the banks granules that are valid wherever buffers go: the largest alignment among the bank's own and those
/// of the buffers that may use it.
pub const fn widen(banks: &mut [Bank], buffers: &[Buffer<'_>]) {
    let mut i = 0;
    let mut index = 0;
    while i < banks.len() {
        banks[i].granule = largest(&banks[i], index, buffers, false);
        i += 1;
        index += 1;
    }
}

const fn largest(bank: &Bank, index: u16, buffers: &[Buffer<'_>], confined: bool) -> u64 {
    let mut granule = sane(bank.align);
    let (mut i, n) = (0, buffers.len());
    while i < n {
        let buffer = &buffers[i];
        i += 1;
        // Few buffers get past the first condition. An alignment that is not valid counts as 1.
        if buffer.align <= granule
            || sane(buffer.align) <= granule
            || (confined && (buffer.banks.len() != 1 || !fits(bank, buffer)))
        {
            continue;
        }
        let mut j = 0;
        while j < buffer.banks.len() {
            if buffer.banks[j] == index {
                granule = buffer.align;
            }
            j += 1;
        }
    }
    granule
}

/// Whether the bank has room for the buffer alone, once its size is rounded down to a multiple of the buffer's
/// alignment.
const fn fits(bank: &Bank, buffer: &Buffer<'_>) -> bool {
    let free = bank.capacity.saturating_sub(bank.reserve);
    free - free % buffer.align >= buffer.size
}

/// The first buffer whose alignment is the bank's granule, if that exceeds the bank's own alignment.
pub const fn culprit(bank: &Bank, index: u16, buffers: &[Buffer<'_>]) -> Option<u32> {
    if bank.granule <= sane(bank.align) {
        return None;
    }
    let mut i = 0;
    let mut number = 0;
    while i < buffers.len() {
        let buffer = &buffers[i];
        if buffer.align == bank.granule && buffer.banks.len() == 1 && buffer.banks[0] == index {
            return Some(number);
        }
        i += 1;
        number += 1;
    }
    None
}

/// Whether each bank still fits when its size is rounded up to the largest alignment of the buffers in it.
pub const fn fits_rounded(banks: &[Bank], buffers: &[Buffer<'_>], placements: &[Placement]) -> bool {
    let mut bank = 0;
    let mut number = 0u16;
    while bank < banks.len() {
        let (mut end, mut align) = (0u64, banks[bank].granule);
        let mut i = 0;
        while i < buffers.len() {
            if placements[i].bank == number {
                let top = placements[i].offset.saturating_add(buffers[i].size);
                end = if top > end { top } else { end };
                align = if buffers[i].align > align { buffers[i].align } else { align };
            }
            i += 1;
        }
        match align_up(end, align) {
            Some(taken) if taken <= banks[bank].capacity.saturating_sub(banks[bank].reserve) => {}
            _ => return false,
        }
        bank += 1;
        number += 1;
    }
    true
}

const fn sane(align: u64) -> u64 {
    if align <= MAX_ALIGN && align.is_power_of_two() { align } else { 1 }
}
