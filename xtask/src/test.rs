//! `cargo xtask test`: the project's checks as a list of named steps. All are run, even after a failure.

use crate::error::{Error, Result};
use crate::process::{Cmd, target_dir};
use crate::toolchain::FIRMWARE;
use crate::{firmware, minimal, msrv, needs, pages, placed, sanitizer, setup, targets};
use std::time::Instant;

/// Arguments of `cargo xtask test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only the steps whose name contains one of these words
    only: Vec<String>,
    /// Run only format, clippy, unit tests and compile-fail tests: for use before each commit
    #[arg(long)]
    quick: bool,
    /// Print the steps' names and stop
    #[arg(long)]
    list: bool,
}

/// One check.
struct Step {
    name: &'static str,
    run: fn() -> Result<Outcome>,
}

/// The outcome of a step that did not fail.
pub(crate) enum Outcome {
    /// The check was run.
    Passed,
    /// The check could not be run here, and why.
    Skipped(String),
}

/// In the order of cost: steps that fail often and fast come first.
const STEPS: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "clippy", run: clippy },
    Step { name: "tests", run: || passed(Cmd::cargo().args(["test", "--workspace"])) },
    Step { name: "needs", run: needs::check },
    Step { name: "features", run: features },
    Step { name: "blackbox", run: blackbox },
    Step { name: "tflm runtime", run: tflm_runtime },
    Step { name: "examples", run: examples },
    Step { name: "docs", run: docs },
    Step { name: "sanitizer", run: sanitizer::check },
    Step { name: "firmware tools", run: firmware_tools },
    Step { name: "targets", run: targets::check },
    Step { name: "placed", run: placed::check },
    Step { name: "firmware", run: || firmware::check(&firmware::Args::default()) },
    Step { name: "msrv", run: msrv::check },
    Step { name: "minimal", run: minimal::check },
];

/// The steps to run before each commit: about a minute when everything is built.
const QUICK: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "clippy", run: clippy },
    Step {
        name: "unit and UI tests",
        run: || {
            passed(Cmd::cargo().args(["test", "--quiet", "--workspace", "--lib", "--bins", "--test", "ui"]))
        },
    },
];

/// The firmware is a separate workspace.
fn format() -> Result<Outcome> {
    Cmd::cargo().args(["fmt", "--all", "--check"]).run()?;
    let manifest = format!("{FIRMWARE}/Cargo.toml");
    passed(Cmd::cargo().args(["fmt", "--all", "--check", "--manifest-path", &manifest]))
}

fn clippy() -> Result<Outcome> {
    passed(Cmd::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// Code that only optional features, or only their absence, reach: in the whole workspace, features that one package
/// enables are enabled for all.
fn features() -> Result<Outcome> {
    let test = |args: &[&str]| Cmd::cargo().args(["test", "--package"]).args(args).run();
    test(&["arena-plan-macros"])?;
    test(&["arena-plan-macros", "--all-features"])?;
    // The command, a part of the workspace, runs members on threads: here the same figures result without threads.
    for features in ["alloc", "parallel"] {
        test(&["arena-plan-core", "--features", features, "--lib"])?;
        test(&["arena-plan-core", "--features", features, "--test", "suite", "planner::members::"])?;
    }
    test(&["arena-plan-core", "--features", "build-script", "--lib", "build_script::"])?;
    test(&["arena-plan-tests", "--features", "defmt", "--test", "defmt"])?;
    Ok(Outcome::Passed)
}

/// The command from outside, by a checker in another language.
fn blackbox() -> Result<Outcome> {
    if Cmd::new("python3").args(["--version"]).stdout().is_err() {
        return Ok(Outcome::Skipped("python3 is not installed".to_owned()));
    }
    Cmd::cargo().args(["build", "--package", "arena-plan-cli"]).run()?;
    passed(Cmd::new("python3").args(["tests/blackbox/run.py"]))
}

/// TensorFlow Lite Micro for Python, in the version whose figures the tests know.
const TFLM: &str = "tflite-micro==0.dev20261023182759";

/// Offline plans in the real runtime, whose Python package is installed into the target folder if possible.
fn tflm_runtime() -> Result<Outcome> {
    Cmd::cargo().args(["build", "--package", "arena-plan-cli"]).run()?;
    let folder = target_dir().join("tflm-venv");
    let python = folder.join("bin/python");
    // A virtual environment, because Debian's Python accepts no packages.
    if !python.is_file() && Cmd::new("python3").args(["-m", "venv"]).args([&folder]).run().is_err() {
        return Ok(Outcome::Skipped("python3 with the module venv is not installed".to_owned()));
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", TFLM];
    if let Err(error) = Cmd::new(&python).args(install).run() {
        let why = error.to_string().lines().next().unwrap_or_default().to_owned();
        return Ok(Outcome::Skipped(format!("the Python package tflite-micro cannot be installed: {why}")));
    }
    let command = target_dir().join("debug/arena-plan");
    passed(Cmd::new(&python).args(["tests/tflm/compare.py"]).env("ARENA_PLAN_BIN", command))
}

/// The examples as a reader of the README runs them.
fn examples() -> Result<Outcome> {
    for example in ["keyword_spotting", "imu_logger", "networks"] {
        Cmd::cargo().args(["run", "--quiet", "--example", example]).run()?;
    }
    Ok(Outcome::Passed)
}

fn docs() -> Result<Outcome> {
    Cmd::cargo().args(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings").run()?;
    pages::check().map(|()| Outcome::Passed)
}

/// Installs what the firmware steps need, if possible.
fn firmware_tools() -> Result<Outcome> {
    if setup::can_install() {
        return setup::install().map(|()| Outcome::Passed);
    }
    Ok(Outcome::Skipped("not root on Debian: see `cargo xtask setup`".to_owned()))
}

fn passed(command: Cmd) -> Result<Outcome> {
    command.run().map(|()| Outcome::Passed)
}

/// Runs the steps and prints a table; an error if one failed.
pub(crate) fn run(args: &Args) -> Result {
    let steps = if args.quick { QUICK } else { STEPS };
    let chosen: Vec<&Step> = steps
        .iter()
        .filter(|step| args.only.is_empty() || args.only.iter().any(|word| step.name.contains(word)))
        .collect();
    if chosen.is_empty() {
        return Err(Error::new("no step has such a name; `cargo xtask test --list` prints them"));
    }
    if args.list {
        chosen.iter().for_each(|step| println!("{}", step.name));
        return Ok(());
    }
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut table = Vec::new();
    for step in chosen {
        println!("== {}", step.name);
        let start = Instant::now();
        let result = (step.run)();
        let (word, detail) = match result {
            Ok(Outcome::Passed) => {
                passed += 1;
                ("passed", String::new())
            }
            Ok(Outcome::Skipped(why)) => {
                skipped += 1;
                ("skipped", why)
            }
            Err(error) => {
                failed += 1;
                eprintln!("error: {error}");
                ("FAILED", error.to_string().lines().next().unwrap_or_default().to_owned())
            }
        };
        table.push(format!("{:7} {:>7.1} s  {}  {detail}", word, start.elapsed().as_secs_f64(), step.name));
    }
    println!();
    table.iter().for_each(|line| println!("{}", line.trim_end()));
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    if failed == 0 { Ok(()) } else { Err(Error::new(format!("{failed} steps failed"))) }
}
