//! `convert`: CSV into a problem of schema 1, and back.

use arena_plan_core::csv::encode_csv;
use arena_plan_core::json::{MAX_FILE_BYTES, encode_problem};
use arena_plan_core::kernel::code::Code;

use crate::Outcome;
use crate::args::Problem;
use crate::input::{self, Refusal};
use crate::report::Report;

pub(super) fn run(args: &Problem) -> Result<Outcome, Refusal> {
    let input = input::problem(args)?;
    if !input::is_csv(args) {
        let rows = encode_csv(&input.problem).map_err(|error| Box::new(Report::of(error)))?;
        return Ok(Outcome::met(rows));
    }
    let text = encode_problem(&input.problem);
    if text.len() > MAX_FILE_BYTES {
        let message =
            format!("the problem takes {} bytes, schema 1 has at most {MAX_FILE_BYTES} (4 MiB)", text.len());
        return Err(Box::new(Report::error(Code::Inexpressible, message).help("plan the CSV itself")));
    }
    Ok(Outcome::met(text))
}
