//! Proofs that no layout exists, with names: data for reports and files.

use alloc::vec::Vec;

use super::indexed::Indexed;
use super::lowered::Lowered;
use super::named::{Id, Problem};
use crate::planner::proof;

/// Why no layout exists. [`kind`](Self::kind) says what the figures mean.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The kind of proof.
    pub kind: ProofKind,
    /// The step that it is about; for a fixed position, the first step of the buffer.
    pub step: u64,
    /// The banks, in the order of the problem. Empty if the buffers are larger than each of their banks.
    pub banks: Vec<Id>,
    /// The buffers: they alone cannot be placed.
    pub buffers: Vec<Id>,
    /// All offsets of these buffers are multiples of this power of two, so each takes a multiple of it.
    pub unit: u64,
    /// Bytes that the buffers take, each rounded up to the unit; the end of a fixed position.
    pub bytes: u128,
    /// Bytes that the banks have, each rounded up to the unit.
    pub capacity: u128,
}

/// Kinds of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofKind {
    /// A fixed position ends above the room of its bank.
    FixedAbove,
    /// Two fixed positions share bytes in the step.
    FixedOverlap,
    /// In the step, the buffers can only go into the banks and need more bytes than those have.
    Subset,
    /// The first buffer fits into no piece of its banks around the others, which are fixed and alive with it.
    Pieces,
    /// In the step, the buffers cannot be divided among the banks, or the pieces that fixed ones leave of them.
    Packing,
}

impl ProofKind {
    /// The kind as one stable word.
    ///
    /// ```
    /// use arena_plan_core::planner::Options;
    /// use arena_plan_core::problem::{Bank, Buffer, Problem, plan};
    /// let banks = vec![Bank::new("fast", 50), Bank::new("slow", 50)];
    /// let buffers = ["a", "b", "c"].map(|id| Buffer::new(id, 30, 0, 0, &["fast", "slow"])).to_vec();
    /// let proof = plan(&Problem { banks, buffers }, &Options::default())?.proof.unwrap();
    /// assert_eq!((proof.kind.code(), proof.step, proof.buffers.len()), ("packing", 0, 3));
    /// # Ok::<(), arena_plan_core::problem::Error>(())
    /// ```
    pub const fn code(self) -> &'static str {
        match self {
            Self::FixedAbove => "fixed-above",
            Self::FixedOverlap => "fixed-overlap",
            Self::Subset => "subset",
            Self::Pieces => "pieces",
            Self::Packing => "packing",
        }
    }
}

impl Proof {
    /// The planner's proof with names.
    pub(super) fn new(
        problem: &Problem,
        lowered: &Lowered,
        indexed: &Indexed<'_>,
        proof: &proof::Proof,
    ) -> Self {
        let buffers = &indexed.buffers;
        let ranks = proof.buffers();
        let mut banks: Vec<u16> =
            ranks.iter().flat_map(|&rank| buffers[rank as usize].banks.iter().copied()).collect();
        banks.sort_unstable();
        banks.dedup();
        let taken = |unit: u64, bytes: u64| u128::from(bytes).div_ceil(unit.into()) * u128::from(unit);
        let room = |unit: u64, banks: &[u16]| -> u128 {
            banks.iter().map(|&bank| taken(unit, indexed.banks[usize::from(bank)].room())).sum()
        };
        let sizes =
            |unit: u64| -> u128 { ranks.iter().map(|&rank| taken(unit, buffers[rank as usize].size)).sum() };
        let (kind, step, unit, bytes) = match *proof {
            proof::Proof::FixedAbove { buffer } => {
                let buffer = &buffers[buffer as usize];
                let end = u128::from(buffer.fixed.unwrap_or(0)) + u128::from(buffer.size);
                (ProofKind::FixedAbove, buffer.first, 1, end)
            }
            proof::Proof::FixedOverlap { step, .. } => (ProofKind::FixedOverlap, step, 1, sizes(1)),
            proof::Proof::Subset { step, banks: ref set, unit, bytes, .. } => {
                banks.clone_from(set);
                (ProofKind::Subset, step, unit, bytes)
            }
            proof::Proof::Pieces { buffer, .. } => {
                let buffer = &buffers[buffer as usize];
                (ProofKind::Pieces, buffer.first, 1, buffer.size.into())
            }
            proof::Proof::Packing { step, unit, .. } => (ProofKind::Packing, step, unit, sizes(unit)),
        };
        Self {
            kind,
            step: indexed.steps.get(step as usize).copied().unwrap_or_default(),
            capacity: room(unit, &banks),
            banks: banks.iter().map(|&bank| problem.banks[usize::from(bank)].id.clone()).collect(),
            buffers: lowered.named(problem, &ranks),
            unit,
            bytes,
        }
    }
}
