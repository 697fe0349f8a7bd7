//! A plan's problem as a file of schema 1, or 2 where that says more, for the command `arena-plan`.

use core::fmt;

use arena_plan_core::model::BufferKind;

use crate::table::{BufferRow, Table};

/// The result of [`Table::problem`]: `Display` writes the JSON without allocating.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a>(&'a Table);

impl Table {
    /// The problem that the plan solves, as a file of schema 1, or of schema 2 where buffers persist or are detached:
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
        let newer = table.buffers.iter().any(|row| row.kind != BufferKind::Buffer || row.detached);
        write!(f, "{{\"schema\": {},\n\"banks\": [", if newer { 2 } else { 1 })?;
        for (index, bank) in table.banks.iter().enumerate() {
            let usable = bank.capacity.saturating_sub(bank.reserve);
            write!(f, "{}\n  {{\"id\": \"{}\", \"capacity\": \"{usable}\"}}", comma(index), bank.name)?;
        }
        f.write_str("],\n\"buffers\": [")?;
        // Buffers that become each other in place are one buffer of the problem.
        let with_place = table.buffers.iter().enumerate().filter(|(_, row)| row.in_place_of.is_none());
        for (count, (index, row)) in with_place.enumerate() {
            write!(f, "{}\n  ", comma(count))?;
            self.buffer(f, &self.whole(index, row))?;
        }
        f.write_str("]}\n")
    }
}

impl Problem<'_> {
    /// The buffer with the lifetimes and alignments of all that become each other in its place.
    fn whole(&self, index: usize, row: &BufferRow) -> BufferRow {
        let mut whole = *row;
        for (other, row) in self.0.buffers.iter().enumerate() {
            if self.head(other) == index {
                whole.last = whole.last.max(row.last);
                whole.align = whole.align.max(row.align);
            }
        }
        whole
    }

    /// The buffer whose place this one has.
    fn head(&self, index: usize) -> usize {
        let before = |index: usize| Some(usize::from(self.0.buffers.get(index)?.in_place_of?));
        let mut head = index;
        // No chain is longer than the schedule.
        for _ in self.0.steps {
            head = before(head).unwrap_or(head);
        }
        head
    }

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
        f.write_str("}")
    }
}

fn comma(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}
