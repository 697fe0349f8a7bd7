//! `completions`, `man` and `schema`: what is installed or published with the command.

use arena_plan_core::kernel::code::Code;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Outcome;
use crate::args::{Cli, SchemaOf};
use crate::input::Refusal;
use crate::report::Report;

/// A completion script.
pub(super) fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "arena-plan", &mut script);
    Outcome::met(String::from_utf8_lossy(&script).into_owned())
}

/// The JSON schema of a result.
pub(super) fn schema(result: SchemaOf) -> Outcome {
    Outcome::met(match result {
        SchemaOf::Report => arena_plan_report::report::schema(),
        SchemaOf::Inspect => arena_plan_report::image::schema(),
        SchemaOf::Diff => arena_plan_report::diff::schema(),
    })
}

/// The manual page of the tool or of one of its commands.
pub(super) fn man(command: Option<&str>) -> Result<Outcome, Refusal> {
    let mut cli = Cli::command();
    cli.build();
    let page = match command {
        None => cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let names: Vec<_> = cli.get_subcommands().map(clap::Command::get_name).collect();
                let report = Report::error(Code::Usage, format!("there is no command `{name}`"));
                return Err(Box::new(report.help(format!("the commands are {}", names.join(", ")))));
            }
        },
    };
    let mut text = Vec::new();
    Man::new(page)
        .render(&mut text)
        .map_err(|error| Box::new(Report::failed(format!("the manual page cannot be rendered: {error}"))))?;
    Ok(Outcome::met(String::from_utf8_lossy(&text).into_owned()))
}
