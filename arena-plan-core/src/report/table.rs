//! Residency tables: which buffer is where and when, as text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use crate::kernel::text::{Bytes, digits};
use crate::model::BufferKind;
use crate::problem::{
    BankSummary, Buffer, Id, Layout, Planned, Problem, Resident, Summary, residents, summarize,
};

/// A table per bank, rows by address, and the sum of the sizes next to the planned bytes.
///
/// `steps` are the names of the steps if the problem comes from a graph, else empty. Ranges are half-open
/// byte ranges, lifetimes inclusive. Rows of buffers whose bytes are taken at the peak are marked with `*`; an alias is a row
/// that names the buffer whose bytes it is.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan};
/// use arena_plan_core::report::residency;
/// let problem =
///     Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![Buffer::new("pcm", 64, 0, 1, &["ram"])] };
/// let table = residency(&problem, &plan(&problem, &Options::default())?.layout, &[]);
/// assert!(table.starts_with("bank `ram`: 64 of 96 bytes, 32 free\n"));
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn residency(problem: &Problem, layout: &Layout, steps: &[Id]) -> String {
    let summary = summarize(problem, layout);
    let mut out = String::new();
    for (bank, mut residents) in summary.banks.iter().zip(residents(problem, layout)) {
        residents.sort_unstable_by_key(|one| (one.offset, one.buffer.first, &one.buffer.id));
        heading(&mut out, bank, steps, &residents);
        if !residents.is_empty() {
            rows(&mut out, bank, &residents);
        }
        out.push('\n');
    }
    totals(&mut out, problem, &summary);
    out
}

/// One line per bank and the totals.
///
/// ```
/// use arena_plan_core::problem::{Bank, Layout, Problem, summarize};
/// use arena_plan_core::report::usage;
/// let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![] };
/// let text = usage(&problem, &summarize(&problem, &Layout::default()), &[]);
/// assert!(text.contains("bank `ram`: 0 of 96 bytes, 96 free\n"));
/// ```
pub fn usage(problem: &Problem, summary: &Summary, steps: &[Id]) -> String {
    let mut out = String::new();
    for bank in &summary.banks {
        capacity(&mut out, bank);
        if let Some(step) = bank.peak_step {
            let _ =
                writeln!(out, "  peak {} alive in step {}", Bytes(bank.peak_live_bytes), named(step, steps));
        }
    }
    totals(&mut out, problem, summary);
    out
}

/// The line about buffers that are not in the first bank that they may go to, with its newline; empty if no buffer
/// has a choice. `planned` is the plan that produced the layout, if any: it knows whether less is possible.
///
/// ```
/// use arena_plan_core::planner::Options;
/// use arena_plan_core::problem::{Bank, Buffer, Problem, plan, summarize};
/// use arena_plan_core::report::misses;
/// let banks = vec![Bank::new("fast", 64), Bank::new("slow", 256)];
/// let buffers = ["a", "b"].map(|id| Buffer::new(id, 48, 0, 1, &["fast", "slow"])).to_vec();
/// let problem = Problem { banks, buffers };
/// let planned = plan(&problem, &Options::default())?;
/// let line = misses(&problem, &summarize(&problem, &planned.layout), Some(&planned));
/// assert_eq!(line, "misses: 48 bytes outside the first bank, proved minimal\n");
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn misses(problem: &Problem, summary: &Summary, planned: Option<&Planned>) -> String {
    let choice = |buffer: &Buffer| buffer.needs.fixed_bank.is_none() && buffer.needs.banks.len() > 1;
    if !problem.buffers.iter().any(choice) {
        return String::new();
    }
    let weighted = problem.buffers.iter().any(|buffer| choice(buffer) && buffer.needs.weight.is_some());
    let amount = summary.misses;
    let what = if weighted { format!("weight {amount}") } else { Bytes(amount).to_string() };
    let known = if planned.is_some_and(|planned| planned.fewest_misses) { ", proved minimal" } else { "" };
    format!("misses: {what} outside the first bank{known}\n")
}

/// The buffers in the bank, and when it is fullest.
fn heading(out: &mut String, bank: &BankSummary, steps: &[Id], residents: &[Resident<'_>]) {
    capacity(out, bank);
    let Some(step) = bank.peak_step else { return };
    let live = residents.iter().filter(|one| one.alive(step)).count();
    let _ = writeln!(
        out,
        "  peak {} alive in step {}: {live} {} (marked *)",
        Bytes(bank.peak_live_bytes),
        named(step, steps),
        if live == 1 { "buffer" } else { "buffers" }
    );
}

/// `bank: high-water of capacity`, and what is left or missing.
fn capacity(out: &mut String, summary: &BankSummary) {
    let BankSummary { bank, high_water, .. } = summary;
    let (room, model) = (bank.room(), &bank.model);
    let _ = write!(out, "bank `{}`: {high_water} of {}", bank.id.escape_debug(), Bytes(room));
    if model.reserve > 0 {
        let _ = write!(out, " ({} less a reserve of {})", model.capacity, model.reserve);
    }
    let _ = match room.checked_sub(*high_water) {
        Some(free) => write!(out, ", {free} free"),
        None => write!(out, ", {} OVER", high_water - room),
    };
    if model.cache_line > 1 {
        let _ = write!(out, ", cache lines of {}", Bytes(model.cache_line));
    }
    if !model.dma {
        out.push_str(", no DMA");
    }
    out.push('\n');
}

/// One row per buffer, in columns. Widths are computed first, so that no cell has to be stored.
fn rows(out: &mut String, bank: &BankSummary, residents: &[Resident<'_>]) {
    let mut widths = Columns { bytes: 5, size: 4, align: 5, steps: 5 };
    for one in residents {
        let (buffer, offset, end) = (one.buffer, one.offset, one.end());
        widths.bytes = widths.bytes.max(digits(offset) + 2 + digits(end));
        widths.size = widths.size.max(digits(buffer.needs.bytes));
        widths.align = widths.align.max(digits(buffer.needs.alignment));
        widths.steps = widths.steps.max(digits(buffer.first) + 3 + digits(buffer.last));
    }
    let Columns { bytes, size, align, steps } = widths;
    let _ = writeln!(
        out,
        "    {:>bytes$}  {:>size$}  {:>align$}  {:>steps$}  buffer",
        "bytes", "size", "align", "steps"
    );
    for one in residents {
        let (buffer, offset, end) = (one.buffer, one.offset, one.end());
        let mark = if bank.peak_step.is_some_and(|step| one.alive(step)) { '*' } else { ' ' };
        let before = bytes - (digits(offset) + 2 + digits(end));
        let life = steps - (digits(buffer.first) + 3 + digits(buffer.last));
        let _ = writeln!(
            out,
            "  {mark} {:before$}{offset}..{end}  {:>size$}  {:>align$}  {:life$}{}..={}  {}{}",
            "",
            buffer.needs.bytes,
            buffer.needs.alignment,
            "",
            buffer.first,
            buffer.last,
            buffer.id.escape_debug(),
            marks(one)
        );
    }
}

/// The marks of a buffer after its name.
fn marks(one: &Resident<'_>) -> String {
    let needs = &one.buffer.needs;
    let kind = (needs.kind != BufferKind::Buffer).then(|| needs.kind.word());
    let detached = needs.detached.then_some("detached");
    let dma = needs.dma.then_some("dma");
    let fixed = needs.fixed_offset.is_some().then_some("fixed");
    let alias = one.root().map(|(root, offset)| format!("in `{}` at {offset}", root.id.escape_debug()));
    let rule = needs.rule.as_ref().map(|rule| format!("rule {}", rule.escape_debug()));
    let marks = [kind, detached, dma, fixed, alias.as_deref(), rule.as_deref()];
    let marks: Vec<&str> = marks.into_iter().flatten().collect();
    if marks.is_empty() { String::new() } else { format!("  ({})", marks.join(", ")) }
}

/// Widths of the columns of figures.
struct Columns {
    bytes: usize,
    size: usize,
    align: usize,
    steps: usize,
}

/// The sum of the sizes next to the planned bytes, and the verdict.
fn totals(out: &mut String, problem: &Problem, summary: &Summary) {
    let count = problem.buffers.len();
    let _ = write!(
        out,
        "{count} {}: {} one after the other, {} planned",
        if count == 1 { "buffer" } else { "buffers" },
        Bytes(summary.buffer_bytes),
        Bytes(summary.planned_bytes)
    );
    if summary.buffer_bytes > 0 {
        // In tenths of a percent, without floats: the same on every machine.
        let share = u128::from(summary.planned_bytes) * 1000 / u128::from(summary.buffer_bytes);
        let _ = write!(out, " ({}.{} %)", share / 10, share % 10);
    }
    out.push('\n');
}

/// The number of a step, and its name if it has one.
fn named(step: u64, steps: &[Id]) -> String {
    match usize::try_from(step).ok().and_then(|step| steps.get(step)) {
        Some(name) => format!("{step} `{}`", name.escape_debug()),
        None => step.to_string(),
    }
}
