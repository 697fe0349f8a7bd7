//! What is known about a plan: how good it is, and how that is known.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::proof::Proof;
use crate::kernel::text::Bytes;
use crate::model::Buffer;

/// How a plan ended. A spent budget is never reported as infeasible. `B` is a buffer and `S` a step:
/// indices here, ids and numbers in [`problem::Status`](crate::problem::Status).
///
/// ```
/// use arena_plan_core::planner::Status;
/// assert_eq!(Status::<u32>::Feasible { gap: 64 }.to_string(), "feasible, gap 64 bytes");
/// let status: Status = Status::InfeasibleBound { step: 3, buffers: vec![0, 2] };
/// assert_eq!(status.to_string(), "infeasible (bound: step 3, buffers 0, 2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<B = u32, S = u32> {
    /// The layout fits and its high-water marks equal the bound.
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
        step: S,
        /// The buffers, by increasing index.
        buffers: Vec<B>,
    },
    /// No layout fits: these buffers of one step cannot be divided among the banks.
    InfeasiblePacking {
        /// The step.
        step: S,
        /// The buffers, by increasing index.
        buffers: Vec<B>,
    },
    /// No layout fits: a complete search found none.
    InfeasibleSearch,
    /// No layout that fits was found; one may exist.
    NotFound,
}

/// Number of buffers that the text of a status names before it counts the rest.
const NAMED: usize = 12;

impl<B, S> Status<B, S> {
    /// The status as one stable word.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OptimalBound => "optimal-bound",
            Self::OptimalSearch => "optimal-search",
            Self::Feasible { .. } => "feasible",
            Self::InfeasibleBound { .. } => "infeasible-bound",
            Self::InfeasiblePacking { .. } => "infeasible-packing",
            Self::InfeasibleSearch => "infeasible-search",
            Self::NotFound => "not-found",
        }
    }

    /// Whether the status is proved, so that more work would not change it.
    pub const fn is_final(&self) -> bool {
        !matches!(self, Self::Feasible { .. } | Self::NotFound)
    }

    /// The most bytes that a better layout can save; `None` if the layout does not fit.
    pub const fn gap(&self) -> Option<u64> {
        match self {
            Self::OptimalBound | Self::OptimalSearch => Some(0),
            Self::Feasible { gap } => Some(*gap),
            _ => None,
        }
    }

    /// The same status with other names for steps and buffers.
    pub(crate) fn map<C, T>(
        self,
        name_step: impl Fn(S) -> T,
        name_buffers: impl Fn(Vec<B>) -> Vec<C>,
    ) -> Status<C, T> {
        match self {
            Self::OptimalBound => Status::OptimalBound,
            Self::OptimalSearch => Status::OptimalSearch,
            Self::Feasible { gap } => Status::Feasible { gap },
            Self::InfeasibleBound { step, buffers } => {
                Status::InfeasibleBound { step: name_step(step), buffers: name_buffers(buffers) }
            }
            Self::InfeasiblePacking { step, buffers } => {
                Status::InfeasiblePacking { step: name_step(step), buffers: name_buffers(buffers) }
            }
            Self::InfeasibleSearch => Status::InfeasibleSearch,
            Self::NotFound => Status::NotFound,
        }
    }
}

impl Status {
    /// The status of a plan for `buffers` for which `proof` shows that no layout exists.
    pub(crate) fn refuted(proof: &Proof, buffers: &[Buffer<'_>]) -> Self {
        let step = match proof {
            Proof::FixedAbove { buffer } | Proof::Pieces { buffer, .. } => buffers[*buffer as usize].first,
            Proof::FixedOverlap { step, .. } | Proof::Subset { step, .. } => *step,
            Proof::Packing { step, .. } => {
                return Self::InfeasiblePacking { step: *step, buffers: proof.buffers() };
            }
        };
        Self::InfeasibleBound { step, buffers: proof.buffers() }
    }
}

impl<B: Label, S: fmt::Display> Status<B, S> {
    /// Why no layout exists, if that is proved.
    ///
    /// ```
    /// use arena_plan_core::problem::Status;
    /// let status = Status::InfeasiblePacking { step: 3, buffers: vec!["a".into(), "b".into()] };
    /// let proof = "the buffers `a`, `b` of step 3 cannot be divided among their banks";
    /// assert_eq!(status.proof().as_deref(), Some(proof));
    /// assert_eq!(Status::NotFound.proof(), None);
    /// ```
    pub fn proof(&self) -> Option<String> {
        match self {
            Self::InfeasibleBound { step, buffers } => {
                Some(format!("the {} of step {step} need more than their banks have", List(buffers)))
            }
            Self::InfeasiblePacking { step, buffers } => {
                Some(format!("the {} of step {step} cannot be divided among their banks", List(buffers)))
            }
            Self::InfeasibleSearch => Some("search exhausted".into()),
            _ => None,
        }
    }
}

impl<B: Label, S: fmt::Display> fmt::Display for Status<B, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OptimalBound => f.write_str("optimal (bound met)"),
            Self::OptimalSearch => f.write_str("optimal (search exhausted)"),
            Self::Feasible { gap } => write!(f, "feasible, gap {}", Bytes(*gap)),
            Self::InfeasibleBound { step, buffers } => {
                write!(f, "infeasible (bound: step {step}, {})", List(buffers))
            }
            Self::InfeasiblePacking { step, buffers } => {
                write!(f, "infeasible (packing: step {step}, {})", List(buffers))
            }
            Self::InfeasibleSearch => f.write_str("infeasible (search exhausted)"),
            Self::NotFound => f.write_str("not found within the budget"),
        }
    }
}

/// The name of a buffer in a text.
pub trait Label {
    /// Writes the index as it is, or the id in quotes.
    ///
    /// # Errors
    /// Those of the formatter.
    fn label(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Label for u32 {
    fn label(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Label for alloc::sync::Arc<str> {
    fn label(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.escape_debug())
    }
}

/// Buffers as a text names them.
struct List<'a, B>(&'a [B]);

impl<B: Label> fmt::Display for List<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.len() == 1 { "buffer " } else { "buffers " })?;
        for (position, buffer) in self.0.iter().take(NAMED).enumerate() {
            f.write_str(if position > 0 { ", " } else { "" })?;
            buffer.label(f)?;
        }
        match self.0.len().checked_sub(NAMED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}
