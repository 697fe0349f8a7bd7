//! Checks placements that come from a file.

use super::fault::{Fault, Unsuited};
use crate::model::{Bank, Buffer, Placement};

/// Why the placement that a file gives a buffer cannot be used, given the placements of the buffers before it.
pub const fn of_given(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    index: u32,
) -> Option<Fault> {
    let placement = placements[index as usize];
    match unsuited(banks, buffers, placements, index, placement) {
        Some(why) => Some(Fault::Given { buffer: index, placement, why }),
        None => None,
    }
}

const fn unsuited(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    index: u32,
    placement: Placement,
) -> Option<Unsuited> {
    let buffer = &buffers[index as usize];
    let mut allowed = false;
    let mut i = 0;
    while i < buffer.banks.len() {
        allowed |= buffer.banks[i] == placement.bank;
        i += 1;
    }
    if !allowed {
        return Some(Unsuited::Bank);
    }
    let bank = &banks[placement.bank as usize];
    if let Some(fixed) = buffer.fixed {
        if fixed != placement.offset {
            return Some(Unsuited::Fixed);
        }
    }
    if placement.offset % buffer.align_in(bank) != 0 {
        return Some(Unsuited::Misaligned);
    }
    let end = placement.offset.saturating_add(buffer.size);
    if end > bank.room() {
        return Some(Unsuited::Outside);
    }
    let mut other = 0u32;
    while other < index {
        let at = placements[other as usize];
        let apart =
            end <= at.offset || at.offset.saturating_add(buffers[other as usize].size) <= placement.offset;
        if at.bank == placement.bank && !apart && buffer.overlaps(&buffers[other as usize]) {
            return Some(Unsuited::Overlap { other, at });
        }
        other += 1;
    }
    None
}
