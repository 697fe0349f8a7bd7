//! First fit: each buffer in turn goes to the lowest aligned offset of the first allowed bank that has room.

use crate::model::{Bank, Buffer, Placement};

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
    /// The next one in its bank's list. It has the type of an index, so that the walk has nothing to convert.
    next: usize,
}

impl Spot {
    /// The value that scratch memory is filled with.
    pub const EMPTY: Self = Self { offset: 0, end: 0, first: 0, last: 0, next: NONE };
}

/// The end of a list.
const NONE: usize = usize::MAX;

/// Scratch memory of first fit: the placed buffers of each bank in a list by increasing offset.
#[derive(Debug)]
pub struct Spots<'s> {
    /// The head of each bank's list: one entry per bank.
    pub heads: &'s mut [usize],
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
    let (mut bank, count) = (0, banks.len());
    while bank < count {
        spots.heads[bank] = NONE;
        bank += 1;
    }
    let (mut turn, turns) = (0, order.len());
    let mut lowest = Place { offset: 0, end: 0, below: NONE };
    let mut place = lowest;
    let (mut bank, mut choice, mut found, mut most);
    while turn < turns {
        let index = order[turn];
        let buffer = &buffers[index as usize];
        let choices = match buffer.banks {
            [] => return Fit::Invalid(index),
            [_] => 1,
            several => several.len(),
        };
        bank = 0;
        found = false;
        most = 0;
        choice = 0;
        while choice < choices {
            let allowed = buffer.banks[choice];
            choice += 1;
            let about = &banks[allowed as usize];
            let align = if buffer.align > about.align { buffer.align } else { about.align };
            if !find_lowest(spots.list, spots.heads[allowed as usize], buffer, align, &mut lowest) {
                return Fit::Invalid(index);
            }
            let room = if about.capacity > about.reserve { about.capacity - about.reserve } else { 0 };
            let room = room - room % about.granule;
            if lowest.end <= room {
                if !found || room - lowest.end > most {
                    bank = allowed;
                    place = lowest;
                    most = room - lowest.end;
                }
                found = true;
                if matches!(rule, Choice::Preferred) {
                    break;
                }
            } else if !found {
                bank = allowed;
                place = lowest;
            }
        }
        if !found && matches!(fit, Fit::All) {
            fit = Fit::Over(index);
        }
        placements[index as usize] = Placement { bank, offset: place.offset };
        let before = if place.below == NONE {
            &mut spots.heads[bank as usize]
        } else {
            &mut spots.list[place.below].next
        };
        let next = *before;
        *before = turn;
        spots.list[turn] =
            Spot { offset: place.offset, end: place.end, first: buffer.first, last: buffer.last, next };
        turn += 1;
    }
    fit
}

/// A place for a buffer.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    end: u64,
    /// The spot that it follows in its bank's list, or [`NONE`].
    below: usize,
}

/// Finds the lowest aligned offset of `buffer` in the bank whose list begins at `head` that overlaps no placed buffer
/// alive with it; `false` if its end exceeds a `u64`.
///
/// The list is sorted by increasing offset, so one pass is enough, and it ends at the first spot above the place. Every
/// statement costs time in const evaluation, hence one flat record per placed buffer, no moves and no calls.
const fn find_lowest(list: &[Spot], head: usize, buffer: &Buffer<'_>, align: u64, place: &mut Place) -> bool {
    let first = buffer.first;
    let last = buffer.last;
    let size = buffer.size;
    let fixed = matches!(buffer.fixed, Some(_));
    let mut offset = match buffer.fixed {
        Some(offset) => offset,
        None => 0,
    };
    // The highest offset at which the end is a `u64`.
    let highest = u64::MAX - size;
    if offset > highest {
        return false;
    }
    let mut end = offset + size;
    let mut below = NONE;
    let mut at = head;
    while at != NONE {
        let spot = &list[at];
        if end <= spot.offset {
            break;
        }
        if spot.first <= last && first <= spot.last && !fixed {
            if spot.end > offset {
                let over = spot.end % align;
                let pad = if over == 0 { 0 } else { align - over };
                if spot.end > highest || pad > highest - spot.end {
                    return false;
                }
                offset = spot.end + pad;
                end = offset + size;
            }
            // It begins below, as all before it do.
            below = at;
        } else if spot.offset <= offset {
            below = at;
        }
        at = spot.next;
    }
    place.offset = offset;
    place.end = end;
    place.below = below;
    true
}
