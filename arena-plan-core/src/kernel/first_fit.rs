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

/// One placed buffer, as the scan for gaps sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spot {
    bank: u16,
    offset: u64,
    end: u64,
    first: u32,
    last: u32,
}

impl Spot {
    /// What scratch memory is filled with.
    pub const EMPTY: Self = Self { bank: 0, offset: 0, end: 0, first: 0, last: 0 };
}

/// Which of the allowed banks with room a buffer goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first one, in the buffer's own order.
    Preferred,
    /// The one with the most room above the buffer, then the first one.
    Roomiest,
}

/// Places `buffers` in the given order, each in the first allowed bank that has room, and says whether all fit.
///
/// The result is total: a buffer that fits nowhere goes to its last allowed bank at the lowest offset that
/// overlaps nothing alive with it, beyond the room. Fixed buffers keep their offset, even where that overlaps.
///
/// `order` holds every index once; `placements` and `scratch` have one entry per buffer.
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Fit, Spot, place};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(128)];
/// let buffers = [Buffer::new(64, 4, 0, 1, &[0]), Buffer::new(64, 4, 1, 2, &[0]), Buffer::new(64, 4, 2, 3, &[0])];
/// let mut placements = [Placement::default(); 3];
/// assert_eq!(place(&banks, &buffers, &[0, 1, 2], &mut placements, &mut [Spot::EMPTY; 3]), Fit::All);
/// assert_eq!([placements[0].offset, placements[1].offset, placements[2].offset], [0, 64, 0]);
/// ```
pub const fn place(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
    placements: &mut [Placement],
    scratch: &mut [Spot],
) -> Fit {
    place_by(Choice::Preferred, banks, buffers, order, placements, scratch)
}

/// [`place`] with another choice of banks.
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Choice, Fit, Spot, place, place_by};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(90), Bank::new(40)];
/// let buffers = [30, 30, 40].map(|size| Buffer::new(size, 1, 0, 0, if size == 40 { &[1] } else { &[1, 0] }));
/// let (mut placements, mut spots) = ([Placement::default(); 3], [Spot::EMPTY; 3]);
/// let order = [0, 1, 2];
/// assert_eq!(place(&banks, &buffers, &order, &mut placements, &mut spots), Fit::Over(2));
/// let fit = place_by(Choice::Roomiest, &banks, &buffers, &order, &mut placements, &mut spots);
/// assert_eq!((fit, placements.map(|at| at.bank)), (Fit::All, [0, 0, 1]));
/// ```
pub const fn place_by(
    rule: Choice,
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
    placements: &mut [Placement],
    scratch: &mut [Spot],
) -> Fit {
    let mut fit = Fit::All;
    let mut placed = 0;
    while placed < order.len() {
        let index = order[placed];
        let buffer = &buffers[index as usize];
        if buffer.banks.is_empty() {
            return Fit::Invalid(index);
        }
        let mut spot = Spot { bank: 0, offset: 0, end: 0, first: buffer.first, last: buffer.last };
        let (mut found, mut most) = (false, 0);
        let mut choice = 0;
        while choice < buffer.banks.len() {
            let bank = buffer.banks[choice];
            choice += 1;
            let align = buffer.align_in(&banks[bank as usize]);
            let Some((offset, end)) = lowest(scratch, placed, buffer, bank, align) else {
                return Fit::Invalid(index);
            };
            let room = banks[bank as usize].room();
            if end <= room {
                if !found || room - end > most {
                    (spot.bank, spot.offset, spot.end) = (bank, offset, end);
                    most = room - end;
                }
                found = true;
                if matches!(rule, Choice::Preferred) {
                    break;
                }
            } else if !found {
                (spot.bank, spot.offset, spot.end) = (bank, offset, end);
            }
        }
        if !found && matches!(fit, Fit::All) {
            fit = Fit::Over(index);
        }
        placements[index as usize] = Placement { bank: spot.bank, offset: spot.offset };
        insert(scratch, placed, spot);
        placed += 1;
    }
    fit
}

/// Lowest aligned offset of `buffer` in `bank` that overlaps no placed buffer alive with it, and its end.
///
/// `scratch[..placed]` is sorted by bank and rising offset, so one pass over the bank's part is enough. Const
/// evaluation pays for every statement, hence one flat record per placed buffer.
const fn lowest(
    scratch: &[Spot],
    placed: usize,
    buffer: &Buffer<'_>,
    bank: u16,
    align: u64,
) -> Option<(u64, u64)> {
    let size = buffer.size;
    if let Some(offset) = buffer.fixed {
        return match offset.checked_add(size) {
            Some(end) => Some((offset, end)),
            None => None,
        };
    }
    let (first, last) = (buffer.first, buffer.last);
    let mut offset = 0u64;
    let mut end = size;
    let mut i = start(scratch, placed, bank);
    while i < placed {
        let spot = &scratch[i];
        if spot.bank != bank {
            break;
        }
        if spot.first <= last && first <= spot.last {
            if end <= spot.offset {
                return Some((offset, end));
            }
            if spot.end > offset {
                let Some(next) = align_up(spot.end, align) else { return None };
                let Some(top) = next.checked_add(size) else { return None };
                offset = next;
                end = top;
            }
        }
        i += 1;
    }
    Some((offset, end))
}

/// Where the part of `bank` begins in `scratch[..placed]`.
const fn start(scratch: &[Spot], placed: usize, bank: u16) -> usize {
    let (mut low, mut high) = (0, placed);
    while low < high {
        let middle = low + (high - low) / 2;
        if scratch[middle].bank < bank {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Inserts `spot` into `scratch[..placed]`, which is sorted by bank and rising offset.
const fn insert(scratch: &mut [Spot], placed: usize, spot: Spot) {
    let mut i = placed;
    while i > 0 {
        let below = &scratch[i - 1];
        if below.bank < spot.bank || (below.bank == spot.bank && below.offset <= spot.offset) {
            break;
        }
        scratch[i] = scratch[i - 1];
        i -= 1;
    }
    scratch[i] = spot;
}
