//! What changed between two plans, layouts, reports or images; and limits that they must not exceed.

mod compare;
mod limits;
mod snapshot;
mod text;

pub use compare::{Allowance, Change, Difference, Figure, Moved, Spot, compare, parse_allowance};
pub use limits::{Excess, Limits, parse_limits};
pub use snapshot::{Declared, Held, Snapshot, Taken};
pub use text::{annotations, markdown, reason, text};

/// The JSON schema of [`Difference`], as it is published in `docs/schemas/diff.schema.json`.
///
/// ```
/// assert!(arena_plan_report::diff::schema().contains("buffers"));
/// ```
pub fn schema() -> String {
    crate::json::schema::<Difference>()
}
