//! The report for a terminal.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table};

use super::data::{Bank, Report};
use super::rows::{self, BANK_FIGURES, BANKS, CHANGES, RESIDENCY};

/// Number of buffers at the peak that are listed.
const LIVE: usize = 12;

/// Length of the longest bar in characters.
const BAR: u64 = 40;

/// The report as text, at most 120 columns wide if ids are short.
///
/// ```
/// use arena_plan_core::problem::{Bank, Layout, Problem, verify};
/// use arena_plan_report::{Subject, report::{Question, report, text}};
/// let problem = Problem { banks: vec![Bank::new("ram", 96)], buffers: vec![] };
/// let layout = Layout::default();
/// let subject = Subject { title: "empty", problem: &problem, layout: &layout, steps: &[], planned: None };
/// let report = report(&subject, &verify(&problem, &layout), &Question::default());
/// assert!(text(&report).contains("ram         96        0           0    96      0    0      0  -\n"));
/// ```
pub fn text(report: &Report) -> String {
    let mut out = format!("{}\n{}\n", report.title.escape_debug(), rows::totals(report));
    if let Some(status) = &report.status {
        let gap = report.gap.map(|gap| format!(", gap {gap}")).unwrap_or_default();
        let _ = writeln!(out, "status: {status}{gap}");
    }
    let _ = writeln!(out, "fits: {}\n", report.fits);
    let mut banks = table(&BANKS, &BANK_FIGURES);
    report.banks.iter().for_each(|bank| _ = banks.add_row(rows::bank(report, bank)));
    print_table(&mut out, &banks);
    for bank in &report.banks {
        bank_section(&mut out, report, bank);
    }
    if let Some(aim) = rows::aim(report) {
        let _ = writeln!(out, "\nwhat to change\n{aim}");
        let list = rows::changes(report);
        if !list.is_empty() {
            let mut changes = table(&CHANGES, &[0]);
            list.into_iter().for_each(|row| _ = changes.add_row(row));
            print_table(&mut out, &changes);
        }
    }
    out
}

fn bank_section(out: &mut String, report: &Report, bank: &Bank) {
    let id = bank.id.escape_debug();
    if bank.buffers.is_empty() {
        let _ = writeln!(out, "\nbank `{id}` is empty");
        return;
    }
    let _ = writeln!(out, "\nbank `{id}`, by address; * is alive at the peak");
    let mut table = self::table(&RESIDENCY, &[1, 2, 3, 4]);
    rows::residency(bank).for_each(|row| _ = table.add_row(row));
    print_table(out, &table);
    if let Some(step) = bank.peak_step {
        peak(out, report, bank, step);
    }
    load(out, report, bank);
}

fn peak(out: &mut String, report: &Report, bank: &Bank, step: u64) {
    let holes = &bank.fragmentation;
    let _ = write!(
        out,
        "\npeak of `{}` in step {}: {} bytes alive",
        bank.id.escape_debug(),
        report.step(step),
        bank.bound
    );
    let _ = match holes.holes {
        0 => writeln!(out, ", no holes between them"),
        1 => writeln!(out, ", 1 hole of {} bytes", holes.bytes),
        count => writeln!(out, ", {count} holes of {} bytes, the largest {}", holes.bytes, holes.largest),
    };
    let heads = ["", "size", "share", "buffer", "name"];
    let columns = if rows::has_names(bank) { 5 } else { 4 };
    let mut table = self::table(&heads[..columns], &[1, 2]);
    for row in rows::live(bank).take(LIVE) {
        table.add_row([String::new()].into_iter().chain(row).take(columns));
    }
    print_table(out, &table);
    if let Some(more) = bank.live_at_peak.len().checked_sub(LIVE).filter(|&more| more > 0) {
        let _ = writeln!(out, "  and {more} more");
    }
}

fn load(out: &mut String, report: &Report, bank: &Bank) {
    let bars = rows::chart(report, bank);
    let full = bank.room().max(bank.bound.get()).max(1);
    let _ = writeln!(out, "\nload of `{}` by step; the whole width is {full} bytes", bank.id.escape_debug());
    let mut table = self::table(&["step", "load", "", ""], &[1]);
    for one in bars {
        let mark = if one.peak { "peak" } else { "" };
        table.add_row([one.steps, one.bytes.to_string(), bar(one.bytes, full), mark.into()]);
    }
    print_table(out, &table);
}

/// A bar in eighths of a character.
fn bar(bytes: u64, full: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(bytes) * u128::from(BAR) * 8).div_ceil(u128::from(full));
    let eighths = usize::try_from(eighths).unwrap_or(usize::MAX).min(BAR as usize * 8);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// A table without lines, with these columns right-aligned.
pub(crate) fn table(heads: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(heads.iter().copied());
    for (index, column) in table.column_iter_mut().enumerate() {
        // Two spaces between columns, none at the margins.
        column.set_padding((if index == 0 { 0 } else { 1 }, 1));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Without trailing spaces.
pub(crate) fn print_table(out: &mut String, table: &Table) {
    for line in table.lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
