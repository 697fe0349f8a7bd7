//! Proofs that no layout exists, as data: small enough to print, and checked without the planner.

use alloc::vec::Vec;

mod check;
mod fault;
mod find;

pub use check::{Refused, check};
pub(crate) use find::find;

/// Why no layout exists. Buffers and banks are indices into the problem's slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A buffer's fixed place ends above the room of its bank.
    FixedAbove {
        /// The buffer.
        buffer: u32,
    },
    /// Two buffers with fixed places share bytes of one bank in a common step.
    FixedOverlap {
        /// One buffer.
        buffer: u32,
        /// The other.
        other: u32,
        /// A step in which both are alive.
        step: u32,
    },
    /// In one step, buffers that can only go into a set of banks need more bytes than the set has.
    Subset {
        /// The step.
        step: u32,
        /// The set of banks, in ascending order.
        banks: Vec<u16>,
        /// Buffers alive in the step that cannot go into any other bank: the others are not allowed, or too small.
        buffers: Vec<u32>,
        /// All offsets of these buffers are multiples of this power of two, so each takes a multiple of it.
        unit: u64,
        /// Bytes the buffers take, each rounded up to the unit.
        bytes: u128,
        /// Room of the banks, each rounded up to the unit.
        capacity: u128,
    },
    /// The buffer fits into no piece of its banks around the fixed buffers that are alive with it.
    Pieces {
        /// The buffer.
        buffer: u32,
        /// The fixed buffers.
        fixed: Vec<u32>,
    },
    /// In one step, the buffers cannot be divided among the banks, or the pieces that fixed ones leave of them, so
    /// that the bytes in each stay within its room. There are few enough to try all divisions.
    Packing {
        /// The step.
        step: u32,
        /// Buffers alive in the step.
        buffers: Vec<u32>,
        /// Fixed buffers alive in the step that split their banks.
        fixed: Vec<u32>,
        /// All offsets of these buffers are multiples of this power of two, so each takes a multiple of it.
        unit: u64,
    },
}

impl Proof {
    /// The buffers that the proof is about: they alone cannot be placed.
    ///
    /// ```
    /// use arena_plan_core::planner::proof::Proof;
    /// assert_eq!(Proof::FixedAbove { buffer: 3 }.buffers(), [3]);
    /// ```
    pub fn buffers(&self) -> Vec<u32> {
        match self {
            Self::FixedAbove { buffer } => alloc::vec![*buffer],
            Self::FixedOverlap { buffer, other, .. } => alloc::vec![*buffer, *other],
            Self::Subset { buffers, .. } => buffers.clone(),
            Self::Pieces { buffer, fixed } => [&[*buffer], fixed.as_slice()].concat(),
            Self::Packing { buffers, fixed, .. } => [buffers.as_slice(), fixed].concat(),
        }
    }
}
