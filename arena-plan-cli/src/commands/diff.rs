//! `diff`: what changed, and whether it grew by more than allowed.

use arena_plan_core::kernel::code::Code;
use arena_plan_report::diff::{
    Allowance, Declared, Difference, Figure, annotations, compare, markdown, reason, text,
};
use arena_plan_report::json;

use super::comparable::{self, Subject};
use crate::Outcome;
use crate::args::{Diff, DiffFormat};
use crate::input::{self, Refusal};
use crate::places::Places;
use crate::report::Report;

pub(super) fn run(args: &Diff) -> Result<Outcome, Refusal> {
    input::distinct(&args.old, &args.new)?;
    let old = comparable::read(&args.old, &args.options)?;
    let new = comparable::read(&args.new, &args.options)?;
    if old.snapshot.sized != new.snapshot.sized {
        let message = "a layout has no sizes, so it can only be compared with a layout";
        let help = "compare the problems, or reports on them: `report --format json PROBLEM LAYOUT`";
        return Err(Box::new(Report::error(Code::Usage, message).help(help)));
    }
    let difference = compare(&old.snapshot, &new.snapshot);
    let grown: Vec<&Figure> = args.fail_on.map(|allowance| difference.grown(allowance)).unwrap_or_default();
    let stdout = match args.format {
        DiffFormat::Text => text(&difference),
        DiffFormat::Json => json::text(&difference),
        DiffFormat::Markdown => markdown(&difference, &grown),
        DiffFormat::Github => github(args, &difference, &new),
    };
    let error = |figure: &&Figure| Report::error(Code::Grown, reason(&difference, figure));
    Ok(Outcome { stdout, met: grown.is_empty(), reports: grown.iter().map(error).collect() })
}

/// Annotations on the lines of the new problem, or of the source that an image says.
fn github(args: &Diff, difference: &Difference, new: &Subject) -> String {
    let places = new.input.as_ref().map(|input| Places::of(&args.new, &input.problem, input.graph));
    let allowance = args.fail_on.unwrap_or(Allowance::Bytes(0));
    annotations(difference, allowance, |buffer| match &places {
        Some(places) => Some(places.of_buffer(buffer)),
        None => new.snapshot.places.get(&(Declared::Buffer, buffer.to_owned())).cloned(),
    })
}
