//! Checks programs with rustc directly, against libraries that are already built.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// rustc with the libraries that the programs use.
pub(crate) struct Compiler {
    rustc: String,
    externs: Vec<String>,
    dependencies: String,
    /// The folder for the metadata of programs without a mistake.
    out: PathBuf,
}

impl Compiler {
    /// Asks cargo where the libraries of this test are; they are built, since the test is.
    pub(crate) fn new() -> Self {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| String::from("cargo"));
        let output = Command::new(cargo)
            .args(["build", "--message-format=json", "--package", "arena-plan-tests", "--test", "mutations"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "cargo builds the libraries");
        let lines = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
        let artifacts: Vec<(String, PathBuf)> = lines.lines().filter_map(artifact).collect();
        let find = |name: &str| {
            let found = artifacts.iter().find(|(artifact, _)| artifact == name);
            &found.unwrap_or_else(|| panic!("no library {name}")).1
        };
        let externs = ["arena_plan", "heapless"].map(|name| format!("{name}={}", find(name).display()));
        let dependencies = find("arena_plan").parent().expect("a folder").display().to_string();
        let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| String::from("rustc"));
        Self { rustc, externs: externs.into(), dependencies, out }
    }

    /// The errors of each program, in order; with as many processes as there are cores.
    pub(crate) fn errors_of_all(&self, programs: &[String]) -> Vec<Vec<String>> {
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut outcomes = Vec::new();
            while let Some((index, program)) = Some(next.fetch_add(1, Ordering::Relaxed))
                .and_then(|index| Some((index, programs.get(index)?)))
            {
                outcomes.push((index, self.errors(program)));
            }
            outcomes
        };
        let mut outcomes: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
        });
        outcomes.sort_by_key(|(index, _)| *index);
        outcomes.into_iter().map(|(_, errors)| errors).collect()
    }

    /// rustc's errors about a program, as `headline (the token)`.
    pub(crate) fn errors(&self, program: &str) -> Vec<String> {
        let mut command = Command::new(&self.rustc);
        command
            .args([
                "--edition=2024",
                "--crate-name=mutant",
                "--crate-type=bin",
                "--emit=metadata",
                "--error-format=json",
            ])
            .args(["-L", &format!("dependency={}", self.dependencies), "--out-dir"])
            .arg(&self.out)
            .args(self.externs.iter().flat_map(|library| ["--extern", library]))
            // Layout files and similar paths are relative to it.
            .env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"))
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("rustc runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(program.as_bytes()).expect("rustc reads");
        drop(stdin);
        let output = child.wait_with_output().expect("rustc ends");
        let text = String::from_utf8(output.stderr).expect("rustc writes UTF-8");
        let errors: Vec<String> = text.lines().filter_map(error).collect();
        assert_eq!(output.status.success(), errors.is_empty(), "rustc fails with errors only:\n{text}");
        errors
    }
}

/// Name and file of a library that cargo has built.
fn artifact(line: &str) -> Option<(String, PathBuf)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let name = value["target"]["name"].as_str()?.replace('-', "_");
    let files = value["filenames"].as_array()?.iter().filter_map(Value::as_str);
    let library = files.map(PathBuf::from).find(|file| file.extension().is_some_and(|end| end == "rlib"))?;
    Some((name, library))
}

/// An error of rustc, without its closing line about the number of errors.
fn error(line: &str) -> Option<String> {
    let value: Value = serde_json::from_str(line).ok()?;
    let message = value["message"].as_str()?;
    if !value["level"].as_str()?.starts_with("error") || message.starts_with("aborting due to") {
        return None;
    }
    let primary = value["spans"].as_array()?.iter().find(|span| span["is_primary"] == true);
    let token = primary.and_then(|span| {
        let line = &span["text"][0];
        let (start, end) = (line["highlight_start"].as_u64()?, line["highlight_end"].as_u64()?);
        let letters = line["text"].as_str()?.chars().skip(usize::try_from(start).ok()?.checked_sub(1)?);
        Some(letters.take(usize::try_from(end.saturating_sub(start)).ok()?).collect::<String>())
    });
    let code = value["code"]["code"].as_str().map(|code| format!("[{code}]")).unwrap_or_default();
    Some(format!("{}{code} ({})", message.lines().next().unwrap_or_default(), token.unwrap_or_default()))
}
