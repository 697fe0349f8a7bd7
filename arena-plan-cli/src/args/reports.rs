//! Arguments of the commands that show plans and images: `report`, `plot`, `inspect`, `diff` and `check`.

use std::ffi::OsString;
use std::path::PathBuf;

use arena_plan_report::diff::{Allowance, parse_allowance};
use arena_plan_report::image::Region;
use clap::{Args, ValueEnum};

use super::{Format, Model, Planned, Search, bytes};

#[derive(Args)]
pub(crate) struct Report {
    #[command(flatten)]
    pub(crate) plan: Planned,
    /// How the report is printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// Say what to change so that the buffers of BANK fit in BYTES; may be given for several banks
    #[arg(long = "for", value_name = "BANK=BYTES", value_parser = room)]
    pub(crate) rooms: Vec<(String, u64)>,
}

/// How reports are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs: one JSON object, byte counts as decimal strings; `schema report` prints its schema
    Json,
    /// For the summary of a job or a comment, with collapsible tables; at most 65000 bytes
    Markdown,
    /// Findings for code scanning, SARIF 2.1.0
    Sarif,
}

#[derive(Args)]
pub(crate) struct Plot {
    #[command(flatten)]
    pub(crate) plan: Planned,
    /// File to write, `-` for standard output; its extension selects what is drawn: `.svg`, `.html` or `.trace.json`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// What to draw, if the file's extension does not say
    #[arg(long, value_enum)]
    pub(crate) format: Option<PlotFormat>,
    /// Colours of an SVG
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) scheme: Scheme,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotFormat {
    /// A picture for documents
    Svg,
    /// An interactive page
    Html,
    /// A trace for Perfetto or speedscope
    Trace,
}

/// Colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// The reader's preference
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

/// A bank and a byte count.
fn room(text: &str) -> Result<(String, u64), String> {
    let (bank, count) = text.rsplit_once('=').ok_or("expected BANK=BYTES, such as `sram=64KiB`")?;
    Ok((bank.to_owned(), bytes(count)?))
}

/// Results that have a schema.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// `report --format json`
    Report,
    /// `inspect --format json`
    Inspect,
    /// `diff --format json`
    Diff,
}

#[derive(Args)]
pub(crate) struct Inspect {
    /// Linked ELF file
    #[arg(value_name = "IMAGE")]
    pub(crate) image: PathBuf,
    #[command(flatten)]
    pub(crate) memories: Memories,
    /// Number of largest items to list for each memory
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) largest: usize,
    /// How the tables are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print, then start this program with the image as its last argument, for cargo's `runner`: the words of its
    /// command line, then `;`. It is not started if something is wrong with the image
    #[arg(long, value_name = "CMD", num_args = 1.., value_terminator = ";", allow_hyphen_values = true)]
    pub(crate) run: Vec<OsString>,
    /// Arguments for that program
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) rest: Vec<OsString>,
}

/// Memories of a target.
#[derive(Args)]
pub(crate) struct Memories {
    /// Linker script with a `MEMORY` block, such as `memory.x`; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Vec<PathBuf>,
    /// A memory, such as `tcm=0x01000000+16K`; may be given several times, and replaces one of the same name
    #[arg(long, value_name = "NAME=ORIGIN+LENGTH", value_parser = arena_plan_report::image::parse_region)]
    pub(crate) region: Vec<Region>,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// Problem, layout, report (`report --format json`), image, or `inspect --format json`, before the change
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The same after the change
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Exit with status 1 if a bank, a memory or a section grew, by more than BYTES or PERCENT if given:
    /// `growth`, `growth=256`, `growth=1KiB`, `growth=2.5%`
    #[arg(long, value_name = "growth[=BYTES|PERCENT%]", value_parser = allowance)]
    pub(crate) fail_on: Option<Allowance>,
    /// How the difference is printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    #[command(flatten)]
    pub(crate) options: Comparable,
}

/// How differences are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people
    Text,
    /// For programs: one JSON object; `schema diff` prints its schema
    Json,
    /// For a comment on a pull request
    Markdown,
    /// Annotations for a GitHub Actions job, on the lines of the buffers that grew
    Github,
}

/// What may grow.
fn allowance(text: &str) -> Result<Allowance, String> {
    parse_allowance(text, bytes)
}

#[derive(Args)]
pub(crate) struct Check {
    /// Limits, in TOML
    #[arg(long, value_name = "FILE")]
    pub(crate) budget: PathBuf,
    /// Image, problem, report or `inspect --format json`
    #[arg(value_name = "SUBJECT")]
    pub(crate) subject: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,
    #[command(flatten)]
    pub(crate) options: Comparable,
}

/// How the result of `check` is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people
    Text,
    /// Annotations of a job of GitHub Actions, on the block of the plan whose bank takes too much
    Github,
}

/// How the files of a comparison are read.
#[derive(Args)]
pub(crate) struct Comparable {
    /// Bytes of the one bank of a CSV file, with an optional unit `KiB`, `MiB` or `GiB`
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) capacity: Option<u64>,
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) memories: Memories,
    #[command(flatten)]
    pub(crate) search: Search,
}
