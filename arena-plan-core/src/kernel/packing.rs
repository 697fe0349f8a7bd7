//! Proofs by packing: in one step, the buffers cannot be divided among the pieces of their banks.

use super::bound::{self, MAX_BANKS};
use super::pieces::{self, Life};
use crate::model::{Bank, Buffer};

/// Maximum number of buffers, and of pieces, that are divided.
pub const MAX_PARTS: usize = 64;

/// Maximum number of divisions tried, over all steps: what const evaluation can afford.
pub const DIVISIONS: u32 = 20_000;

/// A proof that no layout exists: in this step, some buffers cannot be divided among the pieces that the fixed ones
/// leave of their banks. There are few enough to try all divisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Packing {
    /// The step.
    pub step: u32,
    /// The buffers, as a bit mask over what [`movable`] lists.
    pub members: u64,
    /// All offsets of these buffers are multiples of this power of two, so each takes a multiple of it.
    pub unit: u64,
    /// The first bank that one of them can go to.
    pub bank: u16,
}

/// The buffers alive in a step that are not fixed, larger ones first, then by rank.
#[derive(Clone, Copy, Debug)]
pub struct Movable {
    /// The buffers; entries from `count` on are meaningless.
    pub list: [u32; MAX_PARTS],
    /// Number of buffers.
    pub count: usize,
}

/// The buffers of `step` that are not fixed; `None` if there are more than [`MAX_PARTS`].
///
/// ```
/// use arena_plan_core::kernel::packing::movable;
/// use arena_plan_core::model::Buffer;
/// let buffers = [Buffer::new(8, 1, 0, 1, &[0]), Buffer::new(9, 1, 1, 1, &[0]), Buffer::new(7, 1, 0, 0, &[0])];
/// let found = movable(&buffers, 1).unwrap();
/// assert_eq!(found.list[..found.count], [1, 0]);
/// ```
pub const fn movable(buffers: &[Buffer<'_>], step: u32) -> Option<Movable> {
    let mut found = Movable { list: [0; MAX_PARTS], count: 0 };
    let mut i = 0;
    let mut index = 0;
    while i < buffers.len() {
        let buffer = &buffers[i];
        if buffer.first <= step && step <= buffer.last && buffer.fixed.is_none() {
            if found.count == MAX_PARTS {
                return None;
            }
            let mut at = found.count;
            while at > 0 && pieces::before(buffer, &buffers[found.list[at - 1] as usize]) {
                found.list[at] = found.list[at - 1];
                at -= 1;
            }
            found.list[at] = index;
            found.count += 1;
        }
        i += 1;
        index += 1;
    }
    Some(found)
}

/// Looks for a step whose buffers cannot be divided, and leaves out the buffers that do not matter.
///
/// Steps are examined in the order of the schedule. `divisions` is how many may still be tried.
pub const fn find(banks: &[Bank], buffers: &[Buffer<'_>], divisions: &mut u32) -> Option<Packing> {
    // Examining a step takes one pass over the buffers.
    const WORK: usize = 50_000_000;
    if banks.len() > MAX_BANKS || buffers.len().saturating_mul(buffers.len()) > WORK {
        return None;
    }
    let mut next = birth(buffers, 0);
    while let Some(step) = next {
        next = match step.checked_add(1) {
            Some(after) => birth(buffers, after),
            None => None,
        };
        if *divisions == 0 {
            return None;
        }
        if !is_maximal(buffers, step, next) {
            continue;
        }
        if let Some(found) = of_step(banks, buffers, step, divisions) {
            return Some(found);
        }
    }
    None
}

/// The same for one step.
pub(crate) const fn of_step(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    step: u32,
    divisions: &mut u32,
) -> Option<Packing> {
    let Some(parts) = movable(buffers, step) else { return None };
    let all = if parts.count == 64 { u64::MAX } else { (1 << parts.count) - 1 };
    if parts.count < 2 || !matches!(divides(banks, buffers, step, &parts, all, divisions), Some(false)) {
        return None;
    }
    // Smallest first, because a reader expects large ones.
    let mut members = all;
    let mut at = parts.count;
    while at > 0 {
        at -= 1;
        let fewer = members & !(1 << at);
        if matches!(divides(banks, buffers, step, &parts, fewer, divisions), Some(false)) {
            members = fewer;
        }
    }
    Some(of(banks, buffers, step, &parts, members))
}

/// The proof that these members cannot be divided.
pub const fn of(banks: &[Bank], buffers: &[Buffer<'_>], step: u32, parts: &Movable, members: u64) -> Packing {
    let mut homes = 0;
    let mut i = 0;
    while i < parts.count {
        if members >> i & 1 == 1 {
            homes |= bound::homes(banks, &buffers[parts.list[i] as usize]);
        }
        i += 1;
    }
    let mut bank = 0;
    while bank < 63 && homes >> bank & 1 == 0 {
        bank += 1;
    }
    Packing { step, members, unit: common_unit(banks, buffers, parts, members), bank }
}

/// The first step from `from` on in which a buffer becomes live.
const fn birth(buffers: &[Buffer<'_>], from: u32) -> Option<u32> {
    let mut best: Option<u32> = None;
    let mut i = 0;
    while i < buffers.len() {
        let first = buffers[i].first;
        let sooner = match best {
            None => true,
            Some(old) => first < old,
        };
        if first >= from && sooner {
            best = Some(first);
        }
        i += 1;
    }
    best
}

/// Whether a buffer that is alive in this step dies before the next birth: otherwise that step has all of them and
/// more.
const fn is_maximal(buffers: &[Buffer<'_>], step: u32, next: Option<u32>) -> bool {
    let Some(next) = next else { return true };
    let mut i = 0;
    while i < buffers.len() {
        if buffers[i].first <= step && step <= buffers[i].last && buffers[i].last < next {
            return true;
        }
        i += 1;
    }
    false
}

/// The largest unit that all offsets of the members are multiples of.
pub const fn common_unit(banks: &[Bank], buffers: &[Buffer<'_>], parts: &Movable, members: u64) -> u64 {
    let mut unit = 1 << 40;
    let mut i = 0;
    while i < parts.count {
        if members >> i & 1 == 1 {
            let own = bound::unit(banks, &buffers[parts.list[i] as usize]);
            if own < unit {
                unit = own;
            }
        }
        i += 1;
    }
    unit
}

/// The common unit of the members, if all their sizes are multiples of it, else 1.
pub(super) const fn whole_unit(banks: &[Bank], buffers: &[Buffer<'_>], parts: &Movable, members: u64) -> u64 {
    let unit = common_unit(banks, buffers, parts, members);
    let mut i = 0;
    while i < parts.count {
        if members >> i & 1 == 1 && buffers[parts.list[i] as usize].size % unit != 0 {
            return 1;
        }
        i += 1;
    }
    unit
}

/// The pieces of all banks in one step.
struct Bins {
    bytes: [u64; MAX_PARTS],
    bank: [u8; MAX_PARTS],
    count: usize,
}

const fn bins(banks: &[Bank], buffers: &[Buffer<'_>], step: u32, unit: u64) -> Option<Bins> {
    let mut bins = Bins { bytes: [0; MAX_PARTS], bank: [0; MAX_PARTS], count: 0 };
    let life = Life { first: step, last: step };
    let mut index = 0u16;
    let mut small = 0u8;
    while (index as usize) < banks.len() {
        let mut from = 0;
        while let Some(piece) = pieces::next(banks, buffers, index, life, from) {
            if bins.count == MAX_PARTS {
                return None;
            }
            bins.bytes[bins.count] = piece.bytes(unit);
            bins.bank[bins.count] = small;
            bins.count += 1;
            from = piece.to;
        }
        index += 1;
        small += 1;
    }
    Some(bins)
}

/// Whether the members can be divided among the pieces by bytes; `None` where too many divisions would have to be tried.
pub const fn divides(
    banks: &[Bank],
    buffers: &[Buffer<'_>],
    step: u32,
    parts: &Movable,
    members: u64,
    divisions: &mut u32,
) -> Option<bool> {
    let unit = common_unit(banks, buffers, parts, members);
    let Some(mut bins) = bins(banks, buffers, step, unit) else { return None };
    // Those with one bank first, then larger ones.
    let mut sizes = [0u64; MAX_PARTS];
    let mut homes = [0u64; MAX_PARTS];
    let mut count = 0;
    let mut choice = 0;
    while choice < 2 {
        let mut i = 0;
        while i < parts.count {
            let buffer = &buffers[parts.list[i] as usize];
            if members >> i & 1 == 1 {
                let own = bound::homes(banks, buffer);
                if (own.count_ones() > 1) as u32 == choice {
                    if own == 0 {
                        // Larger than its banks, or a bank that no mask can hold.
                        return None;
                    }
                    sizes[count] = bound::rounded(buffer.size, unit);
                    homes[count] = own;
                    count += 1;
                }
            }
            i += 1;
        }
        choice += 1;
    }
    let mut next = [0usize; MAX_PARTS];
    let mut taken = [0usize; MAX_PARTS];
    let mut at = 0;
    loop {
        if at == count {
            return Some(true);
        }
        if *divisions == 0 {
            return None;
        }
        *divisions -= 1;
        let mut bin = next[at];
        // Equal buffers go to pieces in increasing order: other orders are the same division.
        if bin == 0 && at > 0 && sizes[at] == sizes[at - 1] && homes[at] == homes[at - 1] {
            bin = taken[at - 1];
        }
        while bin < bins.count && (homes[at] >> bins.bank[bin] & 1 == 0 || bins.bytes[bin] < sizes[at]) {
            bin += 1;
        }
        if bin < bins.count {
            bins.bytes[bin] -= sizes[at];
            next[at] = bin + 1;
            taken[at] = bin;
            at += 1;
        } else {
            next[at] = 0;
            if at == 0 {
                return Some(false);
            }
            at -= 1;
            bins.bytes[taken[at]] += sizes[at];
        }
    }
}
