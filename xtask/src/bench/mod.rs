//! `cargo xtask bench`: the measurements.

mod banks;
mod cp_sat;
mod expansion;
mod include;
mod models;
mod planner;
mod python;

// The tests' own problems, brute force, sweep and judge: the benchmarks must not check results with the planner's own
// code.
#[path = "../../../arena-plan-core/tests/suite/support/mod.rs"]
mod support;

use crate::error::Result;

/// Arguments of `cargo xtask bench`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    topic: Topic,
}

#[derive(clap::Subcommand)]
enum Topic {
    /// What a block costs in a dev build, and a cold build of the library
    Expansion,
    /// What a block costs in a dev build that includes a graph of 100, 400 or 1,000 tensors
    Include,
    /// One bank: public instances, networks and generated families, in one table; or the search against brute
    /// force
    Planner(planner::Args),
    /// Several banks: planted and shrunk problems, and the corpus if there is one (use --release)
    Banks(banks::Args),
    /// A neural network of 400 operators: reading it, planning it and writing the plan into it
    Models,
}

/// Measures one topic and prints its table.
pub(crate) fn run(args: &Args) -> Result {
    match &args.topic {
        Topic::Expansion => expansion::run(),
        Topic::Include => include::run(),
        Topic::Planner(args) => planner::run(args),
        Topic::Banks(args) => banks::run(args),
        Topic::Models => models::run(),
    }
}
