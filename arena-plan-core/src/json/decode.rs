//! Reading: bytes become validated problems, graphs and layouts.

use alloc::format;

use serde::de::DeserializeSeed;
use serde_json::error::Category;

use super::MAX_FILE_BYTES;
use super::error::{describe, located};
use super::object::{Context, Object, ObjectSeed};
use super::place;
use super::rules::Ruled;
use crate::kernel::code::Code;
use crate::problem::{FileError as Error, Graph, Layout, Problem, validate, validate_graph, validate_layout};

/// Reads and validates a problem in schema 1 or 2.
///
/// # Errors
///
/// Anything that the schema does not allow, including the file's encoding, and anything that
/// [`validate`](crate::problem::validate()) rejects; with line and column.
///
/// ```
/// use arena_plan_core::json::decode_problem;
/// let text = br#"{"schema": 1, "banks": [{"id": "ram", "capacity": "096"}], "buffers": []}"#;
/// let error = decode_problem(text).unwrap_err();
/// assert_eq!(error.code.as_str(), "not-decimal");
/// assert_eq!((error.span.line, error.span.column), (1, 51));
/// ```
pub fn decode_problem(bytes: &[u8]) -> Result<Problem, Error> {
    let text = text(bytes)?;
    let file: Ruled<Problem> = read(text)?;
    let problem = file.apply().map_err(|error| located(error, text))?;
    validate(&problem).map_err(|error| located(error, text))?;
    Ok(problem)
}

/// Reads and validates a graph in schema 1 or 2. The rules of the schedule are checked by
/// [`lifetimes`](crate::problem::lifetimes()) or, with line and column, by [`decode_input`](super::decode_input).
///
/// # Errors
///
/// Same as for [`decode_problem`].
///
/// ```
/// use arena_plan_core::json::decode_graph;
/// let graph = decode_graph(br#"{"schema": 1, "banks": [], "tensors": [], "steps": []}"#)?;
/// assert!(graph.steps.is_empty());
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn decode_graph(bytes: &[u8]) -> Result<Graph, Error> {
    let text = text(bytes)?;
    let file: Ruled<Graph> = read(text)?;
    let graph = file.apply().map_err(|error| located(error, text))?;
    validate_graph(&graph).map_err(|error| located(error, text))?;
    Ok(graph)
}

/// Reads a layout in schema 1. [`verify`](crate::problem::verify()) says whether it is a layout of a certain problem.
///
/// # Errors
///
/// Anything that the schema does not allow, and ids that are empty, not ASCII or not unique; with line and column.
///
/// ```
/// use arena_plan_core::json::decode_layout;
/// let text = br#"{"schema": 1, "placements": [{"id": "pcm", "bank": "ram", "offset": "32"}]}"#;
/// assert_eq!(decode_layout(text)?.placements[0].offset, 32);
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn decode_layout(bytes: &[u8]) -> Result<Layout, Error> {
    let text = text(bytes)?;
    let layout: Layout = read(text)?;
    validate_layout(&layout).map_err(|error| located(error, text))?;
    Ok(layout)
}

/// The text of a file.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Error> {
    crate::problem::text(bytes, MAX_FILE_BYTES, "4 MiB")
}

/// Reads one object, which must be the whole text.
pub(super) fn read<T: Object>(text: &str) -> Result<T, Error> {
    let context = Context::default();
    let mut parser = serde_json::Deserializer::from_str(text);
    let object = ObjectSeed::<T>::new(&context)
        .deserialize(&mut parser)
        .map_err(|error| refused(text, &context, &error))?;
    match parser.end() {
        Ok(()) => Ok(object),
        Err(error) => {
            let token = place::token_before(text, offset(text, &error));
            let message = format!("the JSON value is followed by {}", describe(text, &token));
            Err(Error::new(Code::TrailingData, text.as_bytes(), token, message))
        }
    }
}

/// The position of the parser when it stopped.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let mut lines = text.split_inclusive('\n').map(str::len);
    let start: usize = lines.by_ref().take(error.line().saturating_sub(1)).sum();
    start + error.column()
}

/// Why reading stopped: our own error, a value of the wrong type, or text that is not JSON.
fn refused(text: &str, context: &Context, error: &serde_json::Error) -> Error {
    let bytes = text.as_bytes();
    let token = place::token_before(text, offset(text, error));
    if let Some(refusal) = context.refusal() {
        // Only a missing field is detected at a closing bracket.
        let token = place::opening(text, &token);
        let mut error = Error::new(refusal.code, bytes, token, refusal.message);
        error.help = refusal.help;
        return error;
    }
    match error.classify() {
        Category::Data => {
            let token = place::opening(text, &token);
            let message = format!("expected {}, found {}", context.expected(), describe(text, &token));
            Error::new(Code::WrongType, bytes, token, message)
        }
        Category::Eof => Error::new(
            Code::JsonSyntax,
            bytes,
            place::end(text),
            "the file ends before its JSON value is complete",
        ),
        Category::Syntax | Category::Io => {
            let text = format!("{error}");
            let what = text.split(" at line ").next().unwrap_or_default();
            Error::new(Code::JsonSyntax, bytes, token, format!("not valid JSON: {what}"))
        }
    }
}
