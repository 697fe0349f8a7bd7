//! Graphs: tensors and the serial schedule of steps that use them.

use alloc::vec::Vec;

use super::named::{Bank, Id, Needs};

/// Banks, tensors and a schedule; [`lifetimes`](super::lifetimes()) converts it to a problem.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Graph {
    /// The memory regions.
    pub banks: Vec<Bank>,
    /// The tensors that the steps read and write.
    pub tensors: Vec<Tensor>,
    /// The schedule; the first step has number 0.
    pub steps: Vec<Step>,
}

/// One tensor: a buffer whose lifetime follows from the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its id.
    pub id: Id,
    /// Its size and where it may go.
    pub needs: Needs,
    /// Whether it is filled before step 0, and so alive from step 0; no step writes it.
    pub source: bool,
    /// Whether it is kept to the last step.
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
