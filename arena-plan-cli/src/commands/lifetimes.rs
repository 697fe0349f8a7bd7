//! `lifetimes`: the problem that follows from a graph's schedule.

use arena_plan_core::json::encode_problem;

use crate::Outcome;
use crate::args::Graph;
use crate::input::{self, Refusal};

pub(super) fn run(args: &Graph) -> Result<Outcome, Refusal> {
    Ok(Outcome::met(encode_problem(&input::graph(args)?.problem)))
}
