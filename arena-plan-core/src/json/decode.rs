//! Reading: bytes become validated problems, graphs and layouts.

use alloc::format;
use alloc::vec::Vec;

use serde::de::{DeserializeSeed, MapAccess};
use serde_json::error::Category;

use super::MAX_FILE_BYTES;
use super::error::{describe, located};
use super::object::{Context, List, Object, ObjectSeed};
use super::place;
use super::scalar::{
    Decimal, EitherSchema, Flag, Integer, NewId, OptionalDecimal, OptionalId, Schema, SharedId,
};
use crate::kernel::code::Code;
use crate::problem::{
    Bank, Buffer, FileError as Error, Graph, Id, Layout, Placement, Problem, Step, Tensor, validate,
    validate_graph, validate_layout,
};

/// Reads and validates a problem of schema 1 or 2.
///
/// # Errors
///
/// Whatever the schema does not allow, down to the file's encoding, and all that
/// [`validate`](crate::problem::validate()) refuses; with line and column.
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
    let problem: Problem = read(text)?;
    validate(&problem).map_err(|error| located(error, text))?;
    Ok(problem)
}

/// Reads and validates a graph of schema 1 or 2. The rules of the schedule are checked by
/// [`lifetimes`](crate::problem::lifetimes()) or, with line and column, by [`decode_input`](super::decode_input).
///
/// # Errors
///
/// As [`decode_problem`].
///
/// ```
/// use arena_plan_core::json::decode_graph;
/// let graph = decode_graph(br#"{"schema": 1, "banks": [], "tensors": [], "steps": []}"#)?;
/// assert!(graph.steps.is_empty());
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn decode_graph(bytes: &[u8]) -> Result<Graph, Error> {
    let text = text(bytes)?;
    let graph: Graph = read(text)?;
    validate_graph(&graph).map_err(|error| located(error, text))?;
    Ok(graph)
}

/// Reads a layout of schema 1. Whether it is one of a certain problem is for
/// [`verify`](crate::problem::verify()) to say.
///
/// # Errors
///
/// Whatever the schema does not allow, and ids that are empty, not ASCII or not unique; with line and column.
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

/// Reads one object that takes the whole text.
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

/// Where the parser stood when it gave up.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let mut lines = text.split_inclusive('\n').map(str::len);
    let start: usize = lines.by_ref().take(error.line().saturating_sub(1)).sum();
    start + error.column()
}

/// What reading stopped for: our refusal, a value of another type, or text that is no JSON.
fn refused(text: &str, context: &Context, error: &serde_json::Error) -> Error {
    let bytes = text.as_bytes();
    let token = place::token_before(text, offset(text, error));
    if let Some(refusal) = context.refusal() {
        // Only a missing field is noticed at a closing bracket.
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

/// Reads the fields of an object one by one, in the order of its `FIELDS`; schema 1 lacks those listed as newer.
macro_rules! object {
    ($type:ty, $what:literal, $empty:expr, newer: [$($newer:literal),*], { $($index:literal: $name:literal $required:literal
        => |$this:ident, $context:ident| $target:expr, $seed:expr;)* }) => {
        impl Object for $type {
            const WHAT: &'static str = $what;
            const FIELDS: &'static [(&'static str, bool)] = &[$(($name, $required)),*];
            const NEWER: &'static [&'static str] = &[$($newer),*];

            fn empty() -> Self {
                $empty
            }

            fn read<'de, A: MapAccess<'de>>(
                &mut self,
                field: usize,
                map: &mut A,
                context: &Context,
            ) -> Result<(), A::Error> {
                match field {
                    $($index => {
                        let ($this, $context) = (self, context);
                        $target = map.next_value_seed($seed)?;
                    })*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

/// The seed of a list of objects.
pub(super) fn objects<'c, T: Object>(
    context: &'c Context,
    what: &'static str,
) -> List<'c, impl Fn() -> ObjectSeed<'c, T>> {
    List::new(context, what, move || ObjectSeed::new(context))
}

/// The seed of a list of ids.
fn ids<'c>(context: &'c Context) -> List<'c, impl Fn() -> SharedId<'c>> {
    List::new(context, "an array of ids", move || SharedId(context))
}

fn no_id() -> Id {
    Id::from("")
}

object!(Problem, "a problem", Problem::default(), newer: [], {
    0: "schema" true => |_this, cx| _, EitherSchema(cx);
    1: "banks" true => |this, cx| this.banks, objects(cx, "an array of banks");
    2: "buffers" true => |this, cx| this.buffers, objects(cx, "an array of buffers");
});

object!(Graph, "a graph", Graph::default(), newer: [], {
    0: "schema" true => |_this, cx| _, EitherSchema(cx);
    1: "banks" true => |this, cx| this.banks, objects(cx, "an array of banks");
    2: "tensors" true => |this, cx| this.tensors, objects(cx, "an array of tensors");
    3: "steps" true => |this, cx| this.steps, objects(cx, "an array of steps");
});

object!(Layout, "a layout", Layout::default(), newer: [], {
    0: "schema" true => |_this, cx| _, Schema(cx);
    1: "placements" true => |this, cx| this.placements, objects(cx, "an array of placements");
});

object!(Bank, "a bank", Bank { id: no_id(), capacity: 0, reserve: 0 }, newer: ["reserve"], {
    0: "id" true => |this, cx| this.id, NewId(cx);
    1: "capacity" true => |this, cx| this.capacity, Decimal(cx);
    2: "reserve" false => |this, cx| this.reserve, Decimal(cx);
});

object!(Placement, "a placement", Placement { id: no_id(), bank: no_id(), offset: 0 }, newer: [], {
    0: "id" true => |this, cx| this.id, NewId(cx);
    1: "bank" true => |this, cx| this.bank, SharedId(cx);
    2: "offset" true => |this, cx| this.offset, Decimal(cx);
});

object!(Step, "a step", Step { id: no_id(), inputs: Vec::new(), outputs: Vec::new(), scratch: Vec::new() }, newer: [], {
    0: "id" true => |this, cx| this.id, NewId(cx);
    1: "inputs" true => |this, cx| this.inputs, ids(cx);
    2: "outputs" true => |this, cx| this.outputs, ids(cx);
    3: "scratch" true => |this, cx| this.scratch, ids(cx);
});

object!(Buffer, "a buffer", Buffer {
    id: no_id(),
    bytes: 0,
    first: 0,
    last: 0,
    alignment: 0,
    banks: Vec::new(),
    fixed_bank: None,
    fixed_offset: None,
    weight: None,
}, newer: ["weight"], {
    0: "id" true => |this, cx| this.id, NewId(cx);
    1: "bytes" true => |this, cx| this.bytes, Decimal(cx);
    2: "first" true => |this, cx| this.first, Integer(cx);
    3: "last" true => |this, cx| this.last, Integer(cx);
    4: "alignment" true => |this, cx| this.alignment, Decimal(cx);
    5: "banks" true => |this, cx| this.banks, ids(cx);
    6: "fixed_bank" false => |this, cx| this.fixed_bank, OptionalId(cx);
    7: "fixed_offset" false => |this, cx| this.fixed_offset, OptionalDecimal(cx);
    8: "weight" false => |this, cx| this.weight, OptionalDecimal(cx);
});

object!(Tensor, "a tensor", Tensor {
    id: no_id(),
    bytes: 0,
    alignment: 0,
    banks: Vec::new(),
    fixed_bank: None,
    fixed_offset: None,
    weight: None,
    source: false,
    retain: false,
}, newer: ["weight"], {
    0: "id" true => |this, cx| this.id, NewId(cx);
    1: "bytes" true => |this, cx| this.bytes, Decimal(cx);
    2: "alignment" true => |this, cx| this.alignment, Decimal(cx);
    3: "banks" true => |this, cx| this.banks, ids(cx);
    4: "fixed_bank" false => |this, cx| this.fixed_bank, OptionalId(cx);
    5: "fixed_offset" false => |this, cx| this.fixed_offset, OptionalDecimal(cx);
    6: "source" true => |this, cx| this.source, Flag(cx);
    7: "retain" true => |this, cx| this.retain, Flag(cx);
    8: "weight" false => |this, cx| this.weight, OptionalDecimal(cx);
});
