//! Reading files: regular, small enough, and never written to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use arena_plan_core::csv;
use arena_plan_core::json::{self, Input, MAX_FILE_BYTES};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{FileError, Layout};

use crate::args::Problem;
use crate::report::Report;

/// Why a file was refused.
pub(crate) type Refusal = Box<Report>;

/// A file that has been read.
struct Source {
    name: String,
    bytes: Vec<u8>,
}

/// Reads a problem, a graph as the problem that it gives, or CSV.
pub(crate) fn problem(args: &Problem) -> Result<Input, Refusal> {
    let path = &args.problem;
    match (is_csv(args), args.capacity) {
        (false, None) => Source::read(path, MAX_FILE_BYTES)?.decode(json::decode_input),
        (false, Some(_)) => {
            let report =
                Report::error(Code::Usage, "`--capacity` is for CSV; a JSON file has its own capacities");
            Err(Box::new(report.help("leave the option out, or name the file `….csv`")))
        }
        (true, None) => {
            let report =
                Report::error(Code::Usage, format!("`{}` is CSV, which has no capacity", path.display()));
            Err(Box::new(report.help("give the bytes of the bank with `--capacity`")))
        }
        (true, Some(capacity)) => {
            let decode = |bytes: &[u8]| csv::decode_csv(bytes, capacity);
            let problem = Source::read(path, csv::MAX_FILE_BYTES)?.decode(decode)?;
            Ok(Input { problem, steps: Vec::new(), graph: false })
        }
    }
}

/// Whether the input is CSV: by its name, or on standard input because it has a capacity.
pub(crate) fn is_csv(args: &Problem) -> bool {
    let named = args.problem.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    named || is_stdin(&args.problem) && args.capacity.is_some()
}

/// Reads a graph as the problem that it gives.
pub(crate) fn graph(path: &Path) -> Result<Input, Refusal> {
    let source = Source::read(path, MAX_FILE_BYTES)?;
    // First as a graph and nothing else, so that a problem is refused.
    source.decode(json::decode_graph)?;
    source.decode(json::decode_input)
}

/// Reads a layout.
pub(crate) fn layout(path: &Path) -> Result<Layout, Refusal> {
    Source::read(path, MAX_FILE_BYTES)?.decode(json::decode_layout)
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
    /// Reads a file of at most `limit` bytes.
    fn read(path: &Path, limit: usize) -> Result<Self, Refusal> {
        if is_stdin(path) {
            let name = "<stdin>".to_owned();
            return match limited(io::stdin().lock(), limit) {
                Ok(bytes) => Self { name, bytes }.small_enough(limit),
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
        let found = file.metadata().map_err(|error| unreadable(&name, &error))?;
        regular(&name, &found)?;
        if found.len() > limit as u64 {
            return Err(too_large(&name, limit));
        }
        // It may grow while it is read, and some files have no length.
        let bytes = limited(file, limit).map_err(|error| unreadable(&name, &error))?;
        Self { name, bytes }.small_enough(limit)
    }

    fn small_enough(self, limit: usize) -> Result<Self, Refusal> {
        if self.bytes.len() <= limit { Ok(self) } else { Err(too_large(&self.name, limit)) }
    }

    fn decode<T>(&self, decode: impl Fn(&[u8]) -> Result<T, FileError>) -> Result<T, Refusal> {
        decode(&self.bytes).map_err(|error| Box::new(Report::in_file(&self.name, &self.bytes, error)))
    }
}

/// Reads at most one byte more than is allowed.
fn limited(reader: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
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

fn too_large(name: &str, limit: usize) -> Refusal {
    let message = format!("`{name}` has more than {limit} bytes ({} MiB)", limit >> 20);
    Box::new(Report::error(Code::FileTooLarge, message))
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Box::new(Report::error(Code::FileUnreadable, format!("`{name}` cannot be read: {error}")))
}
