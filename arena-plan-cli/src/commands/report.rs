//! `report`: every figure of a layout, and what would save bytes.

use std::path::Path;

use arena_plan_core::json::Input;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner;
use arena_plan_core::problem::{self, Id, Layout, Planned};
use arena_plan_report::report::{self as data, Question, Target, markdown, sarif, text};
use arena_plan_report::{Subject, json};

use super::plan::{findings, plan};
use crate::Outcome;
use crate::args::{Report as Arguments, ReportFormat, Search};
use crate::input::{self, Refusal};
use crate::places::Places;
use crate::report::Report;
use crate::search;

pub(super) fn run(args: &Arguments) -> Result<Outcome, Refusal> {
    let given = &args.plan;
    let input = input::problem(&given.input)?;
    let target = target(&input, &args.rooms)?;
    let made = make(&given.input.problem, &input, given.layout.as_deref(), &given.search, Some(target))?;
    let report = made.report;
    let stdout = match args.format {
        ReportFormat::Text => text(&report),
        ReportFormat::Json => json::text(&report),
        ReportFormat::Markdown => markdown(&report),
        ReportFormat::Sarif => {
            let places = Places::of(&given.input.problem, &input.problem, input.graph);
            sarif(&report, |buffer| places.of_buffer(buffer))
        }
    };
    Ok(Outcome { stdout, met: report.fits, reports: made.reports })
}

/// A report and its diagnostics.
pub(super) struct Made {
    pub(super) report: data::Report,
    pub(super) reports: Vec<Report>,
}

/// The report on a problem that was read from `path`: on the layout in a file, or on a planned one. Without a target,
/// it has no changes.
pub(super) fn make(
    path: &Path,
    input: &Input,
    layout: Option<&Path>,
    args: &Search,
    target: Option<Target>,
) -> Result<Made, Refusal> {
    let title = title(path);
    let mut options = search::options(args);
    if let Some(file) = layout {
        input::distinct(path, file)?;
        let layout = input::layout(file)?;
        let verdict = problem::verify(&input.problem, &layout);
        let subject = subject(&title, input, &layout, None);
        let question = Question { changes: target.map(|target| (options, target)), reasons: Vec::new() };
        let report = data::report(&subject, &verdict, &question);
        return Ok(Made { report, reports: findings(&verdict, |_| true).collect() });
    }
    let judged = plan(input, args)?;
    if search::stopped() {
        options.effort = planner::Effort::Fast;
    }
    let planned = &judged.timed.planned;
    let subject = subject(&title, input, &planned.layout, Some(planned));
    let changes = target.map(|target| (options, target));
    let question = Question { changes, reasons: judged.reasons.clone() };
    Ok(Made { report: data::report(&subject, &judged.verdict, &question), reports: judged.reports() })
}

fn subject<'a>(
    title: &'a str,
    input: &'a Input,
    layout: &'a Layout,
    planned: Option<&'a Planned>,
) -> Subject<'a> {
    Subject { title, problem: &input.problem, layout, steps: &input.steps, planned }
}

/// The name of the problem in a report: its file name without the folder.
pub(super) fn title(path: &Path) -> String {
    match path.file_name() {
        _ if path.as_os_str() == "-" => "standard input".to_owned(),
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.display().to_string(),
    }
}

/// The target rooms of the changes; every bank must exist.
fn target(input: &Input, rooms: &[(String, u64)]) -> Result<Target, Refusal> {
    let banks = &input.problem.banks;
    if let Some((bank, _)) = rooms.iter().find(|(id, _)| !banks.iter().any(|bank| *bank.id == **id)) {
        let message = format!("`--for`: no bank is called `{}`", bank.escape_debug());
        let names: Vec<_> = banks.iter().map(|bank| bank.id.escape_debug().to_string()).collect();
        let report = Report::error(Code::UnknownBank, message);
        return Err(Box::new(report.help(format!("the banks are {}", names.join(", ")))));
    }
    let rooms = rooms.iter().map(|(id, bytes)| (Id::from(&**id), *bytes)).collect();
    Ok(Target { rooms })
}
