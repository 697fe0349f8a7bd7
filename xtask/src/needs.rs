//! The step `needs`: tests that are ignored because they need something that is not available everywhere. Each is in
//! a module `needs_…` and is run if its need is met, otherwise reported as skipped.

use crate::error::{Error, Result};
use crate::process::{Cmd, find, root};
use crate::test::Outcome;
use std::path::PathBuf;

/// Something that some tests need.
struct Need {
    /// The module that contains those tests, in each suite.
    module: &'static str,
    /// Why it is not available, if it is not.
    missing: fn() -> Option<String>,
}

const NEEDS: &[Need] = &[
    Need { module: "needs_corpus", missing: no_corpus },
    Need { module: "needs_gcc", missing: || no_program("gcc") },
    Need { module: "needs_gxx", missing: || no_program("g++") },
];

fn no_corpus() -> Option<String> {
    let folder = match std::env::var_os("ARENA_PLAN_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None => root().join("../shared/corpus"),
    };
    let there = ["audio", "dsa", "models", "planted", "tflite"].iter().all(|part| folder.join(part).is_dir());
    (!there).then(|| format!("no corpus at {} (set ARENA_PLAN_CORPUS)", folder.display()))
}

fn no_program(name: &str) -> Option<String> {
    find(name).is_none().then(|| format!("no {name}"))
}

/// Runs the ignored tests whose need is met. One that is ignored for another reason is an error: nothing would ever
/// run it.
pub(crate) fn check() -> Result<Outcome> {
    let ignored = ignored()?;
    let needs = |name: &str, need: &Need| name.split("::").any(|part| part == need.module);
    if let Some(name) = ignored.iter().find(|name| !NEEDS.iter().any(|need| needs(name, need))) {
        return Err(Error::new(format!("`{name}` is ignored and in no module of xtask/src/needs.rs")));
    }
    let mut skipped = Vec::new();
    for need in NEEDS {
        let count = ignored.iter().filter(|name| needs(name, need)).count();
        if count == 0 {
            return Err(Error::new(format!("no test is in a module `{}`", need.module)));
        }
        match (need.missing)() {
            Some(why) => skipped.push(format!("{count} tests: {why}")),
            None => cargo_test(&["--ignored", &format!("{}::", need.module)]).run()?,
        }
    }
    Ok(if skipped.is_empty() { Outcome::Passed } else { Outcome::Skipped(skipped.join("; ")) })
}

/// The names of all ignored tests.
fn ignored() -> Result<Vec<String>> {
    let listed = cargo_test(&["--ignored", "--list"]).stdout()?;
    Ok(listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// `cargo test` over all suites with these arguments for each, built as the step `tests` builds them.
fn cargo_test(args: &[&str]) -> Cmd {
    Cmd::cargo().args(["test", "--quiet", "--workspace", "--tests", "--examples", "--"]).args(args)
}
