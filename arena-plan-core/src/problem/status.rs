//! How a plan of a named problem ended: the planner's status with steps and buffers as the problem has them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::named::Id;
use crate::kernel::text::Bytes;

/// How good a layout is and how that is known. Running out of budget never reads as infeasible.
///
/// ```
/// use arena_plan_core::problem::Status;
/// let status = Status::InfeasibleBound { step: 3, buffers: vec!["input".into(), "output".into()] };
/// assert_eq!(status.to_string(), "infeasible (bound: step 3, buffers `input`, `output`)");
/// assert_eq!(status.code(), "infeasible-bound");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The layout fits and its high-water marks equal the bound.
    OptimalBound,
    /// The layout fits and a complete search found none below it.
    OptimalSearch,
    /// The layout fits; a better one may exist.
    Feasible {
        /// Bytes that it can save at most.
        gap: u64,
    },
    /// No layout fits: at one step these buffers alone exceed the room, or their fixed positions do.
    InfeasibleBound {
        /// The step.
        step: u64,
        /// The buffers, by id.
        buffers: Vec<Id>,
    },
    /// No layout fits: these buffers of one step cannot be divided among the banks.
    InfeasiblePacking {
        /// The step.
        step: u64,
        /// The buffers, by id.
        buffers: Vec<Id>,
    },
    /// No layout fits: a complete search found none.
    InfeasibleSearch,
    /// No layout that fits was found; one may exist.
    NotFound,
}

/// Buffers that the text of a status names before it counts the rest.
const NAMED: usize = 12;

impl Status {
    /// The status in one stable word.
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
                Some(format!("the {} of step {step} need more than their banks have", Named(buffers)))
            }
            Self::InfeasiblePacking { step, buffers } => {
                Some(format!("the {} of step {step} cannot be divided among their banks", Named(buffers)))
            }
            Self::InfeasibleSearch => Some("search exhausted".into()),
            _ => None,
        }
    }

    /// Bytes that a better layout can save at most; none if the layout does not fit.
    pub const fn gap(&self) -> Option<u64> {
        match self {
            Self::OptimalBound | Self::OptimalSearch => Some(0),
            Self::Feasible { gap } => Some(*gap),
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OptimalBound => f.write_str("optimal (bound met)"),
            Self::OptimalSearch => f.write_str("optimal (search exhausted)"),
            Self::Feasible { gap } => write!(f, "feasible, gap {}", Bytes(*gap)),
            Self::InfeasibleBound { step, buffers } => {
                write!(f, "infeasible (bound: step {step}, {})", Named(buffers))
            }
            Self::InfeasiblePacking { step, buffers } => {
                write!(f, "infeasible (packing: step {step}, {})", Named(buffers))
            }
            Self::InfeasibleSearch => f.write_str("infeasible (search exhausted)"),
            Self::NotFound => f.write_str("not found within the budget"),
        }
    }
}

/// Buffers as a text names them.
struct Named<'a>(&'a [Id]);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.len() == 1 { "buffer " } else { "buffers " })?;
        for (position, id) in self.0.iter().take(NAMED).enumerate() {
            write!(f, "{}`{}`", if position > 0 { ", " } else { "" }, id.escape_debug())?;
        }
        match self.0.len().checked_sub(NAMED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}
