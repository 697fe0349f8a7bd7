//! Python packages that a benchmark compares with, if they are installed.

use std::io::Write;
use std::process::{Command, Stdio};

/// A Python that can import a package.
pub(super) struct Python {
    executable: String,
}

impl Python {
    /// The Python that `PYTHON` names, else `python3`, if it can import `module`; prints why `what` is skipped if
    /// not.
    pub(super) fn find(what: &str, module: &str, package: &str) -> Option<Self> {
        let executable = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
        let reason = match Command::new(&executable).args(["-c", &format!("import {module}")]).output() {
            Ok(output) if output.status.success() => return Some(Self { executable }),
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr);
                let last = text.lines().last().unwrap_or("no reason given");
                format!("{executable} cannot import it ({last}); `pip install {package}`")
            }
            Err(error) => format!("cannot run {executable} ({error}); set PYTHON"),
        };
        println!("skipped {what}: {reason}\n");
        None
    }

    /// Runs a script on `input`: its output as words, and the last line of its errors.
    pub(super) fn run(&self, script: &str, input: &str) -> Result<(Vec<String>, String), String> {
        let mut child = Command::new(&self.executable)
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes()).map_err(|error| error.to_string())?;
        }
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let words = String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect();
        let errors = String::from_utf8_lossy(&output.stderr);
        Ok((words, errors.lines().last().unwrap_or("no result").to_owned()))
    }
}
