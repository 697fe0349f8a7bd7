//! `layout`: only the layout, so that standard output can be saved.

use arena_plan_core::json::encode_layout;

use super::plan::plan;
use crate::Outcome;
use crate::args::Layout;
use crate::input::{self, Refusal};

pub(super) fn run(args: &Layout) -> Result<Outcome, Refusal> {
    let input = input::problem(&args.input)?;
    let judged = plan(&input, &args.search)?;
    Ok(Outcome {
        stdout: encode_layout(&judged.timed.planned.layout),
        met: judged.verdict.holds(),
        reports: judged.reports(),
    })
}
