//! The command line's grammar.

use std::path::PathBuf;

use arena_plan_core::model::MAX_BYTES;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

mod reports;

pub(crate) use reports::{
    Check, CheckFormat, Comparable, Diff, DiffFormat, Inspect, Memories, Plot, PlotFormat, Report,
    ReportFormat, SchemaOf, Scheme,
};

/// Plan static memory for firmware: banks, buffers with lifetimes, offsets that never clash.
///
/// Files are JSON, up to 4 MiB: problems and graphs in schema 1 or 2, layouts in schema 1; `-` is standard input.
/// A graph is accepted wherever a problem is; so are CSV with `--capacity` and neural networks (`.tflite`, `.onnx`).
/// Input files are never overwritten. Exit status: 0 if all constraints are met, 1 for budget or layout findings, 2
/// for bad input, wrong usage or a failed export.
#[derive(Parser)]
#[command(name = "arena-plan", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plan a problem or a graph: print the layout and the bytes that each bank takes
    Plan(Plan),
    /// Plan a problem or a graph: print only the layout, as JSON in schema 1
    Layout(Layout),
    /// Check a layout against a problem or a graph: print every finding
    Verify(Verify),
    /// Print the bytes that each bank takes, without the buffers
    Summary(Summary),
    /// Report all figures of a layout, and what would save bytes
    Report(Report),
    /// Draw a layout (steps by address) and its load
    Plot(Plot),
    /// Show how much of its memories a linked image takes, and its plans at their real addresses
    Inspect(Inspect),
    /// Show what changed between two problems, layouts, reports or images
    Diff(Diff),
    /// Check an image, a problem or a report against the limits in a file
    Check(Check),
    /// Convert a verified layout to a header for C11, C++98 and later
    Header(Header),
    /// Convert verified layouts to a fragment of a linker script, for GNU ld and lld
    Linker(Linker),
    /// Convert a graph to the problem that follows from its schedule, as JSON in schema 1
    Lifetimes(Graph),
    /// Convert a neural network (`.tflite`, `.onnx`) to a graph, as JSON in schema 1
    Import(Import),
    /// Plan a `.tflite` model for TensorFlow Lite Micro: write the plan into it, or check the plan that it has
    Tflm(Tflm),
    /// Convert CSV to a problem in schema 1, or a problem or graph to CSV
    Convert(Problem),
    /// Print the JSON schema of a result
    Schema {
        /// The result
        #[arg(value_enum)]
        result: SchemaOf,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page
    Man {
        /// The command to describe; the whole tool if left out
        command: Option<String>,
    },
}

/// How tables are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs: one JSON object, byte counts as decimal strings
    Json,
}

#[derive(Args)]
pub(crate) struct Problem {
    /// Problem or graph in schema 1 or 2, CSV (`id,lower,upper,size`, half-open lifetimes), or a model (`.tflite`,
    /// `.onnx`)
    #[arg(value_name = "PROBLEM")]
    pub(crate) problem: PathBuf,
    /// Bytes of the one bank of a CSV file, with an optional unit `KiB`, `MiB` or `GiB`
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) capacity: Option<u64>,
    #[command(flatten)]
    pub(crate) model: Model,
}

/// How a neural network becomes a graph.
#[derive(Args, Clone, Default)]
pub(crate) struct Model {
    /// Bank for the tensors, the preferred one first; the number may have a unit `KiB`, `MiB` or `GiB`. If left out,
    /// there is one bank `ram` in which all fit without reuse
    #[arg(long = "bank", value_name = "NAME=BYTES", value_parser = bank, help_heading = MODELS)]
    pub(crate) banks: Vec<(String, u64)>,
    /// Alignment of every tensor in bytes; 16 if left out
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = MODELS)]
    pub(crate) align: Option<u64>,
    /// Subgraph of a `.tflite` model; 0 if left out
    #[arg(long, value_name = "N", help_heading = MODELS)]
    pub(crate) subgraph: Option<usize>,
    /// Value of a symbolic dimension of an `.onnx` model
    #[arg(long = "dim", value_name = "NAME=N", value_parser = dimension, help_heading = MODELS)]
    pub(crate) dimensions: Vec<(String, u64)>,
    /// Kernel scratch of a `.tflite` model: `builtin` (that of TensorFlow Lite Micro's portable kernels; the
    /// default), `none`, or a JSON file with sizes
    #[arg(long, value_name = "builtin|none|FILE", help_heading = MODELS)]
    pub(crate) scratch: Option<PathBuf>,
    /// Let elementwise operators and RESHAPE of a `.tflite` model write over an input that is not read afterwards, if the
    /// kernels of TensorFlow Lite Micro and CMSIS-NN allow it: the output is then an alias of the input
    #[arg(long, help_heading = MODELS)]
    pub(crate) in_place: bool,
}

/// Heading of the options for neural networks.
const MODELS: &str = "Models (.tflite, .onnx)";

impl Model {
    /// One of the options that was given, if any.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options = [
            (!self.banks.is_empty(), "--bank"),
            (self.align.is_some(), "--align"),
            (self.subgraph.is_some(), "--subgraph"),
            (!self.dimensions.is_empty(), "--dim"),
            (self.scratch.is_some(), "--scratch"),
            (self.in_place, "--in-place"),
        ];
        options.iter().find(|(given, _)| *given).map(|&(_, name)| name)
    }
}

/// `NAME=BYTES`.
fn bank(text: &str) -> Result<(String, u64), String> {
    let (name, size) = text.split_once('=').ok_or("expected a name and its bytes, like `ram=96KiB`")?;
    Ok((name.to_owned(), bytes(size)?))
}

/// `NAME=N`.
fn dimension(text: &str) -> Result<(String, u64), String> {
    let expected = "expected a name and a number, like `batch=1`";
    let (name, extent) = text.split_once('=').ok_or(expected)?;
    Ok((name.to_owned(), extent.parse().map_err(|_| expected)?))
}

/// A byte count with an optional unit.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        None => (text, ""),
        Some(end) => (&text[..end], text[end..].trim_start()),
    };
    let factor = match unit {
        "" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "KB" | "kB" | "MB" | "GB" => {
            return Err(format!("`{unit}` is not exact: did you mean `{}iB`?", unit[..1].to_uppercase()));
        }
        _ => return Err("expected a number of bytes, optionally with KiB, MiB or GiB".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "the number is missing or too large".to_owned())?;
    number.checked_mul(factor).filter(|&bytes| bytes <= MAX_BYTES).ok_or("above 2^63 - 1 bytes".to_owned())
}

#[derive(Args)]
pub(crate) struct Graph {
    /// Graph, or a model (`.tflite`, `.onnx`)
    #[arg(value_name = "GRAPH")]
    pub(crate) graph: PathBuf,
    #[command(flatten)]
    pub(crate) model: Model,
}

#[derive(Args)]
pub(crate) struct Import {
    /// Model (`.tflite`, `.onnx`)
    #[arg(value_name = "MODEL")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) model: Model,
}

#[derive(Args)]
pub(crate) struct Tflm {
    /// Model (`.tflite`)
    #[arg(value_name = "MODEL")]
    pub(crate) file: PathBuf,
    /// Write the model with the plan inside to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "check")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the plan that the model has
    #[arg(long, requires = "output")]
    pub(crate) replace: bool,
    /// Check the plan that the model has: count, alignment, overlap, range
    #[arg(long)]
    pub(crate) check: bool,
    /// Let elementwise operators and RESHAPE write over an input that is not read afterwards, if the kernels of
    /// TensorFlow Lite Micro and CMSIS-NN allow it
    #[arg(long, conflicts_with_all = ["check", "size"])]
    pub(crate) in_place: bool,
    /// Print the smallest arena in which the runtime can run the model, with the model's plan or else the runtime's
    /// own
    #[arg(long, conflicts_with_all = ["check", "output"])]
    pub(crate) size: bool,
    /// Bytes of the head that the plan must stay within, with an optional unit `KiB` or `MiB`
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) capacity: Option<u64>,
    /// Kernel scratch: `builtin` (that of the portable kernels; the default), `none`, or a JSON file with sizes
    #[arg(long, value_name = "builtin|none|FILE")]
    pub(crate) scratch: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) search: Search,
}

/// How the planner works.
#[derive(Args)]
pub(crate) struct Search {
    /// How much work the planner may spend
    #[arg(long, value_enum, default_value = "default")]
    pub(crate) effort: Effort,
    /// Only first fit, in this order
    #[arg(long, value_enum)]
    pub(crate) order: Option<Order>,
    /// Whether buffers share bytes
    #[arg(long, value_enum, default_value = "reuse")]
    pub(crate) strategy: Strategy,
    /// Nodes that the exact search may visit, instead of the effort's own number; with `--members`, each of them
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Number of searches with different schedules that run in parallel, on as many threads as there are processors;
    /// 1 to 64. The result depends on this number, not on the machine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) members: u32,
    /// High-water mark at which the search stops, for one bank, with an optional unit `KiB`, `MiB` or `GiB`
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) target: Option<u64>,
    /// Print status, work, bound and time on standard error, and with `--format json` in the result
    #[arg(long)]
    pub(crate) stats: bool,
}

/// How much work the planner may spend.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Effort {
    /// A few first-fit orders
    Fast,
    /// Those, repair, and a bounded search
    Default,
    /// The same with a large budget
    Thorough,
}

/// Orders of first fit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// Fixed positions, fewer allowed banks, larger size, id
    Base,
}

/// Whether buffers share bytes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Strategy {
    /// Buffers that are never alive together may share bytes
    Reuse,
    /// Every buffer keeps its own bytes, for debugging
    Sequential,
}

#[derive(Args)]
pub(crate) struct Layout {
    #[command(flatten)]
    pub(crate) input: Problem,
    #[command(flatten)]
    pub(crate) search: Search,
}

#[derive(Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) input: Problem,
    #[command(flatten)]
    pub(crate) search: Search,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// A problem and a layout of it.
#[derive(Args)]
pub(crate) struct Placed {
    #[command(flatten)]
    pub(crate) input: Problem,
    /// Layout in schema 1
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: PathBuf,
}

/// A problem and a layout of it, which is planned if it is not given.
#[derive(Args)]
pub(crate) struct Planned {
    #[command(flatten)]
    pub(crate) input: Problem,
    /// Layout in schema 1; planned if left out
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) search: Search,
}

#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) placed: Placed,
    /// How the findings are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Summary {
    #[command(flatten)]
    pub(crate) plan: Planned,
    /// How the figures are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct Header {
    #[command(flatten)]
    pub(crate) placed: Placed,
    /// Prefix of every macro: capitals, digits and underscores
    #[arg(long, default_value = "ARENA")]
    pub(crate) prefix: String,
}

#[derive(Args)]
pub(crate) struct Linker {
    #[command(flatten)]
    pub(crate) placed: Placed,
    /// Another plan of the program, which may share memories with the first one
    #[arg(long, num_args = 2, value_names = ["PROBLEM", "LAYOUT"], action = clap::ArgAction::Append)]
    pub(crate) with: Vec<PathBuf>,
    /// Memory of the linker's `MEMORY` command for a bank, and only these banks. If left out, each bank goes to the memory
    /// of its name in capitals
    #[arg(long = "place", value_name = "BANK=MEMORY", value_parser = place)]
    pub(crate) places: Vec<(String, String)>,
    /// A bank that is a pool: the plans use its memory in turn, and it takes what the largest of them takes
    #[arg(long = "pool", value_name = "BANK")]
    pub(crate) pools: Vec<String>,
    /// Let the program leave a plan out: no error for a bank of which nothing is linked
    #[arg(long)]
    pub(crate) allow_unused: bool,
}

/// `BANK=MEMORY`.
fn place(text: &str) -> Result<(String, String), String> {
    let (bank, memory) = text.split_once('=').ok_or("expected a bank and a memory, like `tcm=DTCM`")?;
    Ok((bank.to_owned(), memory.to_owned()))
}
