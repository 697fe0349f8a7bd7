//! `cargo xtask bench planner`: one bank; the planner on public instances, networks and generated families, in one
//! table.

mod check;
mod families;
mod instances;
mod means;
mod peer;
mod table;

use crate::error::{Error, Result};
use arena_plan_core::planner::{Effort, Options};
use std::process::Command;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Effort of the planner: fast, default or thorough
    #[arg(long, default_value = "thorough", value_parser = effort)]
    effort: Effort,
    /// Search nodes per instance, instead of the effort's own number
    #[arg(long)]
    nodes: Option<u64>,
    /// Parallel searches for each target
    #[arg(long, default_value_t = 1)]
    members: u32,
    /// High-water mark in bytes at which to stop: only whether the instance fits
    #[arg(long)]
    target: Option<u64>,
    /// Only instances whose name contains this text; may be given several times
    #[arg(long)]
    only: Vec<String>,
    /// Means over many seeds of each family and over the corpus, of instances with at most this many buffers
    #[arg(long, num_args = 0..=1, default_missing_value = "30000")]
    means: Option<usize>,
    /// Compare the exact search with brute force on this many small problems instead
    #[arg(long, num_args = 0..=1, default_missing_value = "1000000")]
    check: Option<u64>,
    /// Seed of the first problem of `--check`
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Also run the Python package omnimalloc on the same instances
    #[arg(long)]
    omnimalloc: bool,
}

fn effort(name: &str) -> std::result::Result<Effort, String> {
    match name {
        "fast" => Ok(Effort::Fast),
        "default" => Ok(Effort::Default),
        "thorough" => Ok(Effort::Thorough),
        _ => Err(format!("`{name}` is not fast, default or thorough")),
    }
}

/// Runs the benchmark, in an optimised build.
pub(crate) fn run(args: &Args) -> Result {
    if cfg!(debug_assertions) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["run", "--quiet", "--release", "--package", "xtask", "--"]);
        command.args(std::env::args_os().skip(1));
        let status = command.status().map_err(|e| Error::new(format!("cannot run cargo: {e}")))?;
        return if status.success() { Ok(()) } else { Err(Error::new("the optimised benchmark failed")) };
    }
    if let Some(count) = args.check {
        return check::run(args.seed, count);
    }
    let Args { effort, nodes, target, members, .. } = *args;
    let options = Options { effort, nodes, target, members, ..Options::default() };
    if let Some(most) = args.means {
        return means::run(&args.only, most, &options);
    }
    let mut all = instances::public();
    all.extend(families::all());
    all.retain(|i| args.only.is_empty() || args.only.iter().any(|text| i.name.contains(text.as_str())));
    let peer = if args.omnimalloc { peer::find() } else { None };
    table::run(&all, &options, peer.as_ref())
}
