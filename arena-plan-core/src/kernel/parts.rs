//! Faults of single banks and buffers, and of fixed offsets: those that can be found without a layout.

use super::fault::{Fault, MAX_ALIGN};
use super::granule;
use crate::model::{Bank, Buffer, MAX_BYTES, MAX_CACHE_LINE};

/// What is wrong with a bank by itself.
pub const fn of_bank(banks: &[Bank], index: u32) -> Option<Fault> {
    let bank = &banks[index as usize];
    if !bank.align.is_power_of_two() || bank.align > MAX_ALIGN {
        return Some(Fault::BankAlign { bank: index });
    }
    if !bank.cache_line.is_power_of_two() || bank.cache_line > MAX_CACHE_LINE {
        return Some(Fault::CacheLine { bank: index });
    }
    if bank.reserve > bank.capacity {
        return Some(Fault::Reserve { bank: index });
    }
    // The bank's memory is a multiple of its alignment.
    let free = bank.capacity - bank.reserve;
    if free > 0 && bank.align > free { Some(Fault::BankAlign { bank: index }) } else { None }
}

/// What is wrong with a buffer by itself: its size, alignment, fixed offset, or that no bank can hold it.
///
/// Banks are taken as the statics that an expansion generates, whose size is a multiple of the largest alignment in
/// them.
pub const fn of_buffer(banks: &[Bank], buffers: &[Buffer<'_>], index: u32) -> Option<Fault> {
    let buffer = &buffers[index as usize];
    let mut sound = true;
    let mut i = 0;
    while i < buffer.banks.len() {
        sound &= of_bank(banks, buffer.banks[i] as u32).is_none();
        i += 1;
    }
    match of_itself(buffer, index) {
        Some(fault) => Some(fault),
        // Otherwise reported at the bank; its room says nothing about this buffer.
        None if sound => in_banks(banks, buffers, index),
        None => None,
    }
}

const fn of_itself(buffer: &Buffer<'_>, index: u32) -> Option<Fault> {
    if buffer.size == 0 {
        return Some(Fault::ZeroSize { buffer: index });
    }
    if buffer.size > MAX_BYTES {
        return Some(Fault::TooLarge { buffer: index });
    }
    if buffer.align == 0 || buffer.align & (buffer.align - 1) != 0 || buffer.align > MAX_ALIGN {
        return Some(Fault::BufferAlign { buffer: index });
    }
    None
}

/// What is wrong with a buffer in its banks, which have no faults of their own.
const fn in_banks(banks: &[Bank], buffers: &[Buffer<'_>], index: u32) -> Option<Fault> {
    let buffer = &buffers[index as usize];
    // The largest room in a bank that holds nothing else: without the buffer's alignment, with it, and with that of
    // the others.
    let (mut alone, mut aligned, mut largest) = (0, 0, 0);
    let mut widest = 0;
    let mut i = 0;
    while i < buffer.banks.len() {
        let bank = &banks[buffer.banks[i] as usize];
        let free = bank.capacity - bank.reserve;
        let (whole, room) = (free - free % bank.align, bank.room());
        if whole > alone {
            alone = whole;
            widest = buffer.banks[i];
        }
        let whole = free - free % buffer.align_in(bank);
        if whole > aligned {
            aligned = whole;
        }
        if room > largest {
            largest = room;
        }
        i += 1;
    }
    if buffer.size > alone {
        return Some(Fault::TooBig { buffer: index, rounding: None });
    }
    if buffer.size > aligned {
        return Some(Fault::AlignTooLarge { buffer: index });
    }
    if buffer.size > largest {
        let rounding = granule::culprit(&banks[widest as usize], widest, buffers);
        return Some(Fault::TooBig { buffer: index, rounding });
    }
    if let Some(offset) = buffer.fixed {
        let bank = &banks[buffer.banks[0] as usize];
        if offset % buffer.align_in(bank) != 0 {
            return Some(Fault::FixedMisaligned { buffer: index });
        }
        if offset > bank.room() - buffer.size {
            let free = bank.capacity - bank.reserve;
            let would_fit = offset <= free - free % buffer.align_in(bank) - buffer.size;
            let rounding = if would_fit { granule::culprit(bank, buffer.banks[0], buffers) } else { None };
            return Some(Fault::FixedOutside { buffer: index, rounding });
        }
    }
    None
}

/// The first fault of a bank or a buffer by itself.
pub const fn of_parts(banks: &[Bank], buffers: &[Buffer<'_>]) -> Option<Fault> {
    let mut index = 0;
    while (index as usize) < banks.len() {
        if let Some(fault) = of_bank(banks, index) {
            return Some(fault);
        }
        index += 1;
    }
    let (mut index, n) = (0, buffers.len());
    while (index as usize) < n {
        let buffer = &buffers[index as usize];
        if let Some(fault) = of_itself(buffer, index) {
            return Some(fault);
        }
        // Most buffers fit into their first bank with room to spare, whatever its size is rounded down to.
        let fits = match (buffer.banks, buffer.fixed) {
            ([first, ..], None) => {
                let bank = &banks[*first as usize];
                let free = bank.capacity - bank.reserve;
                buffer.size <= free
                    && buffer.align <= free - buffer.size
                    && bank.align <= free - buffer.size
                    && bank.granule <= free - buffer.size
            }
            _ => false,
        };
        if !fits {
            if let Some(fault) = in_banks(banks, buffers, index) {
                return Some(fault);
            }
        }
        index += 1;
    }
    None
}

/// The first two fixed buffers that share bytes in a common step, reported at the later one.
pub const fn of_fixed(buffers: &[Buffer<'_>]) -> Option<Fault> {
    let (mut index, n) = (0, buffers.len());
    while (index as usize) < n {
        if let Some(_) = buffers[index as usize].fixed {
            if let Some(fault) = overlap(buffers, index) {
                return Some(fault);
            }
        }
        index += 1;
    }
    None
}

/// The first fixed buffer before this one that shares bytes with it in a common step.
pub const fn overlap(buffers: &[Buffer<'_>], index: u32) -> Option<Fault> {
    let buffer = &buffers[index as usize];
    let Some(offset) = buffer.fixed else { return None };
    let mut other = 0u32;
    while other < index {
        let before = &buffers[other as usize];
        if let Some(at) = before.fixed {
            let same = buffer.banks[0] == before.banks[0];
            let apart = offset.saturating_add(buffer.size) <= at || at.saturating_add(before.size) <= offset;
            if same && !apart && buffer.overlaps(before) {
                return Some(Fault::FixedOverlap { buffer: index, other });
            }
        }
        other += 1;
    }
    None
}
