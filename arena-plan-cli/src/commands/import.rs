//! `import`: a neural network as a graph.

use arena_plan_core::json::encode_graph;

use crate::Outcome;
use crate::args::Import;
use crate::input::{self, Refusal};
use crate::model;

pub(super) fn run(args: &Import) -> Result<Outcome, Refusal> {
    let (source, format) = input::model(&args.file)?;
    let import = model::import(&source, format, &args.model)?;
    for sentence in &import.uncounted {
        eprintln!("not counted: {sentence}");
    }
    Ok(Outcome::met(encode_graph(&import.graph)))
}
