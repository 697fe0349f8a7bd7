//! Input of the command: a problem, or a graph that is converted to one.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::MapAccess;

use super::decode::{read, text};
use super::error;
use super::object::{Context, Field, Object, Present, object};
use super::rules::{Rule, Ruled};
use super::scalar::EitherSchema;
use super::schema::objects;
use crate::problem::{
    Bank, Buffer, FileError as Error, Graph, Id, Problem, Step, Tensor, lifetimes, validate,
};

/// A problem, and the names of its steps if it comes from a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The problem.
    pub problem: Problem,
    /// Ids of the steps by number; empty if the file is a problem.
    pub steps: Vec<Id>,
    /// Whether the file is a graph.
    pub graph: bool,
}

/// Reads a problem or a graph, whichever the file contains, and validates it; a graph is converted to the problem
/// that follows from its schedule.
///
/// # Errors
///
/// Same as for [`decode_problem`](super::decode_problem), and whatever [`lifetimes`](crate::problem::lifetimes())
/// rejects, with line and column.
///
/// ```
/// use arena_plan_core::json::decode_input;
/// let text = br#"{"schema": 1, "banks": [], "tensors": [], "steps": [{"id": "idle", "inputs": [], "outputs": [], "scratch": []}]}"#;
/// assert_eq!(&*decode_input(text)?.steps[0], "idle");
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn decode_input(bytes: &[u8]) -> Result<Input, Error> {
    let text = text(bytes)?;
    let located = |error| error::located(error, text);
    let either: Either = read(text)?;
    if let Some(buffers) = either.buffers {
        let of = Problem { banks: either.banks, buffers };
        let problem = Ruled { of, rules: either.rules }.apply().map_err(located)?;
        validate(&problem).map_err(located)?;
        return Ok(Input { problem, steps: Vec::new(), graph: false });
    }
    let of = Graph { banks: either.banks, tensors: either.tensors, steps: either.steps };
    let graph = Ruled { of, rules: either.rules }.apply().map_err(located)?;
    let problem = lifetimes(&graph).map_err(located)?;
    Ok(Input { problem, steps: graph.steps.into_iter().map(|step| step.id).collect(), graph: true })
}

/// The fields of a problem and of a graph; a file has those of one or the other.
#[derive(Default)]
struct Either {
    banks: Vec<Bank>,
    /// Only in a problem.
    buffers: Option<Vec<Buffer>>,
    tensors: Vec<Tensor>,
    steps: Vec<Step>,
    rules: Vec<Rule>,
}

const BUFFERS: usize = 2;
const TENSORS: usize = 3;
const STEPS: usize = 4;

object!(Either, "a problem or a graph", empty: Either::default(), schema: EitherSchema, {
    required "banks" => banks: |cx| objects(cx, "an array of banks");
    optional "buffers" => buffers: |cx| Present(objects(cx, "an array of buffers"));
    optional "tensors" => tensors: |cx| objects(cx, "an array of tensors");
    optional "steps" => steps: |cx| objects(cx, "an array of steps");
    newer "place" => rules: |cx| objects(cx, "an array of rules");
}
    fn may_follow(field: usize, seen: u32) -> Result<(), String> {
        let graph = seen & (1 << TENSORS | 1 << STEPS) != 0;
        if field == BUFFERS && graph {
            return Err(
                "a graph has no field `buffers`: its buffers follow from its tensors and steps".to_string()
            );
        }
        if (field == TENSORS || field == STEPS) && seen >> BUFFERS & 1 == 1 {
            return Err("a problem has no field `tensors` or `steps`: those belong to a graph".to_string());
        }
        Ok(())
    }

    fn missing(seen: u32) -> Option<&'static str> {
        let lacks = |field: usize| seen >> field & 1 == 0;
        match () {
            () if lacks(0) => Some("schema"),
            () if lacks(1) => Some("banks"),
            () if lacks(TENSORS) && lacks(STEPS) => lacks(BUFFERS).then_some("buffers"),
            () if lacks(TENSORS) => Some("tensors"),
            () => lacks(STEPS).then_some("steps"),
        }
    }
);
