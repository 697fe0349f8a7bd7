//! What a contributor runs: `cargo xtask …`. One module per subcommand; each has `Args` and `run`.

mod bench;
mod board;
mod c;
mod error;
mod firmware;
mod minimal;
mod msrv;
mod needs;
mod pages;
mod placed;
mod process;
mod project;
mod samples;
mod sanitizer;
mod setup;
mod targets;
mod test;
mod toolchain;

use clap::{Parser, Subcommand};
use error::Result;
use std::process::ExitCode;

/// The project's own tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every check of the project; the last line is `N passed, N failed, N skipped`
    Test(test::Args),
    /// Measure what docs/benchmarks.md records
    Bench(bench::Args),
    /// Install what firmware checks need (Debian), or say what to install (elsewhere)
    Setup(setup::Args),
    /// Build the firmware, run it in the emulator and compare it with the handwritten program
    Firmware(firmware::Args),
    /// Build the library for microcontrollers of several architectures
    Targets,
    /// Link a program with banks in sections for bare targets, with and without a place for them
    Placed,
    /// Build the published libraries and a program with plans with the oldest supported compiler
    Msrv,
    /// Build the published libraries with the minimal versions of their dependencies
    Minimal,
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result {
    match task {
        Task::Test(args) => test::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Setup(args) => setup::run(&args),
        Task::Firmware(args) => firmware::run(&args),
        Task::Targets => targets::run(),
        Task::Placed => placed::run(),
        Task::Msrv => msrv::run(),
        Task::Minimal => minimal::run(),
    }
}
