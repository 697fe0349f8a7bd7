//! `cargo xtask bench`: what is measured, and how.

mod banks;
mod expansion;

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
    /// Several banks: planted and shrunk problems, and the corpus where there is one (use --release)
    Banks,
}

/// Measures one topic and prints its table.
pub(crate) fn run(args: &Args) -> Result {
    match args.topic {
        Topic::Expansion => expansion::run(),
        Topic::Banks => banks::run(),
    }
}
