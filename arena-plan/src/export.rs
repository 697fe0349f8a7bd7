//! A plan's problem as a file of schema 1, or 2 where that says more, for the command `arena-plan`.

use core::fmt;

use arena_plan_core::model::BufferKind;

use crate::table::{BufferRow, Table};

/// The result of [`Table::problem`]: `Display` writes the JSON without allocating.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a>(&'a Table);

impl Table {
    /// The problem that the plan solves, as a file of schema 1, or of schema 2 where it needs that:
    /// print it in a test or a program on the host, and let `arena-plan layout --effort thorough` compute a layout
    /// file from it, which the block then uses with `layout "FILE";`.
    ///
    /// Capacities are what a plan may use, without the reserve. The command accepts only ASCII names.
    ///
    /// ```
    /// # fn main() {
    /// arena_plan::arena_plan! {
    ///     mod blink {
    ///         bank ram { capacity: 1 KiB, align: 4, reserve: 24 }
    ///         buffer raw: [u16; 256];
    ///         buffer mean: u32 in ram @ 512, retain;
    ///         step sample() -> raw;
    ///         step average(raw) -> mean;
    ///     }
    /// }
    /// assert_eq!(
    ///     blink::PLAN.problem().to_string(),
    ///     r#"{"schema": 1,
    /// "banks": [
    ///   {"id": "ram", "capacity": "1000"}],
    /// "buffers": [
    ///   {"id": "raw", "bytes": "512", "first": 0, "last": 1, "alignment": "4", "banks": ["ram"]},
    ///   {"id": "mean", "bytes": "4", "first": 1, "last": 1, "alignment": "4", "banks": ["ram"], "fixed_bank": "ram", "fixed_offset": "512"}]}
    /// "#
    /// );
    /// # }
    /// ```
    #[must_use]
    pub fn problem(&self) -> Problem<'_> {
        Problem(self)
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(table) = self;
        let more = |row: &BufferRow| {
            row.kind != BufferKind::Buffer || row.detached || row.dma || row.in_place_of.is_some()
        };
        let newer =
            table.banks.iter().any(|bank| bank.cache_line > 1 || !bank.dma) || table.buffers.iter().any(more);
        write!(f, "{{\"schema\": {},\n\"banks\": [", if newer { 2 } else { 1 })?;
        for (index, bank) in table.banks.iter().enumerate() {
            let usable = bank.capacity.saturating_sub(bank.reserve);
            write!(f, "{}\n  {{\"id\": \"{}\", \"capacity\": \"{usable}\"", comma(index), bank.name)?;
            if bank.cache_line > 1 {
                write!(f, ", \"cache_line\": \"{}\"", bank.cache_line)?;
            }
            if !bank.dma {
                f.write_str(", \"dma\": false")?;
            }
            f.write_str("}")?;
        }
        f.write_str("],\n\"buffers\": [")?;
        for (index, row) in table.buffers.iter().enumerate() {
            write!(f, "{}\n  ", comma(index))?;
            self.buffer(f, row)?;
        }
        f.write_str("]}\n")
    }
}

impl Problem<'_> {
    fn buffer(&self, f: &mut fmt::Formatter<'_>, row: &BufferRow) -> fmt::Result {
        let allowed = || row.banks.iter().filter_map(|bank| self.0.banks.get(usize::from(*bank)));
        // The schema's banks have no alignment of their own: the buffer takes the strictest of its banks.
        // Constants are as aligned as their type, and their place is not planned.
        let strictest = || allowed().map(|bank| bank.align).fold(row.align, u64::max);
        let align = if row.kind == BufferKind::Constant { row.align } else { strictest() };
        write!(f, "{{\"id\": \"{}\", \"bytes\": \"{}\", ", row.name, row.bytes)?;
        write!(
            f,
            "\"first\": {}, \"last\": {}, \"alignment\": \"{align}\", \"banks\": [",
            row.first, row.last
        )?;
        for (index, bank) in allowed().enumerate() {
            write!(f, "{}\"{}\"", if index == 0 { "" } else { ", " }, bank.name)?;
        }
        f.write_str("]")?;
        if let (Some(offset), Some(bank)) = (row.fixed, allowed().next()) {
            write!(f, ", \"fixed_bank\": \"{}\", \"fixed_offset\": \"{offset}\"", bank.name)?;
        }
        if row.kind != BufferKind::Buffer {
            write!(f, ", \"kind\": \"{}\"", row.kind.word())?;
        }
        if row.detached {
            f.write_str(", \"detached\": true")?;
        }
        if row.dma {
            f.write_str(", \"dma\": true")?;
        }
        if let Some(taken) = row.in_place_of.and_then(|taken| self.0.buffers.get(usize::from(taken))) {
            write!(f, ", \"alias\": {{\"of\": \"{}\", \"offset\": \"0\"}}", taken.name)?;
        }
        f.write_str("}")
    }
}

fn comma(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}
