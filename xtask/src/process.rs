//! Running other programs: the command line is in every error, and a missing program is distinguished from one that
//! fails.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The repository's root: the parent of this package's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is inside the workspace").to_path_buf()
}

/// The folder that cargo builds into.
pub(crate) fn target_dir() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A program to run in the repository's root.
pub(crate) struct Cmd(Command);

impl Cmd {
    /// The program `name`, looked up in `PATH`, or a path.
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

    /// Removes a variable of the environment.
    pub(crate) fn env_remove(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    /// Removes what `rustup` and `cargo run` set for this task, so that another toolchain does not see it.
    pub(crate) fn without_toolchain(mut self) -> Self {
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if ["CARGO", "RUST"].iter().any(|prefix| text.starts_with(prefix)) && text != "CARGO_HOME" {
                self.0.env_remove(&name);
            }
        }
        self.0.env_remove("LD_LIBRARY_PATH");
        self
    }

    /// Runs in `dir`.
    pub(crate) fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.0.current_dir(dir);
        self
    }

    /// Runs with output passed through; an exit code other than 0 is an error.
    pub(crate) fn run(mut self) -> Result {
        let status = self.0.stdin(Stdio::null()).status().map_err(|e| self.not_started(&e))?;
        if status.success() { Ok(()) } else { Err(Error::new(format!("{status}: {}", self.line()))) }
    }

    /// Runs and captures; the caller handles the exit code.
    pub(crate) fn capture(mut self) -> Result<Output> {
        self.0.stdin(Stdio::null()).output().map_err(|e| self.not_started(&e))
    }

    /// Runs for at most `limit` and captures; the program is killed when the time is over, which is an error.
    pub(crate) fn capture_within(mut self, limit: Duration) -> Result<Output> {
        self.0.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.0.spawn().map_err(|e| self.not_started(&e))?;
        let stdout = read_all(child.stdout.take().expect("it was asked for"));
        let stderr = read_all(child.stderr.take().expect("it was asked for"));
        let end = Instant::now() + limit;
        let failed = |cause: io::Error| Error::new(format!("cannot wait for: {}: {cause}", self.line()));
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break Some(status);
            }
            if Instant::now() >= end {
                child.kill().map_err(failed)?;
                child.wait().map_err(failed)?;
                break None;
            }
            thread::sleep(Duration::from_millis(20));
        };
        let stdout = stdout.join().expect("the reader does not panic");
        let stderr = stderr.join().expect("the reader does not panic");
        match status {
            Some(status) => Ok(Output { status, stdout, stderr }),
            None => {
                let text = String::from_utf8_lossy(&stdout);
                Err(Error::new(format!("no end after {limit:?}: {}\n{text}", self.line())))
            }
        }
    }

    /// Runs and returns standard output; an exit code other than 0 is an error that contains standard error.
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

/// Reads a pipe to its end while the program writes to it; what was read before a failure is kept.
fn read_all(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A broken pipe has ended.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

/// The first `name` that is an executable file in `PATH`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}
