//! `summary`: the bytes that each bank takes, in a given layout or a planned one.

use arena_plan_core::json::{self, encode_summary};
use arena_plan_core::problem::{self, Layout, Planned, Verdict, summarize};
use arena_plan_core::report::{misses, usage};

use super::plan::{findings, plan};
use crate::Outcome;
use crate::args::{Format, Summary};
use crate::input::{self, Refusal};
use crate::model::Loaded;
use crate::report::Report;

pub(super) fn run(args: &Summary) -> Result<Outcome, Refusal> {
    let given = &args.plan;
    if let Some(path) = &given.layout {
        input::distinct(&given.input.problem, path)?;
    }
    let input = input::problem(&given.input)?;
    let Some(path) = &given.layout else {
        let judged = plan(&input, &given.search)?;
        let (planned, time) = (&judged.timed.planned, judged.timed.milliseconds);
        let planned = (planned, given.search.stats.then_some(time));
        return Ok(outcome(
            args,
            &input,
            &planned.0.layout,
            &judged.verdict,
            Some(planned),
            judged.reports(),
        ));
    };
    let layout = input::layout(path)?;
    let verdict = problem::verify(&input.problem, &layout);
    let reports = findings(&verdict, |_| true).collect();
    Ok(outcome(args, &input, &layout, &verdict, None, reports))
}

/// The figures of a layout, planned by the command if there is a plan.
fn outcome(
    args: &Summary,
    input: &Loaded,
    layout: &Layout,
    verdict: &Verdict,
    planned: Option<(&Planned, Option<u64>)>,
    reports: Vec<Report>,
) -> Outcome {
    let summary = summarize(&input.problem, layout);
    let stdout = match args.format {
        Format::Json => encode_summary(&json::Report {
            summary: &summary,
            verdict,
            planned: planned.map(|(planned, _)| planned),
            reasons: &[],
            milliseconds: planned.and_then(|(_, time)| time),
        }),
        Format::Text => {
            let table = usage(&input.problem, &summary, &input.steps);
            let status = planned.map(|(planned, _)| format!("status: {}\n", planned.status));
            let misses = misses(&input.problem, &summary, planned.map(|(planned, _)| planned));
            let peaks = input.peaks(layout, &summary);
            format!("{table}{misses}{peaks}{}fits: {}\n", status.unwrap_or_default(), verdict.holds())
        }
    };
    Outcome { stdout, met: verdict.holds(), reports }
}
