//! Running other programs: the command line is in every error, and a program that is missing is told apart
//! from one that fails.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The repository's root: the parent of this package's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is inside the workspace").to_path_buf()
}

/// A program to run in the repository's root.
pub(crate) struct Cmd(Command);

impl Cmd {
    /// The program `name`, looked for in `PATH`, or a path.
    pub(crate) fn new(name: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(name);
        command.current_dir(root());
        Self(command)
    }

    /// The cargo that runs this task, hence the toolchain that `rust-toolchain.toml` pins.
    pub(crate) fn cargo() -> Self {
        Self::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    /// Adds arguments.
    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.0.args(args);
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Runs with output passed through; an exit code other than 0 is an error.
    pub(crate) fn run(mut self) -> Result {
        let status = self.0.stdin(Stdio::null()).status().map_err(|e| self.not_started(&e))?;
        if status.success() { Ok(()) } else { Err(Error::new(format!("{status}: {}", self.line()))) }
    }

    /// Runs and captures; the exit code is the caller's to judge.
    pub(crate) fn capture(mut self) -> Result<Output> {
        self.0.stdin(Stdio::null()).output().map_err(|e| self.not_started(&e))
    }

    /// Runs and returns standard output; an exit code other than 0 is an error that holds standard error.
    pub(crate) fn stdout(mut self) -> Result<String> {
        let output = self.0.stdin(Stdio::null()).output().map_err(|e| self.not_started(&e))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let (status, line) = (output.status, self.line());
        Err(Error::new(format!("{status}: {line}\n{}", String::from_utf8_lossy(&output.stderr))))
    }

    fn line(&self) -> String {
        let words = std::iter::once(self.0.get_program()).chain(self.0.get_args());
        words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
    }

    fn not_started(&self, cause: &io::Error) -> Error {
        match cause.kind() {
            io::ErrorKind::NotFound => Error::new(format!(
                "`{}` is not installed (`cargo xtask setup` installs it or says how): {}",
                self.0.get_program().to_string_lossy(),
                self.line()
            )),
            _ => Error::new(format!("cannot start: {}: {cause}", self.line())),
        }
    }
}

/// The first `name` that is an executable file in `PATH`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}
