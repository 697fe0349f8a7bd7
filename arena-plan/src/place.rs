//! The places of a plan's slots: one table, from which both the addresses and the proof are derived.

use arena_plan_core::kernel::plan::Plan;
use arena_plan_core::model::Buffer;

use crate::figures::{allowed_bank, to_usize};

/// The place of one slot.
#[derive(Clone, Copy)]
pub struct Place {
    /// Index of the bank.
    pub bank: u16,
    /// Offset from the bank's base, in bytes.
    pub offset: usize,
    /// Alignment of the slot.
    pub align: usize,
    /// For DMA, the bytes of a cache line of its bank: it begins with a line, and nothing else is in its last one. 1 of
    /// other slots.
    pub line: usize,
    /// The first byte, derived from the bank's static. Of memory that the application gives, only the offset counts.
    pub address: *mut u8,
}

/// A plan that has places.
pub trait Places {
    /// One for each buffer, in order of declaration.
    const PLACES: &'static [Place];
}

/// A plan with a mistake, which has no places.
pub enum Nowhere {}

impl Places for Nowhere {
    const PLACES: &'static [Place] = &[];
}

/// The places of a plan, given the address of each bank's static.
#[must_use]
pub const fn places<const B: usize, const N: usize>(
    buffers: &[Buffer<'_>; N],
    plan: &Plan<B, N>,
    aligns: &[usize; N],
    bases: &[*mut u8; B],
) -> [Place; N] {
    let mut places = [Place { bank: 0, offset: 0, align: 1, line: 1, address: core::ptr::null_mut() }; N];
    let mut i = 0;
    while i < N {
        let placement = plan.placements[i];
        // The planner is not trusted to have chosen an allowed bank.
        let banks = buffers[i].banks;
        let bank = if banks.len() == 1 { banks[0] } else { allowed_bank(placement.bank, banks) };
        let offset = to_usize(placement.offset);
        let address = bases[bank as usize].wrapping_add(offset);
        places[i] = Place { bank, offset, align: aligns[i], line: 1, address };
        i += 1;
    }
    places
}
