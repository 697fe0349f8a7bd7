//! Running the command from tests.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("the package has a parent").join(path)
}

/// Runs the command with these arguments in the repository's root.
pub(crate) fn arena_plan(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena-plan"))
        .args(args)
        .current_dir(repository(""))
        .output()
        .expect("the command starts")
}

/// Exit status, standard output and standard error of a run.
pub(crate) fn texts(args: &[&str]) -> (i32, String, String) {
    let output = arena_plan(args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
    (output.status.code().expect("the command exits"), text(output.stdout), text(output.stderr))
}
