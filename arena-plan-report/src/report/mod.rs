//! The report on a layout: every figure as data, and as text, Markdown or SARIF.

mod build;
mod changes;
mod data;
mod markdown;
mod reasons;
mod rows;
mod sarif;
mod text;

pub use build::{Question, report};
pub use changes::{Target, next_size};
pub use data::{
    Bank, Change, ChangeKind, Changes, Finding, Fragmentation, Live, Load, Occupant, Report, Room, Rule,
};
pub use markdown::{MOST_MARKDOWN, markdown};
pub(crate) use markdown::{code as markdown_code, table as markdown_table};
pub use reasons::{Advised, Conflict, Reason};
pub(crate) use rows::{share, totals};
pub use sarif::{Place, sarif};
pub use text::text;
pub(crate) use text::{print_table, table};

/// The JSON schema of [`Report`], as it is published in `docs/schemas/report.schema.json`.
///
/// ```
/// assert!(arena_plan_report::report::schema().contains("high_water"));
/// ```
pub fn schema() -> String {
    crate::json::schema::<Report>()
}
