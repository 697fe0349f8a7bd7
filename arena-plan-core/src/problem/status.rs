//! How a plan of a named problem ended: the planner's status with steps and buffers as the problem has them.

use alloc::vec::Vec;
use core::fmt;

use super::named::Id;

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
            Self::InfeasibleSearch => "infeasible-search",
            Self::NotFound => "not-found",
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
            Self::Feasible { gap } => write!(f, "feasible, gap {gap} bytes"),
            Self::InfeasibleBound { step, buffers } => {
                write!(f, "infeasible (bound: step {step}, buffers ")?;
                for (position, id) in buffers.iter().take(NAMED).enumerate() {
                    write!(f, "{}`{}`", if position > 0 { ", " } else { "" }, id.escape_debug())?;
                }
                if buffers.len() > NAMED {
                    write!(f, " and {} more", buffers.len() - NAMED)?;
                }
                f.write_str(")")
            }
            Self::InfeasibleSearch => f.write_str("infeasible (search exhausted)"),
            Self::NotFound => f.write_str("not found within the budget"),
        }
    }
}
