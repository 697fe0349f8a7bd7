//! `verify`: every finding about a layout.

use std::fmt::Write;

use arena_plan_core::json::encode_findings;
use arena_plan_core::problem::{self, MAX_OVERLAPS, Verdict};

use crate::Outcome;
use crate::args::{Format, Verify};
use crate::input::{self, Refusal};

pub(super) fn run(args: &Verify) -> Result<Outcome, Refusal> {
    let (input, layout) = input::placed(&args.placed)?;
    let verdict = problem::verify(&input.problem, &layout);
    let stdout = match args.format {
        Format::Json => encode_findings(&verdict),
        Format::Text => text(&verdict, input.problem.buffers.len()),
    };
    Ok(Outcome { stdout, met: verdict.holds(), reports: Vec::new() })
}

/// One line per finding, and their number.
pub(super) fn text(verdict: &Verdict, buffers: usize) -> String {
    let mut out = String::new();
    for finding in &verdict.findings {
        let _ = writeln!(out, "{}: {}", finding.code, finding.message);
    }
    let _ = match verdict.findings.len() {
        0 if buffers == 1 => writeln!(out, "the layout holds: 1 buffer, no findings"),
        0 => writeln!(out, "the layout holds: {buffers} buffers, no findings"),
        1 => writeln!(out, "the layout does not hold: 1 finding"),
        _ if !verdict.complete => {
            writeln!(
                out,
                "the layout does not hold: the list ends after {MAX_OVERLAPS} overlaps, but there are more"
            )
        }
        count => writeln!(out, "the layout does not hold: {count} findings"),
    };
    out
}
