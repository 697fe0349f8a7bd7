//! Reading files, which must be regular and small enough and are never written to.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use arena_plan_core::csv;
use arena_plan_core::json::{self, Input, MAX_FILE_BYTES};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{FileError, Layout};

use crate::args::{Graph, Model, Placed, Problem};
use crate::model::{self, Format, Loaded, MAX_MODEL_BYTES};
use crate::report::Report;

/// Largest image that is read; debug information can be large.
pub(crate) const MAX_IMAGE_BYTES: usize = 1 << 30;

/// Why a file was rejected.
pub(crate) type Refusal = Box<Report>;

/// A file that has been read.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads a problem, CSV, or a graph or model that is converted to a problem.
pub(crate) fn problem(args: &Problem) -> Result<Loaded, Refusal> {
    let path = &args.problem;
    match (is_csv(args), args.capacity) {
        (false, None) => json_or_model(path, &args.model, json::decode_input),
        (false, Some(_)) => {
            let report = Report::error(
                Code::Usage,
                "`--capacity` is for CSV; a JSON file has its own capacities, and a model takes `--bank NAME=BYTES`",
            );
            Err(Box::new(report.help("leave the option out, or name the file `….csv`")))
        }
        (true, None) => {
            let report =
                Report::error(Code::Usage, format!("`{}` is CSV, which has no capacity", path.display()));
            Err(Box::new(report.help("give the bytes of the bank with `--capacity`")))
        }
        (true, Some(capacity)) => {
            no_model(&args.model)?;
            let decode = |bytes: &[u8]| csv::decode_csv(bytes, capacity);
            let problem = Source::read(path, |_| csv::MAX_FILE_BYTES)?.decode(decode)?;
            Ok(Input { problem, steps: Vec::new(), graph: false }.into())
        }
    }
}

/// Whether the input is CSV: by its name, or, on standard input, because there is a capacity.
pub(crate) fn is_csv(args: &Problem) -> bool {
    let named = args.problem.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    named || is_stdin(&args.problem) && args.capacity.is_some()
}

/// Reads a model if the file is one, else JSON.
fn json_or_model(
    path: &Path,
    args: &Model,
    decode: impl Fn(&[u8]) -> Result<Input, FileError>,
) -> Result<Loaded, Refusal> {
    let source = Source::read(path, |head| limit(path, head))?;
    if let Some(format) = Format::of(path, &source.bytes) {
        return model::load(&source, format, args);
    }
    no_model(args)?;
    source.decode(decode).map(Loaded::from)
}

/// Maximum size in bytes of a file that begins like this.
fn limit(path: &Path, head: &[u8]) -> usize {
    if Format::of(path, head).is_some() { MAX_MODEL_BYTES } else { MAX_FILE_BYTES }
}

/// Rejects options for models if the input is not one.
fn no_model(args: &Model) -> Result<(), Refusal> {
    match args.given() {
        None => Ok(()),
        Some(option) => {
            let message = format!("`{option}` is for models (`.tflite`, `.onnx`), and the file is not one");
            Err(Box::new(Report::error(Code::Usage, message)))
        }
    }
}

/// Reads a graph or a model and converts it to a problem.
pub(crate) fn graph(args: &Graph) -> Result<Loaded, Refusal> {
    json_or_model(&args.graph, &args.model, |bytes| {
        // First only as a graph, so that a problem is rejected.
        json::decode_graph(bytes)?;
        json::decode_input(bytes)
    })
}

/// Reads a model; anything else is an error.
pub(crate) fn model(path: &Path) -> Result<(Source, Format), Refusal> {
    let source = Source::read(path, |head| limit(path, head))?;
    match Format::of(path, &source.bytes) {
        Some(format) => Ok((source, format)),
        None => {
            let message = format!("`{}` is neither a `.tflite` nor an `.onnx` model", source.name);
            Err(Box::new(Report::error(Code::BadModel, message)))
        }
    }
}

/// Reads a layout.
pub(crate) fn layout(path: &Path) -> Result<Layout, Refusal> {
    Source::read(path, |_| MAX_FILE_BYTES)?.decode(json::decode_layout)
}

/// Reads a problem and a layout of it.
pub(crate) fn placed(args: &Placed) -> Result<(Loaded, Layout), Refusal> {
    distinct(&args.input.problem, &args.layout)?;
    Ok((problem(&args.input)?, layout(&args.layout)?))
}

/// Rejects two inputs from standard input.
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
    /// Reads a file; `limit` determines its maximum size from its first bytes.
    pub(crate) fn read(path: &Path, limit: impl Fn(&[u8]) -> usize) -> Result<Self, Refusal> {
        if is_stdin(path) {
            let name = "<stdin>".to_owned();
            let (bytes, limit) =
                limited(io::stdin().lock(), limit).map_err(|error| unreadable(&name, &error))?;
            return Self { name, bytes }.small_enough(limit);
        }
        let name = path.display().to_string();
        // Opening a pipe would wait for its writer, so the kind of file is checked first, and again once it is open.
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
        // Its length is not queried: it may grow while it is read, and some files have none.
        let (bytes, limit) = limited(file, limit).map_err(|error| unreadable(&name, &error))?;
        Self { name, bytes }.small_enough(limit)
    }

    fn small_enough(self, limit: usize) -> Result<Self, Refusal> {
        if self.bytes.len() <= limit { Ok(self) } else { Err(too_large(&self.name, limit)) }
    }

    pub(crate) fn decode<T>(&self, decode: impl Fn(&[u8]) -> Result<T, FileError>) -> Result<T, Refusal> {
        decode(&self.bytes).map_err(|error| Box::new(Report::in_file(&self.name, &self.bytes, error)))
    }
}

/// Reads at most one byte more than allowed; returns the limit too.
fn limited(mut reader: impl Read, limit: impl Fn(&[u8]) -> usize) -> io::Result<(Vec<u8>, usize)> {
    let mut bytes = Vec::new();
    reader.by_ref().take(8).read_to_end(&mut bytes)?;
    let limit = limit(&bytes);
    let rest = (limit as u64 + 1).saturating_sub(bytes.len() as u64);
    reader.take(rest).read_to_end(&mut bytes)?;
    bytes.shrink_to_fit();
    Ok((bytes, limit))
}

fn regular(name: &str, found: &fs::Metadata) -> Result<(), Refusal> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { "a directory" } else { "a device, pipe or other special file" };
    let message = format!("`{name}` is {kind}, not a regular file");
    Err(Box::new(Report::error(Code::FileNotRegular, message).help("use `-` to read standard input")))
}

fn too_large(name: &str, limit: usize) -> Refusal {
    let message = format!("`{name}` has more than {limit} bytes ({} MiB)", limit >> 20);
    Box::new(Report::error(Code::FileTooLarge, message))
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Box::new(Report::error(Code::FileUnreadable, format!("`{name}` cannot be read: {error}")))
}
