//! `summary`: what each bank takes, in a given layout or a planned one.

use arena_plan_core::json::encode_summary;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{self, summarize};
use arena_plan_core::report::usage;

use super::plan::{Planned, plan};
use crate::Outcome;
use crate::args::{Format, Summary};
use crate::input::{self, Refusal};

pub(super) fn run(args: &Summary) -> Result<Outcome, Refusal> {
    let planned;
    let input;
    match &args.layout {
        None => {
            input = input::problem(&args.input)?;
            planned = plan(&input)?;
        }
        Some(path) => {
            input::distinct(&args.input.problem, path)?;
            input = input::problem(&args.input)?;
            let layout = input::layout(path)?;
            let verdict = problem::verify(&input.problem, &layout);
            planned = Planned { layout, verdict, reason: None::<(Code, String)> };
        }
    }
    let summary = summarize(&input.problem, &planned.layout);
    let stdout = match args.format {
        Format::Json => encode_summary(&summary, &planned.verdict),
        Format::Text => {
            let table = usage(&input.problem, &summary, &input.steps);
            format!("{table}fits: {}\n", planned.verdict.holds())
        }
    };
    Ok(Outcome { stdout, met: planned.verdict.holds(), reports: planned.reports() })
}
