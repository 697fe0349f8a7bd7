//! JSON text of the data that this crate publishes, and its schemas.

use schemars::JsonSchema;
use serde::Serialize;

/// A value as indented JSON with a newline at its end.
///
/// ```
/// assert_eq!(arena_plan_report::json::text(&[1]), "[\n  1\n]\n");
/// ```
pub fn text<T: Serialize>(value: &T) -> String {
    // The data of this crate has neither maps with keys other than strings nor failing serialisers.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The schema of `T` as text.
pub(crate) fn schema<T: JsonSchema>() -> String {
    text(&schemars::schema_for!(T))
}
