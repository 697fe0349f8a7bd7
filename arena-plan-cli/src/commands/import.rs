//! `import`: a neural network as a graph.

use arena_plan_core::json::encode_graph;
use arena_plan_core::problem::lifetimes;

use crate::Outcome;
use crate::args::Import;
use crate::input::{self, Refusal};
use crate::model;
use crate::report::Report;

pub(super) fn run(args: &Import) -> Result<Outcome, Refusal> {
    let (source, format) = input::model(&args.file)?;
    let import = model::import(&source, format, &args.model)?;
    if args.model.in_place {
        let problem = lifetimes(&import.graph).map_err(|error| Box::new(Report::of(error)))?;
        eprintln!("in place: {}", model::in_place(&problem, import.in_place));
    }
    for sentence in &import.uncounted {
        eprintln!("not counted: {sentence}");
    }
    Ok(Outcome::met(encode_graph(&import.graph)))
}
