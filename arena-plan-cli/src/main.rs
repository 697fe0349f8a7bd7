//! The command `arena-plan`: plans, verifies and exports static memory layouts from files.
//!
//! Results go to standard output, diagnostics to standard error. Exit status 0: all constraints are met; 1: a
//! budget or a layout is not met; 2: bad input, wrong usage or a failed export, and no result is printed.

mod args;
mod commands;
mod input;
mod model;
mod output;
mod places;
mod report;
mod search;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::Cli;
use report::Report;

/// The outcome of a command: its result, its diagnostics, and whether all constraints are met.
struct Outcome {
    stdout: String,
    reports: Vec<Report>,
    met: bool,
}

impl Outcome {
    /// A result without findings.
    fn met(stdout: String) -> Self {
        Self { stdout, reports: Vec::new(), met: true }
    }
}

fn main() -> ExitCode {
    let outcome = match commands::run(Cli::parse().command) {
        Ok(outcome) => outcome,
        Err(report) => {
            report::print(&[*report]);
            return ExitCode::from(2);
        }
    };
    report::print(&outcome.reports);
    let mut stdout = io::stdout().lock();
    match stdout.write_all(outcome.stdout.as_bytes()).and_then(|()| stdout.flush()) {
        // A reader that needs no more, such as `head`, closes the pipe: that is not a failure of this command.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            report::print(&[Report::failed(format!("the result cannot be written: {error}"))]);
            ExitCode::from(2)
        }
        _ => ExitCode::from(u8::from(!outcome.met)),
    }
}
