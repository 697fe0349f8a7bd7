//! Named problems, graphs and layouts: the contents of the files, and the operations on them.
//!
//! Data flows one way: a [`Graph`] gives a [`Problem`] ([`lifetimes`]), a problem gives a [`Layout`] ([`plan()`]),
//! and a problem with a layout gives findings ([`verify()`]) and figures ([`summarize`]). Nothing here reads or
//! writes files; the `json` module converts bytes to these types and back.

mod alias;
mod error;
mod file_error;
mod graph;
mod indexed;
mod lifetimes;
mod lines;
mod lowered;
mod named;
mod places;
mod plan;
mod proof;
mod reasons;
mod rule;
mod shared;
mod summary;
mod validate;
mod verify;

pub use error::{Error, Path, Segment};
pub(crate) use file_error::text;
pub use file_error::{FileError, Span};
pub use graph::{Graph, Step, Tensor};
pub use lifetimes::lifetimes;
pub use lines::Lines;
pub use named::{Alias, Bank, Buffer, Id, Layout, Needs, Placement, Problem};
pub use places::{Place, Places};
pub use plan::{Planned, plan, plan_watched};
pub use proof::{Proof, ProofKind};
pub use reasons::{Change, Conflict, Reason, reasons};
pub use rule::Selector;
pub use summary::{BankSummary, Summary, summarize};
pub(crate) use summary::{Resident, residents};
pub use validate::{validate, validate_graph, validate_layout};
pub use verify::{Finding, MAX_OVERLAPS, Verdict, verify};

/// How a plan of a named problem ended: the planner's status with the problem's steps and the buffers' ids.
///
/// ```
/// use arena_plan_core::problem::Status;
/// let status = Status::InfeasibleBound { step: 3, buffers: vec!["input".into(), "output".into()] };
/// assert_eq!(status.to_string(), "infeasible (bound: step 3, buffers `input`, `output`)");
/// assert_eq!(status.code(), "infeasible-bound");
/// ```
pub type Status = crate::planner::Status<Id, u64>;
