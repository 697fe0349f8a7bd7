//! Reading files: regular, small enough, and never written to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use arena_plan_core::json::{self, Input, MAX_FILE_BYTES};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::Layout;

use crate::report::Report;

/// Why a file was refused.
pub(crate) type Refusal = Box<Report>;

/// A file that has been read.
struct Source {
    name: String,
    bytes: Vec<u8>,
}

/// Reads a problem, or a graph as the problem that it gives.
pub(crate) fn problem(path: &Path) -> Result<Input, Refusal> {
    Source::read(path)?.decode(json::decode_input)
}

/// Reads a graph as the problem that it gives.
pub(crate) fn graph(path: &Path) -> Result<Input, Refusal> {
    let source = Source::read(path)?;
    // First as a graph and nothing else, so that a problem is refused.
    source.decode(json::decode_graph)?;
    source.decode(json::decode_input)
}

/// Reads a layout.
pub(crate) fn layout(path: &Path) -> Result<Layout, Refusal> {
    Source::read(path)?.decode(json::decode_layout)
}

/// Refuses two inputs from the one standard input.
pub(crate) fn distinct(first: &Path, second: &Path) -> Result<(), Refusal> {
    if is_stdin(first) && is_stdin(second) {
        let report = Report::error(Code::Usage, "only one file can be standard input (`-`)");
        return Err(Box::new(report.help("give the other one by its path")));
    }
    Ok(())
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Source {
    fn read(path: &Path) -> Result<Self, Refusal> {
        if is_stdin(path) {
            let name = "<stdin>".to_owned();
            return match limited(io::stdin().lock()) {
                Ok(bytes) => Self { name, bytes }.small_enough(),
                Err(error) => Err(unreadable(&name, &error)),
            };
        }
        let name = path.display().to_string();
        // Opening a pipe would wait for its writer, so its kind is asked for first, and again once it is open.
        let found = fs::metadata(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Box::new(Report::error(Code::FileMissing, format!("the file `{name}` does not exist")))
            }
            _ => unreadable(&name, &error),
        })?;
        regular(&name, &found)?;
        let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
        regular(&name, &file.metadata().map_err(|error| unreadable(&name, &error))?)?;
        let bytes = limited(file).map_err(|error| unreadable(&name, &error))?;
        Self { name, bytes }.small_enough()
    }

    fn small_enough(self) -> Result<Self, Refusal> {
        if self.bytes.len() <= MAX_FILE_BYTES {
            return Ok(self);
        }
        let message = format!("`{}` has more than {MAX_FILE_BYTES} bytes (4 MiB)", self.name);
        Err(Box::new(Report::error(Code::FileTooLarge, message)))
    }

    fn decode<T>(&self, decode: fn(&[u8]) -> Result<T, json::Error>) -> Result<T, Refusal> {
        decode(&self.bytes).map_err(|error| Box::new(Report::in_file(&self.name, &self.bytes, error)))
    }
}

/// Reads at most one byte more than is allowed.
fn limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    bytes.shrink_to_fit();
    Ok(bytes)
}

fn regular(name: &str, found: &fs::Metadata) -> Result<(), Refusal> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { "a directory" } else { "a device, pipe or other special file" };
    let message = format!("`{name}` is {kind}, a regular file is expected");
    Err(Box::new(Report::error(Code::FileNotRegular, message).help("use `-` to read standard input")))
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Box::new(Report::error(Code::FileUnreadable, format!("`{name}` cannot be read: {error}")))
}
