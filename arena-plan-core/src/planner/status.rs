//! What a plan says about itself: how good it is and how that is known.

use alloc::vec::Vec;
use core::fmt;

use super::proof::Proof;
use crate::kernel::text::Bytes;
use crate::model::Placement;

/// How a plan ended. Running out of budget never reads as infeasible.
///
/// ```
/// use arena_plan_core::planner::Status;
/// assert_eq!(Status::Feasible { gap: 64 }.to_string(), "feasible, gap 64 bytes");
/// let status = Status::InfeasibleBound { step: 3, buffers: vec![0, 2] };
/// assert_eq!(status.to_string(), "infeasible (bound: step 3, buffers 0, 2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The layout fits and its high-water mark equals the bound.
    OptimalBound,
    /// The layout fits and a complete search found none below it.
    OptimalSearch,
    /// The layout fits; a better one may exist, by at most this many bytes.
    Feasible {
        /// Bytes between the bound and the high-water marks, summed over the banks.
        gap: u64,
    },
    /// No layout fits: at one step these buffers alone exceed the room, or their fixed positions do.
    InfeasibleBound {
        /// The step.
        step: u32,
        /// The buffers, by rising index.
        buffers: Vec<u32>,
    },
    /// No layout fits: these buffers of one step cannot be divided among the banks.
    InfeasiblePacking {
        /// The step.
        step: u32,
        /// The buffers, by rising index.
        buffers: Vec<u32>,
    },
    /// No layout fits: a complete search found none.
    InfeasibleSearch,
    /// No layout that fits was found; one may exist.
    NotFound,
}

impl Status {
    /// Whether the status is proved, so that more work would not change it.
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Feasible { .. } | Self::NotFound)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OptimalBound => f.write_str("optimal (bound met)"),
            Self::OptimalSearch => f.write_str("optimal (search exhausted)"),
            Self::Feasible { gap } => write!(f, "feasible, gap {}", Bytes(*gap)),
            Self::InfeasibleBound { step, buffers } => {
                write!(f, "infeasible (bound: step {step}, ")?;
                listed(f, buffers)
            }
            Self::InfeasiblePacking { step, buffers } => {
                write!(f, "infeasible (packing: step {step}, ")?;
                listed(f, buffers)
            }
            Self::InfeasibleSearch => f.write_str("infeasible (search exhausted)"),
            Self::NotFound => f.write_str("not found within the budget"),
        }
    }
}

/// The end of a status that names buffers.
fn listed(f: &mut fmt::Formatter<'_>, buffers: &[u32]) -> fmt::Result {
    f.write_str("buffers ")?;
    for (i, buffer) in buffers.iter().enumerate() {
        write!(f, "{}{buffer}", if i == 0 { "" } else { ", " })?;
    }
    f.write_str(")")
}

/// Work that a plan took. All figures are counted, none is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stats {
    /// Nodes of the exact search.
    pub nodes: u64,
    /// Words of tables read and items looked at (one bank), or units of the planner of several banks: what
    /// efforts are budgeted in besides nodes.
    pub work: u64,
    /// Tries of the exact search, each with another order.
    pub tries: u64,
    /// First fits and dives.
    pub fits: u64,
}

impl Stats {
    /// Adds the work of another part.
    pub(crate) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.work += other.work;
        self.tries += other.tries;
        self.fits += other.fits;
    }
}

/// A layout: one placement per buffer, whether it fits, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Bank and offset of each buffer.
    pub placements: Vec<Placement>,
    /// Whether every placement ends within its bank's room.
    pub fits: bool,
    /// How the plan ended.
    pub status: Status,
    /// High-water mark of each bank, in bytes.
    pub high_water: Vec<u64>,
    /// For each bank, bytes below which its high-water mark cannot be for the buffers that have no other bank.
    pub bound: Vec<u64>,
    /// Weight of the buffers outside their first allowed bank.
    pub misses: u128,
    /// Whether it is proved that no layout has less.
    pub fewest_misses: bool,
    /// Why no layout fits, where several banks were planned together and a proof of a known kind was found.
    pub proof: Option<Proof>,
    /// Work done.
    pub stats: Stats,
}
