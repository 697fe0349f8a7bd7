//! Figures of the plan that the expansion computes in const evaluation: sizes, alignments, offsets, and which buffers
//! to zero.

use arena_plan_core::kernel::granule;
use arena_plan_core::kernel::plan::Plan;
use arena_plan_core::kernel::verify::{Region, Slot as SlotBytes};
use arena_plan_core::model::{Bank, Buffer, Placement};

use crate::bank::Memory;
use crate::buf::Content;
use crate::place::Place;

/// `value` as `usize`; fails in const evaluation if the target's `usize` is too small.
#[track_caller]
#[must_use]
pub const fn to_usize(value: u64) -> usize {
    if value > usize::MAX as u64 {
        panic!("arena_plan!: this figure exceeds the target's address space [out-of-range]");
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let value = value as usize;
    value
}

/// `value` as `u64`: `usize` has at most 64 bits.
#[must_use]
pub const fn to_u64(value: usize) -> u64 {
    value as u64
}

/// Bytes of a reserve given as a percentage of the capacity, rounded up.
#[must_use]
pub const fn reserve_percent(capacity: u64, percent: u64) -> u64 {
    let whole = (capacity / 100).saturating_mul(percent);
    let part = (capacity % 100).saturating_mul(percent);
    whole.saturating_add(part.div_ceil(100))
}

/// The banks with the granules that they have in any layout.
#[must_use]
pub const fn banks<const B: usize>(mut banks: [Bank; B], buffers: &[Buffer<'_>]) -> [Bank; B] {
    let mut i = 0;
    let mut index = 0;
    while i < B {
        banks[i].granule = granule::proved(&banks[i], index, buffers);
        i += 1;
        index += 1;
    }
    banks
}

/// Base alignment of each bank's static: the largest of the bank's own and those of the slots placed in it.
#[must_use]
pub const fn base_aligns<const B: usize, const N: usize>(
    banks: &[Bank; B],
    buffers: &[Buffer<'_>; N],
    plan: &Plan<B, N>,
) -> [usize; B] {
    if plan.fault.is_some() {
        return [1; B];
    }
    let mut largest = [0; B];
    let mut i = 0;
    while i < B {
        largest[i] = banks[i].align;
        i += 1;
    }
    let mut i = 0;
    while i < N {
        let (bank, align) = (plan.placements[i].bank as usize, buffers[i].align);
        if align > largest[bank] {
            largest[bank] = align;
        }
        i += 1;
    }
    let mut aligns = [1; B];
    let mut i = 0;
    while i < B {
        aligns[i] = to_usize(largest[i]);
        i += 1;
    }
    aligns
}

/// Bytes of each bank's static: the high-water mark rounded up to the base alignment.
#[must_use]
pub const fn bytes<const B: usize, const N: usize>(plan: &Plan<B, N>, aligns: &[usize; B]) -> [usize; B] {
    let mut bytes = [0; B];
    let mut i = 0;
    while i < B {
        bytes[i] = to_usize(plan.high_water[i]).next_multiple_of(aligns[i]);
        i += 1;
    }
    bytes
}

/// The same buffer with at least the requested alignment; an invalid one is kept as it is, to be reported.
#[must_use]
pub const fn at_least(mut buffer: Buffer<'static>, asked: u64) -> Buffer<'static> {
    if !asked.is_power_of_two() || asked > buffer.align {
        buffer.align = asked;
    }
    buffer
}

/// Size and alignment of a type in bytes, from rustc.
#[derive(Clone, Copy)]
pub struct TypeBytes {
    /// Size.
    pub size: u64,
    /// Alignment.
    pub align: u64,
}

impl TypeBytes {
    /// Those of `T`.
    #[must_use]
    pub const fn of<T>() -> Self {
        Self { size: size_of::<T>() as u64, align: align_of::<T>() as u64 }
    }
}

/// rustc's figures for a buffer's type.
#[must_use]
pub const fn type_bytes<C: Content>() -> TypeBytes {
    TypeBytes::of::<C::T>()
}

/// Bytes of a buffer's type.
#[must_use]
pub const fn content_bytes<C: Content>() -> usize {
    size_of::<C::T>()
}

/// The model of a buffer with rustc's size and alignment of its type.
#[must_use]
pub const fn buffer(
    ty: TypeBytes,
    first: u32,
    last: u32,
    banks: &'static [u16],
    rank: u32,
) -> Buffer<'static> {
    planned(ty.size, ty.align, first, last, banks, rank)
}

/// The model of a buffer with the figures that the macro planned with.
#[must_use]
pub const fn planned(
    size: u64,
    align: u64,
    first: u32,
    last: u32,
    banks: &'static [u16],
    rank: u32,
) -> Buffer<'static> {
    let mut buffer = Buffer::new(size, align, first, last, banks);
    buffer.rank = rank;
    buffer
}

/// Placements from pairs of bank and offset.
#[must_use]
pub const fn placements<const N: usize>(pairs: [(u16, u64); N]) -> [Placement; N] {
    let mut placements = [Placement { bank: 0, offset: 0 }; N];
    let mut i = 0;
    while i < N {
        placements[i] = Placement { bank: pairs[i].0, offset: pairs[i].1 };
        i += 1;
    }
    placements
}

/// What is emitted for each slot, for the verifier: rustc's figures for the type, and where the address points.
#[must_use]
pub const fn slots<const N: usize>(types: &[TypeBytes; N], places: &[Place; N]) -> [SlotBytes; N] {
    let mut slots = [SlotBytes { bank: 0, offset: 0, size: 0, align: 1, type_align: 1 }; N];
    let mut i = 0;
    while i < N {
        let (ty, place) = (&types[i], &places[i]);
        // Without a call, which costs rustc's interpreter more than the rest, where there is no cache line to round up to.
        slots[i] = if place.line == 1 {
            SlotBytes {
                bank: place.bank,
                offset: place.offset as u64,
                size: ty.size,
                align: place.align as u64,
                type_align: ty.align,
            }
        } else {
            slot(*ty, place)
        };
        i += 1;
    }
    slots
}

/// The same with the figures that were planned with.
pub(crate) const fn planned_slots<const N: usize>(
    buffers: &[Buffer<'_>],
    places: &[Place],
) -> [SlotBytes; N] {
    let mut slots = [SlotBytes { bank: 0, offset: 0, size: 0, align: 1, type_align: 1 }; N];
    let mut i = 0;
    while i < N {
        let ty = TypeBytes { size: buffers[i].bytes(), align: buffers[i].align };
        slots[i] = slot(ty, &places[i]);
        i += 1;
    }
    slots
}

/// What is emitted for one slot: the bytes of its type, and for DMA those of its cache lines.
#[must_use]
pub(crate) const fn slot(ty: TypeBytes, place: &Place) -> SlotBytes {
    let Place { bank, offset, align, line, .. } = *place;
    let align = if line > align { line } else { align };
    SlotBytes {
        bank,
        offset: offset as u64,
        size: ty.size.next_multiple_of(line as u64),
        align: align as u64,
        type_align: ty.align,
    }
}

/// What is emitted for a bank, for the verifier: size and alignment of its memory.
#[must_use]
pub const fn region<M: Memory>(bank: &Bank, _: *const M) -> Region {
    Region { capacity: bank.capacity, reserve: bank.reserve, bytes: M::BYTES as u64, align: M::ALIGN as u64 }
}

/// Alignment of each slot in its bank.
#[must_use]
pub const fn slot_aligns<const B: usize, const N: usize>(
    banks: &[Bank; B],
    buffers: &[Buffer<'_>; N],
    plan: &Plan<B, N>,
) -> [usize; N] {
    let mut aligns = [1; N];
    let mut i = 0;
    while plan.fault.is_none() && i < N {
        let (own, bank) = (buffers[i].align, banks[plan.placements[i].bank as usize].align);
        aligns[i] = to_usize(if own > bank { own } else { bank });
        i += 1;
    }
    aligns
}

/// The name at `index`.
#[must_use]
pub const fn name(names: &[&'static str], index: u16) -> &'static str {
    let mut i = 0;
    let mut number = 0;
    while number < index && i + 1 < names.len() {
        i += 1;
        number += 1;
    }
    if names.is_empty() { "" } else { names[i] }
}

/// The chosen bank if it is among the allowed ones, else the last of those: the bank that the generated address is
/// in, whatever the planner chose.
#[must_use]
pub(crate) const fn allowed_bank(chosen: u16, allowed: &[u16]) -> u16 {
    let mut bank = chosen;
    let mut i = 0;
    while i < allowed.len() {
        bank = allowed[i];
        if bank == chosen {
            return bank;
        }
        i += 1;
    }
    bank
}

/// Offset of each buffer.
#[must_use]
pub const fn offsets<const N: usize>(placements: &[Placement; N]) -> [usize; N] {
    let mut offsets = [0; N];
    let mut i = 0;
    while i < N {
        offsets[i] = to_usize(placements[i].offset);
        i += 1;
    }
    offsets
}

/// Whether each plain buffer must be zeroed at birth, because its bytes may contain the padding of a buffer that is
/// not plain.
#[must_use]
pub const fn scrub<const N: usize>(
    placements: &[Placement; N],
    buffers: &[Buffer<'_>; N],
    plain: &[bool; N],
) -> [bool; N] {
    let mut scrub = [false; N];
    // The bank of the address, as everywhere: see `allowed_bank`.
    let mut banks = [0; N];
    let mut i = 0;
    while i < N {
        banks[i] = allowed_bank(placements[i].bank, buffers[i].banks);
        i += 1;
    }
    // Buffers with padding are few, so they drive the outer loop.
    let mut i = 0;
    while i < N {
        let mut j = 0;
        while !plain[i] && j < N {
            let (a, b) = (placements[i], placements[j]);
            let apart = a.offset.saturating_add(buffers[i].size) <= b.offset
                || b.offset.saturating_add(buffers[j].size) <= a.offset;
            if plain[j] && banks[i] == banks[j] && !apart {
                scrub[j] = true;
            }
            j += 1;
        }
        i += 1;
    }
    scrub
}

/// The same buffers, all alive in every step of `STEPS2 / 2`: nothing is reused.
#[must_use]
pub const fn apart<const N: usize, const STEPS2: usize>(
    mut buffers: [Buffer<'static>; N],
) -> [Buffer<'static>; N] {
    let mut last = 0u32;
    let mut i = 2;
    while i < STEPS2 {
        last += 1;
        i += 2;
    }
    let mut i = 0;
    while i < N {
        buffers[i].first = 0;
        buffers[i].last = last;
        i += 1;
    }
    buffers
}

#[cfg(test)]
mod tests {
    use super::allowed_bank;

    #[test]
    fn the_bank_of_an_address_is_always_an_allowed_one() {
        assert_eq!([0, 1, 2].map(|chosen| allowed_bank(chosen, &[1])), [1, 1, 1]);
        assert_eq!([0, 1, 2, 3].map(|chosen| allowed_bank(chosen, &[2, 0])), [0, 0, 2, 0]);
    }
}
