//! `plan`: layout and usage. Also the planning that other commands share.

use arena_plan_core::json::{self, Input, encode_plan};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner;
use arena_plan_core::problem::{self, Finding, Reason, Verdict, summarize};
use arena_plan_core::report::{misses, residency};

use crate::Outcome;
use crate::args::{Effort, Format, Plan, Search};
use crate::input::{self, Refusal};
use crate::report::Report;
use crate::search::{self, Timed};

/// Maximum number of errors that are printed; `verify` and `--format json` list all findings.
const MAX_REPORTS: usize = 20;

/// A layout that has been planned and verified.
pub(crate) struct Judged {
    pub(crate) timed: Timed,
    pub(crate) verdict: Verdict,
    /// Why it does not fit.
    pub(crate) reasons: Vec<Reason>,
    /// Whether a longer search is possible.
    longer: bool,
}

/// Plans a problem and verifies the result.
pub(crate) fn plan(input: &Input, args: &Search) -> Result<Judged, Refusal> {
    let timed = search::plan(input, args)?;
    let planned = &timed.planned;
    let verdict = problem::verify(&input.problem, &planned.layout);
    let mut asked = search::options(args);
    if search::stopped() {
        // A user who ended the search should not wait for a search for advice: after first fits, none is done.
        asked.effort = planner::Effort::Fast;
    }
    let reasons = match verdict.holds() {
        true => Vec::new(),
        false => problem::reasons(&input.problem, planned, &asked, &input.steps),
    };
    let longer = args.effort != Effort::Thorough && args.order.is_none() && args.nodes.is_none();
    Ok(Judged { timed, verdict, reasons, longer })
}

impl Judged {
    /// Why the layout does not meet the constraints: the reasons for the budget, and what else was found.
    pub(crate) fn reports(&self) -> Vec<Report> {
        let reasons = self.reasons.iter().map(|reason| {
            let report = Report::error(reason.code, reason.message.clone());
            match reason.code {
                Code::NoLayoutFound if self.longer => {
                    report.help("a longer search may find a layout: `--effort thorough`")
                }
                _ => report,
            }
        });
        let rest =
            findings(&self.verdict, |finding| self.reasons.is_empty() || finding.code != Code::OutOfBank);
        reasons.chain(rest).take(MAX_REPORTS).collect()
    }
}

/// Findings as errors.
pub(crate) fn findings(verdict: &Verdict, wanted: impl Fn(&Finding) -> bool) -> impl Iterator<Item = Report> {
    verdict
        .findings
        .iter()
        .filter(move |finding| wanted(finding))
        .map(|finding| Report::error(finding.code, finding.message.clone()))
}

pub(super) fn run(args: &Plan) -> Result<Outcome, Refusal> {
    let input = input::problem(&args.input)?;
    let judged = plan(&input, &args.search)?;
    let planned = &judged.timed.planned;
    let summary = summarize(&input.problem, &planned.layout);
    let stdout = match args.format {
        Format::Json => encode_plan(
            planned,
            &json::Report {
                summary: &summary,
                verdict: &judged.verdict,
                planned: Some(planned),
                reasons: &judged.reasons,
                milliseconds: args.search.stats.then_some(judged.timed.milliseconds),
            },
        ),
        Format::Text => {
            let table = residency(&input.problem, &planned.layout, &input.steps);
            let misses = misses(&input.problem, &summary, Some(planned));
            let peaks = input.peaks(&planned.layout, &summary);
            format!("{table}{misses}{peaks}status: {}\nfits: {}\n", planned.status, judged.verdict.holds())
        }
    };
    Ok(Outcome { stdout, met: judged.verdict.holds(), reports: judged.reports() })
}
