//! The verifier: proves a layout from what is emitted, not from how it was computed.
//!
//! It works on the slots and bank regions that the expansion really contains, with rustc's sizes and alignments,
//! and on the *sets of handles that can exist at once*, one set per state. It shares nothing with the placing
//! code but the model's constants and checked arithmetic.

use super::code::Code;

/// The memory that a bank really takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Region {
    /// Bytes of the whole bank.
    pub capacity: u64,
    /// Bytes kept for the application.
    pub reserve: u64,
    /// Bytes of the bank's memory, as emitted.
    pub bytes: u64,
    /// Base alignment of the bank's memory, as emitted.
    pub align: u64,
}

/// The bytes of one handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Slot {
    /// Index of the bank.
    pub bank: u16,
    /// Offset from the bank's base, as emitted.
    pub offset: u64,
    /// Size of the slot's type, from rustc.
    pub size: u64,
    /// Alignment that the plan gave the slot.
    pub align: u64,
    /// Alignment of the slot's type, from rustc.
    pub type_align: u64,
}

/// One violation. Indices refer to the given slots, banks and sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Violation {
    /// The slot names a bank that does not exist.
    UnknownBank {
        /// The slot.
        slot: usize,
    },
    /// The slot has no bytes, or an alignment of 0.
    Empty {
        /// The slot.
        slot: usize,
    },
    /// The offset is not a multiple of the slot's alignment, or that alignment is not a multiple of the type's.
    Misaligned {
        /// The slot.
        slot: usize,
    },
    /// The bank's base is aligned to less than the slot.
    BaseMisaligned {
        /// The slot.
        slot: usize,
    },
    /// The slot ends above the bank's memory.
    OutOfBank {
        /// The slot.
        slot: usize,
    },
    /// Two slots of one set share bytes.
    Overlap {
        /// The slot at the lower offset.
        slot: usize,
        /// The other slot.
        other: usize,
        /// The set that holds both.
        set: usize,
    },
    /// The bank's memory exceeds its capacity less its reserve, or the target's `isize::MAX`, or is not a multiple of
    /// its alignment.
    OverBudget {
        /// The bank.
        bank: usize,
    },
    /// A set names a slot that does not exist.
    UnknownSlot {
        /// The set.
        set: usize,
    },
    /// The scratch arrays are too short for the number of slots, or there are more than 65,535 slots.
    Scratch,
}

impl Violation {
    /// The stable code.
    ///
    /// ```
    /// use arena_plan_core::kernel::{code::Code, verify::Violation};
    /// assert_eq!(Violation::OutOfBank { slot: 3 }.code(), Code::OutOfBank);
    /// ```
    pub const fn code(&self) -> Code {
        match self {
            Self::UnknownBank { .. } => Code::UnknownBank,
            Self::Empty { .. } => Code::ZeroSize,
            Self::Misaligned { .. } => Code::Misaligned,
            Self::BaseMisaligned { .. } => Code::BaseMisaligned,
            Self::OutOfBank { .. } => Code::OutOfBank,
            Self::Overlap { .. } => Code::Overlap,
            Self::OverBudget { .. } => Code::OverBudget,
            Self::UnknownSlot { .. } => Code::UnknownBuffer,
            Self::Scratch => Code::TooMany,
        }
    }
}

/// Number of words of the bit set that [`verify`] needs for `slots` slots.
pub const fn words(slots: usize) -> usize {
    slots.div_ceil(64)
}

/// Proves that every slot is aligned and within its bank, that the slots of each set share no byte, and that each
/// bank's memory stays within its budget and within `max_bytes`, the target's `isize::MAX`. Returns the first
/// violation.
///
/// A set costs least if it lists its slots by increasing bank and offset: then it is walked once, as it stands. Another small
/// set is compared pair by pair. The slots are sorted only if there is a large set of another order, or a violation.
///
/// `rank` and both of `keys` have one entry per slot, `members` has [`words`] entries; all are scratch.
///
/// ```
/// use arena_plan_core::kernel::verify::{Region, Slot, Violation, verify};
/// let regions = [Region { capacity: 128, reserve: 0, bytes: 128, align: 4 }];
/// let slot = |offset| Slot { bank: 0, offset, size: 64, align: 4, type_align: 4 };
/// let slots = [slot(0), slot(64), slot(0)];
/// let sets: [&[u16]; 2] = [&[0, 1], &[1, 2]];
/// let proved = |sets: &[&[u16]]| {
///     let keys: [&mut [u128]; 2] = [&mut [0; 3], &mut [0; 3]];
///     verify(&regions, &slots, sets, u64::MAX, &mut [0; 3], keys, &mut [0; 1])
/// };
/// assert_eq!(proved(&sets), None);
/// assert_eq!(proved(&[&[0, 1, 2]]), Some(Violation::Overlap { slot: 0, other: 2, set: 0 }));
/// ```
pub const fn verify(
    regions: &[Region],
    slots: &[Slot],
    sets: &[&[u16]],
    max_bytes: u64,
    rank: &mut [u16],
    keys: [&mut [u128]; 2],
    members: &mut [u64],
) -> Option<Violation> {
    // Slots are numbered with 16 bits.
    if slots.len() > u16::MAX as usize
        || rank.len() < slots.len()
        || keys[0].len() < slots.len()
        || keys[1].len() < slots.len()
        || members.len() < words(slots.len())
    {
        return Some(Violation::Scratch);
    }
    let mut bank = 0;
    while bank < regions.len() {
        if !within_budget(&regions[bank], max_bytes) {
            return Some(Violation::OverBudget { bank });
        }
        bank += 1;
    }
    let mut slot = 0;
    while slot < slots.len() {
        if let Some(violation) = check_slot(regions, slots, slot) {
            return Some(violation);
        }
        slot += 1;
    }
    let mut set = 0;
    while set < sets.len() && (ascends(slots, sets[set]) || is_small_and_apart(slots, sets[set])) {
        set += 1;
    }
    if set == sets.len() {
        return None;
    }
    let sorted: &[u128] = sort(slots, keys);
    let mut i = 0;
    let mut position = 0u16;
    while i < slots.len() {
        rank[slot_of(sorted[i])] = position;
        i += 1;
        position += 1;
    }
    while set < sets.len() {
        if let Some(violation) = check_set(slots, sets[set], set, rank, sorted, members) {
            return Some(violation);
        }
        set += 1;
    }
    None
}

/// Whether the bank's memory is a multiple of its alignment and stays within capacity less reserve.
const fn within_budget(region: &Region, max_bytes: u64) -> bool {
    let Some(room) = region.capacity.checked_sub(region.reserve) else { return false };
    region.align != 0 && region.bytes % region.align == 0 && region.bytes <= room && region.bytes <= max_bytes
}

const fn check_slot(regions: &[Region], slots: &[Slot], index: usize) -> Option<Violation> {
    let slot = &slots[index];
    if slot.bank as usize >= regions.len() {
        return Some(Violation::UnknownBank { slot: index });
    }
    if slot.size == 0 || slot.align == 0 || slot.type_align == 0 {
        return Some(Violation::Empty { slot: index });
    }
    let region = &regions[slot.bank as usize];
    if slot.offset % slot.align != 0 || slot.align % slot.type_align != 0 {
        return Some(Violation::Misaligned { slot: index });
    }
    if region.align % slot.align != 0 {
        return Some(Violation::BaseMisaligned { slot: index });
    }
    match slot.offset.checked_add(slot.size) {
        Some(end) if end <= region.bytes => None,
        _ => Some(Violation::OutOfBank { slot: index }),
    }
}

/// Whether the set lists slots that exist, each behind the one before it: then no two of them share bytes. The end of each
/// slot is known not to overflow.
const fn ascends(slots: &[Slot], set: &[u16]) -> bool {
    let (mut bank, mut end) = (0, 0);
    let mut i = 0;
    while i < set.len() {
        let number = set[i] as usize;
        if number >= slots.len() {
            return false;
        }
        let slot = &slots[number];
        if slot.bank != bank {
            if slot.bank < bank {
                return false;
            }
            bank = slot.bank;
        } else if slot.offset < end {
            return false;
        }
        end = slot.offset + slot.size;
        i += 1;
    }
    true
}

/// Sets up to this size cost less pair by pair than by a walk in the order of addresses.
const SMALL: usize = 8;

/// Whether the set is small, lists slots that exist, and no two of them share bytes.
const fn is_small_and_apart(slots: &[Slot], set: &[u16]) -> bool {
    if set.len() > SMALL {
        return false;
    }
    let mut i = 0;
    while i < set.len() {
        if set[i] as usize >= slots.len() {
            return false;
        }
        let a = &slots[set[i] as usize];
        let mut j = 0;
        while j < i {
            let b = &slots[set[j] as usize];
            // `check_slot` has shown that the sums do not overflow.
            if a.bank == b.bank && a.offset < b.offset + b.size && b.offset < a.offset + a.size {
                return false;
            }
            j += 1;
        }
        i += 1;
    }
    true
}

/// Walks the members of one set by increasing address: the first two to share a byte are neighbours.
const fn check_set(
    slots: &[Slot],
    set: &[u16],
    number: usize,
    rank: &[u16],
    sorted: &[u128],
    members: &mut [u64],
) -> Option<Violation> {
    let words = words(slots.len());
    let mut word = 0;
    while word < words {
        members[word] = 0;
        word += 1;
    }
    let mut i = 0;
    while i < set.len() {
        if set[i] as usize >= slots.len() {
            return Some(Violation::UnknownSlot { set: number });
        }
        let position = rank[set[i] as usize] as usize;
        let bit = 1u64 << (position % 64);
        if members[position / 64] & bit != 0 {
            // The same handle twice in one state.
            let slot = set[i] as usize;
            return Some(Violation::Overlap { slot, other: slot, set: number });
        }
        members[position / 64] |= bit;
        i += 1;
    }
    let mut below: Option<usize> = None;
    let mut word = 0;
    while word < words {
        let mut rest = members[word];
        while rest != 0 {
            let slot = slot_of(sorted[word * 64 + rest.trailing_zeros() as usize]);
            rest &= rest - 1;
            if let Some(low) = below {
                let (a, b) = (&slots[low], &slots[slot]);
                // `check_slot` has shown that this sum does not overflow.
                if a.bank == b.bank && b.offset < a.offset + a.size {
                    return Some(Violation::Overlap { slot: low, other: slot, set: number });
                }
            }
            below = Some(slot);
        }
        word += 1;
    }
    None
}

/// The slots by increasing bank and offset, each packed with its index, in one of the two scratch arrays: a bottom-up
/// merge sort, because every operation costs time in const evaluation.
const fn sort<'k>(slots: &[Slot], scratch: [&'k mut [u128]; 2]) -> &'k [u128] {
    let [mut from, mut to] = scratch;
    let n = slots.len();
    let mut i = 0;
    while i < n {
        from[i] = (slots[i].bank as u128) << 80 | (slots[i].offset as u128) << 16 | i as u128;
        i += 1;
    }
    let mut run = 1;
    while run < n {
        let mut at = 0;
        while at < n {
            let (mut left, middle) = (at, if at + run < n { at + run } else { n });
            let (mut right, end) = (middle, if middle + run < n { middle + run } else { n });
            while at < end {
                if right == end || (left < middle && from[left] < from[right]) {
                    to[at] = from[left];
                    left += 1;
                } else {
                    to[at] = from[right];
                    right += 1;
                }
                at += 1;
            }
        }
        (from, to) = (to, from);
        run *= 2;
    }
    from
}

/// The slot of a packed key.
const fn slot_of(key: u128) -> usize {
    (key & 0xffff) as usize
}
