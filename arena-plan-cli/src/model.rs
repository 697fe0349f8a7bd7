//! Neural networks as input: options, names, and what is printed about them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Deref;
use std::path::Path;

use arena_plan_core::json::Input;
use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{Bank, Layout, Places, Problem, Summary, lifetimes};
use arena_plan_models::{ALIGNMENT, Import, Memory, Scratch, graph, onnx, tflite};

use crate::args::Model;
use crate::input::{Refusal, Source};
use crate::report::Report;

/// Largest model that is read: the limit of the flatbuffers in `.tflite`.
pub(crate) const MAX_MODEL_BYTES: usize = (2 << 30) - 1;

/// Number of tensors that are listed at the peak.
const LISTED: usize = 12;

/// Formats of models.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Tflite,
    Onnx,
}

impl Format {
    /// The format of a file, by its first bytes, else by its name.
    pub(crate) fn of(path: &Path, head: &[u8]) -> Option<Self> {
        let named = |wanted: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(wanted));
        match () {
            () if tflite::is_tflite(head) || named("tflite") => Some(Self::Tflite),
            () if named("onnx") || onnx::is_onnx(head) => Some(Self::Onnx),
            () => None,
        }
    }
}

/// A problem, and what is known about the model that it comes from.
pub(crate) struct Loaded {
    pub(crate) input: Input,
    /// For a model: what takes memory at run time and is not in the problem.
    pub(crate) uncounted: Option<Vec<String>>,
    /// For a model with operators in place: how many there are, and what that saves.
    pub(crate) in_place: Option<String>,
}

impl Deref for Loaded {
    type Target = Input;

    fn deref(&self) -> &Input {
        &self.input
    }
}

impl From<Input> for Loaded {
    fn from(input: Input) -> Self {
        Self { input, uncounted: None, in_place: None }
    }
}

/// Reads a model as a graph.
pub(crate) fn import(source: &Source, format: Format, args: &Model) -> Result<Import, Refusal> {
    let refused = |error: arena_plan_models::Error| Box::new(Report::in_model(&source.name, error));
    let network = match format {
        Format::Tflite => {
            other_format(!args.dimensions.is_empty(), "--dim", ".onnx")?;
            tflite::network(&source.bytes, args.subgraph.unwrap_or(0), &scratch(args.scratch.as_deref())?)
        }
        Format::Onnx => {
            other_format(args.subgraph.is_some(), "--subgraph", ".tflite")?;
            other_format(args.scratch.is_some(), "--scratch", ".tflite")?;
            other_format(args.in_place, "--in-place", ".tflite")?;
            onnx::network(&source.bytes, &args.dimensions.iter().cloned().collect())
        }
    };
    let memory = Memory {
        banks: args.banks.iter().map(|(id, capacity)| Bank::new(id, *capacity)).collect(),
        alignment: args.align.unwrap_or(ALIGNMENT),
        in_place: args.in_place,
    };
    network.and_then(|network| graph(network, &memory)).map_err(refused)
}

/// Rejects an option that models of this format do not have.
fn other_format(given: bool, option: &str, format: &str) -> Result<(), Refusal> {
    if given {
        return Err(Box::new(Report::error(Code::Usage, format!("`{option}` is for `{format}` models"))));
    }
    Ok(())
}

/// Kernel scratch according to the option.
pub(crate) fn scratch(option: Option<&Path>) -> Result<Scratch, Refusal> {
    let Some(path) = option else { return Ok(Scratch::Builtin) };
    match path.to_str() {
        Some("builtin") => Ok(Scratch::Builtin),
        Some("none") => Ok(Scratch::None),
        _ => {
            let source = Source::read(path, |_| arena_plan_core::json::MAX_FILE_BYTES)?;
            Scratch::read(&source.bytes).map_err(|error| Box::new(Report::in_model(&source.name, error)))
        }
    }
}

/// Converts a model to the problem that follows from its graph.
pub(crate) fn load(source: &Source, format: Format, args: &Model) -> Result<Loaded, Refusal> {
    let import = import(source, format, args)?;
    let problem = lifetimes(&import.graph).map_err(|error| Box::new(Report::of(error)))?;
    let in_place = args.in_place.then(|| in_place(&problem, import.in_place));
    let steps = import.graph.steps.into_iter().map(|step| step.id).collect();
    Ok(Loaded { input: Input { problem, steps, graph: true }, uncounted: Some(import.uncounted), in_place })
}

/// How many operators write over an input, and what that saves at the peak of the load.
pub(crate) fn in_place(problem: &Problem, count: usize) -> String {
    let mut apart = problem.clone();
    apart.buffers.iter_mut().for_each(|buffer| buffer.needs.alias = None);
    let (with, without) = (peak(problem), peak(&apart));
    let plural = if count == 1 { "operator writes" } else { "operators write" };
    match without.saturating_sub(with) {
        0 => format!("{count} {plural} over an input, which saves nothing at the peak of {with} bytes"),
        saved => format!(
            "{count} {plural} over an input: {with} bytes at the peak instead of {without} ({saved} saved)"
        ),
    }
}

/// Most bytes alive in one step, in all banks together.
fn peak(problem: &Problem) -> u128 {
    let places = Places::new(problem);
    let mut changes: BTreeMap<u64, i128> = BTreeMap::new();
    for (index, buffer) in problem.buffers.iter().enumerate().filter(|(index, _)| !places.is_alias(*index)) {
        let (first, last) = places.life(index);
        *changes.entry(first).or_default() += i128::from(buffer.needs.bytes);
        *changes.entry(last + 1).or_default() -= i128::from(buffer.needs.bytes);
    }
    let loads = changes.values().scan(0, |load, change| {
        *load += change;
        Some(*load)
    });
    loads.max().unwrap_or(0).unsigned_abs()
}

impl Loaded {
    /// For a model, or a graph that was imported from one: for each bank, the operator at the peak and the tensors
    /// alive there with their own names, largest first; then what is not counted. Empty for other problems.
    pub(crate) fn peaks(&self, layout: &Layout, summary: &Summary) -> String {
        let input = &self.input;
        let mut out = String::new();
        if self.uncounted.is_none() && input.problem.buffers.iter().all(|buffer| buffer.needs.name.is_none())
        {
            return out;
        }
        let places = Places::new(&input.problem);
        let banks: BTreeMap<&str, &str> =
            layout.placements.iter().map(|placement| (&*placement.id, &*placement.bank)).collect();
        for bank in &summary.banks {
            let Some(step) = bank.peak_step else { continue };
            let buffer = |index: usize| &input.problem.buffers[index];
            // The size is that of the bytes, the name that of what is in them.
            let mut live: Vec<_> = places
                .taken(step)
                .into_iter()
                .map(|(root, named)| (buffer(root), buffer(named)))
                .filter(|(root, _)| banks.get(&*root.id) == Some(&&*bank.bank.id))
                .collect();
            live.sort_by_key(|(root, named)| (std::cmp::Reverse(root.needs.bytes), &named.id));
            let name = usize::try_from(step).ok().and_then(|step| input.steps.get(step)).map_or("", |id| id);
            let _ = writeln!(
                out,
                "peak of `{}`: {} bytes at operator {step} `{name}`",
                bank.bank.id.escape_debug(),
                bank.peak_live_bytes
            );
            let width = live.first().map_or(0, |(root, _)| root.needs.bytes.to_string().len());
            for (root, named) in live.iter().take(LISTED) {
                let name = named.needs.name.as_ref().unwrap_or(&named.id);
                let _ = writeln!(out, "  {:>width$}  {}", root.needs.bytes, short(name));
            }
            if live.len() > LISTED {
                let rest: u64 = live[LISTED..].iter().map(|(root, _)| root.needs.bytes).sum();
                let _ = writeln!(out, "  {rest:>width$}  in {} more", live.len() - LISTED);
            }
        }
        if let Some(sentence) = &self.in_place {
            let _ = writeln!(out, "in place: {sentence}");
        }
        for sentence in self.uncounted.iter().flatten() {
            let _ = writeln!(out, "not counted: {sentence}");
        }
        out
    }
}

/// A name on one line of a terminal.
pub(crate) fn short(name: &str) -> String {
    const LONGEST: usize = 90;
    let name = name.escape_debug().to_string();
    if name.chars().count() <= LONGEST {
        return name;
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
