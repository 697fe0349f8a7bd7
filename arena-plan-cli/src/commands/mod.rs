//! One module per command; each reads its input, computes, and returns an [`Outcome`].

mod check;
mod comparable;
mod convert;
mod diff;
mod header;
mod import;
mod inspect;
mod layout;
mod lifetimes;
mod linker;
mod pages;
mod plan;
mod plot;
mod report;
mod summary;
mod tflm;
mod verify;

use crate::Outcome;
use crate::args::Command;
use crate::input::Refusal;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<Outcome, Refusal> {
    match command {
        Command::Plan(args) => plan::run(&args),
        Command::Layout(args) => layout::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Summary(args) => summary::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Header(args) => header::run(&args),
        Command::Linker(args) => linker::run(&args),
        Command::Lifetimes(args) => lifetimes::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Tflm(args) => tflm::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Schema { result } => Ok(pages::schema(result)),
        Command::Completions { shell } => Ok(pages::completions(shell)),
        Command::Man { command } => pages::man(command.as_deref()),
    }
}
