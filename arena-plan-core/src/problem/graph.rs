//! Graphs: tensors and the serial schedule of steps that use them.

use alloc::vec::Vec;

use super::named::{Bank, Id};

/// Banks, tensors and a schedule; [`lifetimes`](super::lifetimes()) turns it into a problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Graph {
    /// The memory regions.
    pub banks: Vec<Bank>,
    /// What the steps read and write.
    pub tensors: Vec<Tensor>,
    /// The schedule; the first step has number 0.
    pub steps: Vec<Step>,
}

/// One tensor: a buffer whose lifetime follows from the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its id.
    pub id: Id,
    /// Size in bytes, from 1 to `2^63 - 1`.
    pub bytes: u64,
    /// Alignment of its offset, a power of two.
    pub alignment: u64,
    /// Allowed banks in order of preference, at least one.
    pub banks: Vec<Id>,
    /// The only bank that it may go to, one of `banks`.
    pub fixed_bank: Option<Id>,
    /// Its offset in `fixed_bank`, which must be set as well.
    pub fixed_offset: Option<u64>,
    /// Harm of a place outside the first of `banks`; the size unless set.
    pub weight: Option<u64>,
    /// Filled before step 0, so alive from step 0; no step writes it.
    pub source: bool,
    /// Kept to the last step.
    pub retain: bool,
}

/// One step of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its id.
    pub id: Id,
    /// Tensors that it reads; each is a source or was written by an earlier step.
    pub inputs: Vec<Id>,
    /// Tensors that it writes; no other step writes them.
    pub outputs: Vec<Id>,
    /// Tensors alive in this step only.
    pub scratch: Vec<Id>,
}
