//! `plan`: layout and usage. Also the planning that other commands share.

use arena_plan_core::json::{Input, encode_plan};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{self, Finding, Layout, Verdict, budget, summarize};
use arena_plan_core::report::residency;

use crate::Outcome;
use crate::args::{Format, Plan};
use crate::input::{self, Refusal};
use crate::report::Report;

/// Errors that are printed at most; `verify` and `--format json` list all findings.
const MAX_REPORTS: usize = 20;

/// A layout that has been planned and verified.
pub(crate) struct Planned {
    pub(crate) layout: Layout,
    pub(crate) verdict: Verdict,
    /// Why it is over budget.
    pub(crate) reason: Option<(Code, String)>,
}

/// Plans a problem and verifies the result.
pub(crate) fn plan(input: &Input) -> Result<Planned, Refusal> {
    let planned =
        problem::plan(&input.problem, &Options::default()).map_err(|error| Box::new(Report::of(error)))?;
    let verdict = problem::verify(&input.problem, &planned.layout);
    let reason = if verdict.holds() { None } else { budget(&input.problem, &planned.layout, &input.steps) };
    Ok(Planned { layout: planned.layout, verdict, reason })
}

impl Planned {
    /// Why the layout does not meet the constraints: the reason for the budget, and what else was found.
    pub(crate) fn reports(&self) -> Vec<Report> {
        let explained = |finding: &&Finding| self.reason.is_none() || finding.code != Code::OutOfBank;
        let reason = self.reason.iter().map(|(code, message)| Report::error(*code, message.clone()));
        let others = self.verdict.findings.iter().filter(explained);
        let others = others.map(|finding| Report::error(finding.code, finding.message.clone()));
        reason.chain(others).take(MAX_REPORTS).collect()
    }
}

pub(super) fn run(args: &Plan) -> Result<Outcome, Refusal> {
    let input = input::problem(&args.input)?;
    let planned = plan(&input)?;
    let stdout = match args.format {
        Format::Json => {
            let summary = summarize(&input.problem, &planned.layout);
            encode_plan(&planned.layout, &summary, &planned.verdict, planned.reason.as_ref())
        }
        Format::Text => {
            let table = residency(&input.problem, &planned.layout, &input.steps);
            format!("{table}fits: {}\n", planned.verdict.holds())
        }
    };
    Ok(Outcome { stdout, met: planned.verdict.holds(), reports: planned.reports() })
}
