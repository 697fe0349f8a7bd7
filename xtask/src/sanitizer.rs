//! The run-time attacks under AddressSanitizer: a value that is dropped twice, read after its death or written past
//! its place on the heap ends the run.

use crate::error::Result;
use crate::process::{Cmd, find, target_dir};
use crate::test::Outcome;

/// The sanitizer needs an explicit target, so that build scripts and procedural macros run without it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What runs: everything that uses handles on a host.
const TESTS: [&str; 5] = ["soundness", "strict", "staged", "pool", "foreign"];

/// Runs the attacks with the nightly toolchain, or says why that is not possible.
pub(crate) fn check() -> Result<Outcome> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        return Ok(Outcome::Skipped(format!("the step is for {TARGET}")));
    }
    if find("rustup").is_none() {
        return Ok(Outcome::Skipped("rustup is not installed, so there is no nightly toolchain".to_owned()));
    }
    let toolchains = Cmd::new("rustup").args(["toolchain", "list"]).stdout()?;
    if !toolchains.lines().any(|line| line.starts_with("nightly")) {
        let why =
            "the nightly toolchain is not installed: `rustup toolchain install nightly --profile minimal`";
        return Ok(Outcome::Skipped(why.to_owned()));
    }
    let tests = TESTS.iter().flat_map(|test| ["--test", test]);
    Cmd::new("rustup")
        .args(["run", "nightly", "cargo", "test", "--package", "arena-plan-tests", "--target", TARGET])
        .args(tests)
        // Flags and compiler differ from those of every other step, so this one has its own folder.
        .env("CARGO_TARGET_DIR", target_dir().join("sanitizer"))
        .env("RUSTFLAGS", "-Zsanitizer=address")
        // Steps that panic half-way leak their contents, as documented.
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .run()?;
    Ok(Outcome::Passed)
}
