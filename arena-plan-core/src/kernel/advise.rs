//! Looks for single changes after which everything fits, without a search: each is tried with first fit.

use super::advice::{Advice, Change};
use super::bound::{self, MAX_BANKS};
use super::fault::Fault;
use super::live::{self, Largest};
use super::packing::{self, Movable};
use super::pieces::{self, Life};
use super::trial::{Case, Desk, begin, fits};
use crate::model::{Bank, align_up};

/// Buffers of a conflict that are examined, larger ones first.
const EXAMINED: usize = 16;

/// Looks for changes after which everything fits. `fault` is one of the proofs that no layout exists; for other faults there
/// is no advice.
pub const fn advise<'b>(case: &Case<'_, 'b>, fault: &Fault, desk: &mut Desk<'_, 'b>) -> Advice {
    let mut advice = Advice::NONE;
    let (set, parts) = match fault {
        Fault::OverBudget(excess) => (excess.set, None),
        Fault::NoPiece { buffer } => (bound::mask(&case.buffers[*buffer as usize]), None),
        Fault::Packing(packing) => match packing::movable(case.buffers, packing.step) {
            Some(parts) => (homes(case, &parts, packing.members), Some(parts)),
            None => return advice,
        },
        _ => return advice,
    };
    let mut index = 0u16;
    while (index as usize) < case.banks.len() && (index as usize) < MAX_BANKS {
        if set >> index & 1 == 1 {
            if let Some(change) = capacity(case, fault, index, desk) {
                advice.push(change);
            }
        }
        index += 1;
    }
    moves(case, fault, set, desk, &mut advice);
    let examined = examined(case, fault, &parts);
    let mut i = 0;
    while i < examined.listed().len() {
        allow(case, fault, examined.listed()[i], desk, &mut advice);
        i += 1;
    }
    let mut i = 0;
    while i < examined.listed().len() {
        shorten(case, fault, examined.listed()[i], desk, &mut advice);
        i += 1;
    }
    advice
}

/// The banks that members of a packing can go to.
const fn homes(case: &Case<'_, '_>, parts: &Movable, members: u64) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < parts.count {
        if members >> i & 1 == 1 {
            set |= bound::mask(&case.buffers[parts.list[i] as usize]);
        }
        i += 1;
    }
    set
}

/// A sufficient capacity of one bank: what the proof asks for, if that is enough, else what first fit takes.
const fn capacity<'b>(
    case: &Case<'_, 'b>,
    fault: &Fault,
    index: u16,
    desk: &mut Desk<'_, 'b>,
) -> Option<Change> {
    let bank = &case.banks[index as usize];
    if !begin(case, desk) {
        return None;
    }
    if let Some(bytes) = least(case, fault, index) {
        desk.banks[0][index as usize].capacity = bytes;
        if fits(case, desk) {
            return Some(Change::Capacity { bank: index, bytes, least: true });
        }
    }
    // More than any order of placing can take.
    let mut most = bank.capacity.saturating_add(bank.granule);
    let mut i = 0;
    while i < case.buffers.len() {
        let buffer = &case.buffers[i];
        most = most.saturating_add(buffer.size).saturating_add(buffer.align_in(bank));
        i += 1;
    }
    desk.banks[0][index as usize].capacity = most;
    if !fits(case, desk) {
        return None;
    }
    let mut high = 0;
    let mut i = 0;
    while i < case.buffers.len() {
        let end = desk.best[i].offset.saturating_add(case.buffers[i].size);
        if desk.best[i].bank == index && end > high {
            high = end;
        }
        i += 1;
    }
    let Some(mut bytes) = with_room(bank, high) else { return None };
    desk.banks[0][index as usize].capacity = bytes;
    if bytes <= bank.capacity || !fits(case, desk) {
        return None;
    }
    // Bisection between what is refuted and what fits: one step refutes, first fit confirms.
    let (step, members) = match fault {
        Fault::Packing(packing) => (packing.step, packing.members),
        Fault::OverBudget(excess) if excess.set.count_ones() > 1 => (excess.peak.step, u64::MAX),
        _ => return Some(Change::Capacity { bank: index, bytes, least: false }),
    };
    let Some(parts) = packing::movable(case.buffers, step) else {
        return Some(Change::Capacity { bank: index, bytes, least: false });
    };
    // If all sizes are multiples of the unit, so is the end of the last buffer in the bank.
    let whole = packing::whole_unit(case.banks, case.buffers, &parts, members);
    let (mut low, mut least, mut divisions) = (bank.capacity, true, packing::DIVISIONS);
    while bytes - low > bank.granule {
        let Some(middle) = with_room(bank, (low + (bytes - low) / 2).saturating_sub(bank.reserve)) else {
            break;
        };
        let trial = if middle < bytes { middle } else { bytes - bank.granule };
        if trial <= low {
            break;
        }
        desk.banks[0][index as usize].capacity = trial;
        desk.banks[0][index as usize].granule = if whole > bank.granule { whole } else { bank.granule };
        let divided = packing::divides(desk.banks[0], case.buffers, step, &parts, members, &mut divisions);
        if let Some(false) = divided {
            low = trial;
        } else if fits(case, desk) {
            bytes = trial;
        } else {
            (low, least) = (trial, false);
        }
    }
    Some(Change::Capacity { bank: index, bytes, least })
}

/// The least capacity of a bank at which the proof no longer holds, if that can be computed.
const fn least(case: &Case<'_, '_>, fault: &Fault, index: u16) -> Option<u64> {
    let bank = &case.banks[index as usize];
    match fault {
        Fault::OverBudget(excess) => {
            let own = bound::rounded(bank.room(), excess.unit);
            let missing = excess.peak.bytes.saturating_sub(excess.room);
            // The last buffer need not be followed by padding.
            let spare = if live::is_whole(case.banks, case.buffers, excess) { 0 } else { excess.unit - 1 };
            with_room(bank, own.saturating_add(missing).saturating_sub(spare))
        }
        Fault::NoPiece { buffer } => {
            let asked = &case.buffers[*buffer as usize];
            let life = Life { first: asked.first, last: asked.last };
            let mut end = 0;
            while let Some(fixed) = pieces::above(case.buffers, index, life, end) {
                end = pieces::span(&case.buffers[fixed as usize]).1;
            }
            match align_up(end, asked.align_in(bank)) {
                Some(offset) => with_room(bank, offset.saturating_add(asked.size)),
                None => None,
            }
        }
        _ => None,
    }
}

/// The least capacity that gives the bank this room.
const fn with_room(bank: &Bank, room: u64) -> Option<u64> {
    match align_up(room, bank.granule) {
        Some(room) => room.checked_add(bank.reserve),
        None => None,
    }
}

/// Tries to move each fixed buffer that is in the way, in the order of banks and offsets.
const fn moves<'b>(
    case: &Case<'_, 'b>,
    fault: &Fault,
    set: u64,
    desk: &mut Desk<'_, 'b>,
    advice: &mut Advice,
) {
    let life = match fault {
        Fault::NoPiece { buffer } => {
            let buffer = &case.buffers[*buffer as usize];
            Life { first: buffer.first, last: buffer.last }
        }
        Fault::Packing(packing) => Life { first: packing.step, last: packing.step },
        _ => return,
    };
    let mut index = 0u16;
    while (index as usize) < case.banks.len() && (index as usize) < MAX_BANKS {
        let mut from = 0;
        while let Some(buffer) = pieces::above(case.buffers, index, life, from) {
            if set >> index & 1 == 0 {
                break;
            }
            from = pieces::span(&case.buffers[buffer as usize]).1;
            if !begin(case, desk) {
                return;
            }
            desk.buffers[buffer as usize].fixed = None;
            if fits(case, desk) {
                advice.push(Change::Move { buffer, offset: desk.best[buffer as usize].offset });
            }
        }
        index += 1;
    }
}

/// The numbers of all banks: slices of one entry are the lists of buffers that may go to only one bank.
const NUMBERS: [u16; MAX_BANKS] = {
    let mut numbers = [0; MAX_BANKS];
    let mut i = 0;
    let mut number = 0;
    while i < MAX_BANKS {
        numbers[i] = number;
        i += 1;
        number += 1;
    }
    numbers
};

/// Tries to allow a buffer each further bank. Since it has no place in its own banks, it must go there.
const fn allow<'b>(
    case: &Case<'_, 'b>,
    fault: &Fault,
    buffer: u32,
    desk: &mut Desk<'_, 'b>,
    advice: &mut Advice,
) {
    let own = &case.buffers[buffer as usize];
    if own.fixed.is_some() {
        return;
    }
    if let Fault::OverBudget(excess) = fault {
        if excess.peak.bytes - excess.room > bound::rounded(own.size, excess.unit) {
            return;
        }
    }
    let mut bank = 0;
    while bank < case.banks.len() && bank < MAX_BANKS {
        if bound::mask(own) >> bank & 1 == 0 && own.size <= case.banks[bank].room() {
            if !begin(case, desk) {
                return;
            }
            desk.buffers[buffer as usize].banks = core::slice::from_ref(&NUMBERS[bank]);
            if fits(case, desk) {
                advice.push(Change::Allow { buffer, bank: NUMBERS[bank] });
            }
        }
        bank += 1;
    }
}

/// Tries to let a buffer begin later or end earlier, without cutting off a step that uses it, by as few steps as
/// possible.
const fn shorten<'b>(
    case: &Case<'_, 'b>,
    fault: &Fault,
    buffer: u32,
    desk: &mut Desk<'_, 'b>,
    advice: &mut Advice,
) {
    if buffer as usize >= case.needed.len() {
        return;
    }
    let (whole, needed) = (&case.buffers[buffer as usize], case.needed[buffer as usize]);
    let step = match fault {
        Fault::OverBudget(excess) => Some(excess.peak.step),
        Fault::Packing(packing) => Some(packing.step),
        _ => None,
    };
    // If the proof is about one step, the buffer must leave that step.
    let last = match step {
        Some(step) if needed.last < step && whole.first < step => Some(step - 1),
        None if needed.last < whole.last => Some(needed.last),
        _ => None,
    };
    if let Some(last) = last {
        if !begin(case, desk) {
            return;
        }
        desk.buffers[buffer as usize].last = last;
        let mut found = fits(case, desk);
        if !found && needed.last < last {
            desk.buffers[buffer as usize].last = needed.last;
            found = fits(case, desk);
        }
        if found {
            let last = desk.buffers[buffer as usize].last;
            advice.push(Change::Shorten { buffer, first: whole.first, last });
        }
    }
    let first = match step {
        Some(step) if needed.first > step && whole.last > step => Some(step + 1),
        None if needed.first > whole.first => Some(needed.first),
        _ => None,
    };
    if let Some(first) = first {
        if !begin(case, desk) {
            return;
        }
        desk.buffers[buffer as usize].first = first;
        let mut found = fits(case, desk);
        if !found && needed.first > first {
            desk.buffers[buffer as usize].first = needed.first;
            found = fits(case, desk);
        }
        if found {
            let first = desk.buffers[buffer as usize].first;
            advice.push(Change::Shorten { buffer, first, last: whole.last });
        }
    }
}

/// The largest buffers that the proof is about.
const fn examined(case: &Case<'_, '_>, fault: &Fault, parts: &Option<Movable>) -> Largest<EXAMINED> {
    match (fault, parts) {
        (Fault::OverBudget(excess), _) => live::largest(case.banks, case.buffers, excess),
        (Fault::NoPiece { buffer }, _) => {
            let mut found = Largest::NONE;
            found.push(*buffer);
            found
        }
        (Fault::Packing(packing), Some(parts)) => {
            let mut found = Largest::NONE;
            let mut i = 0;
            while i < parts.count {
                if packing.members >> i & 1 == 1 {
                    found.push(parts.list[i]);
                }
                i += 1;
            }
            found
        }
        _ => Largest::NONE,
    }
}
