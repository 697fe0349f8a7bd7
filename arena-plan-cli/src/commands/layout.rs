//! `layout`: only the layout, so that standard output can be saved.

use arena_plan_core::json::encode_layout;

use super::plan::plan;
use crate::Outcome;
use crate::args::Problem;
use crate::input::{self, Refusal};

pub(super) fn run(args: &Problem) -> Result<Outcome, Refusal> {
    let planned = plan(&input::problem(args)?)?;
    Ok(Outcome {
        stdout: encode_layout(&planned.layout),
        met: planned.verdict.holds(),
        reports: planned.reports(),
    })
}
