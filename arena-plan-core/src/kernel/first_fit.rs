//! First fit: each buffer in turn goes to the lowest aligned offset of the first allowed bank that has room.

use crate::model::{Bank, Buffer, Placement, align_up};

/// What a first fit came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Every placement ends within its bank's room.
    All,
    /// This buffer was the first, in the order, that fits into none of its allowed banks. It and later ones
    /// like it were placed in their last allowed bank, above the room.
    Over(u32),
    /// An offset would exceed a `u64`, or a buffer has no allowed bank; placements are not meaningful.
    Invalid(u32),
}

/// Places `buffers` in the given order and says whether all fit.
///
/// The result is total: a buffer that fits nowhere goes to its last allowed bank at the lowest offset that
/// overlaps nothing alive with it, beyond the room. Fixed buffers keep their offset, even where that overlaps.
///
/// `order` holds every index once; `placements` and `scratch` have one entry per buffer.
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Fit, place};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(128)];
/// let buffers = [Buffer::new(64, 4, 0, 1, &[0]), Buffer::new(64, 4, 1, 2, &[0]), Buffer::new(64, 4, 2, 3, &[0])];
/// let mut placements = [Placement::default(); 3];
/// assert_eq!(place(&banks, &buffers, &[0, 1, 2], &mut placements, &mut [0; 3]), Fit::All);
/// assert_eq!([placements[0].offset, placements[1].offset, placements[2].offset], [0, 64, 0]);
/// ```
pub const fn place(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
    placements: &mut [Placement],
    scratch: &mut [u32],
) -> Fit {
    let mut fit = Fit::All;
    let mut placed = 0;
    while placed < order.len() {
        let index = order[placed];
        let buffer = &buffers[index as usize];
        if buffer.banks.is_empty() {
            return Fit::Invalid(index);
        }
        let mut spot = None;
        let mut choice = 0;
        while choice < buffer.banks.len() {
            let bank = buffer.banks[choice];
            let Some(offset) = lowest(banks, buffers, placements, scratch, placed, buffer, bank) else {
                return Fit::Invalid(index);
            };
            let room = banks[bank as usize].room();
            let fits = buffer.size <= room && offset <= room - buffer.size;
            if fits || choice + 1 == buffer.banks.len() {
                if !fits && matches!(fit, Fit::All) {
                    fit = Fit::Over(index);
                }
                spot = Some(Placement { bank, offset });
                break;
            }
            choice += 1;
        }
        let Some(spot) = spot else { return Fit::Invalid(index) };
        placements[index as usize] = spot;
        insert(placements, scratch, placed, index);
        placed += 1;
    }
    fit
}

/// Lowest aligned offset of `buffer` in `bank` that overlaps no placed buffer alive with it.
///
/// `scratch[..placed]` lists the placed buffers by rising offset, so one pass is enough.
const fn lowest(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    placements: &[Placement],
    scratch: &[u32],
    placed: usize,
    buffer: &Buffer<'_>,
    bank: u16,
) -> Option<u64> {
    if let Some(offset) = buffer.fixed {
        return match offset.checked_add(buffer.size) {
            Some(_) => Some(offset),
            None => None,
        };
    }
    let align = buffer.align_in(&banks[bank as usize]);
    let mut offset = 0u64;
    let mut i = 0;
    while i < placed {
        let other = scratch[i] as usize;
        let at = placements[other];
        if at.bank == bank && buffer.overlaps(&buffers[other]) {
            let Some(end) = offset.checked_add(buffer.size) else { return None };
            if end <= at.offset {
                return Some(offset);
            }
            let Some(top) = at.offset.checked_add(buffers[other].size) else { return None };
            if top > offset {
                let Some(next) = align_up(top, align) else { return None };
                offset = next;
            }
        }
        i += 1;
    }
    match offset.checked_add(buffer.size) {
        Some(_) => Some(offset),
        None => None,
    }
}

/// Inserts `index` into `scratch[..placed]`, which is sorted by rising offset.
const fn insert(placements: &[Placement], scratch: &mut [u32], placed: usize, index: u32) {
    let offset = placements[index as usize].offset;
    let mut i = placed;
    while i > 0 && placements[scratch[i - 1] as usize].offset > offset {
        scratch[i] = scratch[i - 1];
        i -= 1;
    }
    scratch[i] = index;
}
