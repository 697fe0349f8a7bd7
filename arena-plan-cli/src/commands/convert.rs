//! `convert`: CSV to a problem in schema 1, and back.

use arena_plan_core::csv::encode_csv;
use arena_plan_core::json::{MAX_FILE_BYTES, encode_problem};
use arena_plan_core::kernel::code::Code;

use crate::Outcome;
use crate::args::Problem;
use crate::input::{self, Refusal};
use crate::report::Report;

/// No row of JSON is shorter.
const SHORTEST_ROW: &str = r#"{"id":"x","bytes":"1","first":0,"last":0,"alignment":"1","banks":["memory"]}"#;

pub(super) fn run(args: &Problem) -> Result<Outcome, Refusal> {
    let input = input::problem(args)?;
    if !input::is_csv(args) {
        let rows = encode_csv(&input.problem).map_err(|error| Box::new(Report::of(error)))?;
        return Ok(Outcome::met(rows));
    }
    // Avoids writing millions of rows only to discard them.
    let rows = input.problem.buffers.len();
    if rows > MAX_FILE_BYTES / SHORTEST_ROW.len() {
        return Err(too_large(&format!("{rows} buffers do not fit:")));
    }
    let text = encode_problem(&input.problem);
    if text.len() > MAX_FILE_BYTES {
        return Err(too_large(&format!("the problem takes {} bytes,", text.len())));
    }
    Ok(Outcome::met(text))
}

/// The message about a problem that is too large for schema 1.
fn too_large(what: &str) -> Refusal {
    let message = format!("{what} schema 1 has at most {MAX_FILE_BYTES} bytes (4 MiB)");
    Box::new(Report::error(Code::Inexpressible, message).help("plan the CSV itself"))
}
