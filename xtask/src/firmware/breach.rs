//! A plan over budget must not build for the target: the message and the position are checked on both routes.

use super::build::{self, Program};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::toolchain::{Linker, Toolchain, firmware_dir};
use std::fs;

const PROGRAM: Program = Program { name: "history", features: "over-budget" };

/// Beginning of the message, its figures, and the comment on the line that it must point to.
const EXPECTED: [(&str, &str); 2] = [
    (
        "error: bank `tcm` is over budget: step `average` keeps 16400 bytes alive, but the capacity is 16384 (16 bytes over) [over-budget]",
        "// over budget: macro",
    ),
    (
        "error[E0080]: evaluation panicked: bank `tcm` is over budget: step `average` keeps 16480 bytes alive, \
         but the capacity is 16384 (96 bytes over) [over-budget]",
        "// over budget: constants",
    ),
];

/// Builds the feature that is over budget and reads the errors.
pub(crate) fn check(board: &Board, toolchain: Toolchain) -> Result {
    let output = build::command(board, toolchain, Linker::Gnu, &PROGRAM)?.capture()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let failed = |what: String| Error::new(format!("over budget on {}: {what}, not\n{errors}", board.name));
    if output.status.success() {
        return Err(failed("the build had to fail".into()));
    }
    let file = "src/bin/history.rs";
    let path = firmware_dir().join(file);
    let source = fs::read_to_string(&path).map_err(Error::during(path.display()))?;
    for (message, comment) in EXPECTED {
        let line = source.lines().position(|line| line.ends_with(comment));
        let line = 1 + line.ok_or_else(|| Error::new(format!("{}: no `{comment}`", path.display())))?;
        let place = format!("--> {file}:{line}:");
        let report = errors.split("\n\n").find(|report| report.contains(message));
        if !report.is_some_and(|report| report.contains(&place)) {
            return Err(failed(format!("`{message}` at line {line} was expected")));
        }
    }
    let others = errors.lines().filter(|line| line.starts_with("error")).count();
    // The two above and cargo's own last line.
    if others == EXPECTED.len() + 1 { Ok(()) } else { Err(failed("two errors were expected".into())) }
}
