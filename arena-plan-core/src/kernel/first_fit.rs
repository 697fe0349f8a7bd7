//! First fit: each buffer in turn goes to the lowest aligned offset of the first allowed bank that has room.

use crate::model::{Bank, Buffer, Placement, align_up};

/// The result of a first fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Every placement ends within its bank's room.
    All,
    /// This buffer was the first, in the order, that fits into none of its allowed banks. It and later buffers like
    /// it were placed in their last allowed bank, above the room.
    Over(u32),
    /// An offset would exceed a `u64`, or a buffer has no allowed bank; placements are not meaningful.
    Invalid(u32),
}

/// One placed buffer, as the scan for gaps sees it.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    offset: u64,
    end: u64,
    first: u32,
    last: u32,
    /// The next one in its bank's list.
    next: u32,
}

impl Spot {
    /// The value that scratch memory is filled with.
    pub const EMPTY: Self = Self { offset: 0, end: 0, first: 0, last: 0, next: NONE };
}

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Scratch memory of first fit: the placed buffers of each bank in a list by increasing offset.
#[derive(Debug)]
pub struct Spots<'s> {
    /// The head of each bank's list: one entry per bank.
    pub heads: &'s mut [u32],
    /// The lists: one entry per buffer.
    pub list: &'s mut [Spot],
}

/// Which of its allowed banks with room a buffer goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first one, in the buffer's own order.
    Preferred,
    /// The one with the most room above the buffer; the first one among equals.
    Roomiest,
}

/// Places `buffers` in the given order, each in the first allowed bank that has room, and says whether all fit.
///
/// Every buffer gets a placement: one that fits nowhere goes to its last allowed bank, at the lowest offset that
/// overlaps nothing alive with it, above the room. Fixed buffers keep their offset, even if they overlap.
///
/// `order` holds every index once; `placements` has one entry per buffer.
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Fit, Spot, Spots, place};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(128)];
/// let buffers = [Buffer::new(64, 4, 0, 1, &[0]), Buffer::new(64, 4, 1, 2, &[0]), Buffer::new(64, 4, 2, 3, &[0])];
/// let mut placements = [Placement::default(); 3];
/// let mut spots = Spots { heads: &mut [0; 1], list: &mut [Spot::EMPTY; 3] };
/// assert_eq!(place(&banks, &buffers, &[0, 1, 2], &mut placements, &mut spots), Fit::All);
/// assert_eq!([placements[0].offset, placements[1].offset, placements[2].offset], [0, 64, 0]);
/// ```
pub const fn place(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    order: &[u32],
    placements: &mut [Placement],
    spots: &mut Spots<'_>,
) -> Fit {
    place_by(Choice::Preferred, banks, buffers, order, placements, spots)
}

/// [`place`] with another choice of banks.
///
/// ```
/// use arena_plan_core::kernel::first_fit::{Choice, Fit, Spot, Spots, place, place_by};
/// use arena_plan_core::model::{Bank, Buffer, Placement};
/// let banks = [Bank::new(90), Bank::new(40)];
/// let buffers = [30, 30, 40].map(|size| Buffer::new(size, 1, 0, 0, if size == 40 { &[1] } else { &[1, 0] }));
/// let mut placements = [Placement::default(); 3];
/// let mut spots = Spots { heads: &mut [0; 2], list: &mut [Spot::EMPTY; 3] };
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
    spots: &mut Spots<'_>,
) -> Fit {
    let mut fit = Fit::All;
    let mut bank = 0;
    while bank < banks.len() {
        spots.heads[bank] = NONE;
        bank += 1;
    }
    let (mut turn, mut number) = (0, 0);
    while turn < order.len() {
        let index = order[turn];
        let buffer = &buffers[index as usize];
        if buffer.banks.is_empty() {
            return Fit::Invalid(index);
        }
        let (mut bank, mut place) = (0, Place { offset: 0, end: 0, below: NONE });
        let (mut found, mut most) = (false, 0);
        let mut choice = 0;
        while choice < buffer.banks.len() {
            let allowed = buffer.banks[choice];
            choice += 1;
            let align = buffer.align_in(&banks[allowed as usize]);
            let Some(lowest) = lowest(spots.list, spots.heads[allowed as usize], buffer, align) else {
                return Fit::Invalid(index);
            };
            let room = banks[allowed as usize].room();
            if lowest.end <= room {
                if !found || room - lowest.end > most {
                    (bank, place) = (allowed, lowest);
                    most = room - lowest.end;
                }
                found = true;
                if matches!(rule, Choice::Preferred) {
                    break;
                }
            } else if !found {
                (bank, place) = (allowed, lowest);
            }
        }
        if !found && matches!(fit, Fit::All) {
            fit = Fit::Over(index);
        }
        placements[index as usize] = Placement { bank, offset: place.offset };
        let before = if place.below == NONE {
            &mut spots.heads[bank as usize]
        } else {
            &mut spots.list[place.below as usize].next
        };
        let next = *before;
        *before = number;
        spots.list[turn] =
            Spot { offset: place.offset, end: place.end, first: buffer.first, last: buffer.last, next };
        turn += 1;
        number += 1;
    }
    fit
}

/// A place for a buffer.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    end: u64,
    /// The spot that it follows in its bank's list, or [`NONE`].
    below: u32,
}

/// Lowest aligned offset of `buffer` in the bank whose list begins at `head` that overlaps no placed buffer alive
/// with it, or `None` if it exceeds a `u64`.
///
/// The list is sorted by increasing offset, so one pass is enough. Every statement costs time in const evaluation,
/// hence one flat record per placed buffer, and no moves.
const fn lowest(list: &[Spot], head: u32, buffer: &Buffer<'_>, align: u64) -> Option<Place> {
    let (first, last, size) = (buffer.first, buffer.last, buffer.size);
    let fixed = buffer.fixed.is_some();
    let mut offset = match buffer.fixed {
        Some(offset) => offset,
        None => 0,
    };
    let Some(mut end) = offset.checked_add(size) else { return None };
    let mut below = NONE;
    let mut at = head;
    while at != NONE {
        let spot = &list[at as usize];
        if !fixed && spot.first <= last && first <= spot.last {
            if end <= spot.offset {
                break;
            }
            if spot.end > offset {
                let Some(next) = align_up(spot.end, align) else { return None };
                let Some(top) = next.checked_add(size) else { return None };
                offset = next;
                end = top;
            }
            // It begins below, as all before it do.
            below = at;
        } else if spot.offset <= offset {
            below = at;
        }
        at = spot.next;
    }
    Some(Place { offset, end, below })
}
