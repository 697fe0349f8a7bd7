//! `header`: a verified layout as a header for C and C++.

use arena_plan_core::problem;
use arena_plan_core::report::{HeaderOptions, c_header};

use crate::Outcome;
use crate::args::Header;
use crate::input::{self, Refusal};
use crate::report::Report;

pub(super) fn run(args: &Header) -> Result<Outcome, Refusal> {
    let (input, layout) = input::placed(&args.placed)?;
    let verdict = problem::verify(&input.problem, &layout);
    if !verdict.holds() {
        let reports =
            verdict.findings.into_iter().map(|finding| Report::error(finding.code, finding.message));
        return Ok(Outcome { stdout: String::new(), met: false, reports: reports.collect() });
    }
    let options = HeaderOptions { prefix: args.prefix.clone() };
    let header = c_header(&input.problem, &layout, &options).map_err(|error| Box::new(Report::of(error)))?;
    Ok(Outcome::met(header))
}
