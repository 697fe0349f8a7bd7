//! The residency table as text.
//!
//! Rows are printed by bank and offset, so that buffers that share bytes are next to each other.

use core::fmt;

use arena_plan_core::model::{BufferKind, Storage};

use crate::table::{BankRow, BufferRow, Table};

/// Maximum number of steps for which the table draws a chart of lifetimes.
const CHARTED: usize = 32;

impl Table {
    fn banks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEAD: [&str; 6] = ["capacity", "reserve", "high-water", "bytes", "free", "bound"];
        let figures = |index: u16, row: &BankRow| {
            // Constants are in order of declaration.
            let bound = if row.read_only { row.high_water } else { self.bound(index) };
            let free = row.capacity.saturating_sub(row.reserve).saturating_sub(row.bytes);
            [row.capacity, row.reserve, row.high_water, row.bytes, free, bound]
        };
        let name = widest(self.banks.iter().map(|row| row.name)).max(4);
        let mut widths = HEAD.map(str::len);
        (0..).zip(self.banks).for_each(|(index, row)| widen(&mut widths, &figures(index, row)));

        write!(f, "{:name$}", "bank")?;
        cells(f, &widths, &HEAD)?;
        for (index, row) in (0..).zip(self.banks) {
            write!(f, "\n{:name$}", row.name)?;
            cells(f, &widths, &figures(index, row).map(Grouped))?;
            let (peak, step) = self.peak(index);
            match row.high_water.saturating_sub(self.bound(index)) {
                _ if row.read_only => f.write_str("  read only")?,
                0 if peak == 0 => f.write_str("  empty")?,
                0 => write!(f, "  in `{}`; at its bound", self.step(step))?,
                over => write!(f, "  in `{}`; {} above its bound", self.step(step), Grouped(over))?,
            }
            if row.cache_line > 1 {
                write!(f, "; cache lines of {}", Grouped(row.cache_line))?;
            }
            if !row.dma {
                f.write_str("; no DMA")?;
            }
            match row.storage {
                Storage::Caller => f.write_str("; the application's memory")?,
                Storage::Linker { start, end } => write!(f, "; from `{start}` to `{end}`")?,
                Storage::Shared { pool } => write!(f, "; in pool `{pool}`")?,
                _ => {}
            }
        }
        Ok(())
    }

    fn buffers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEAD: [&str; 4] = ["offset", "end", "bytes", "align"];
        let figures = |row: &BufferRow| [row.offset, row.offset + row.bytes, row.bytes, row.align];
        let name = widest(self.buffers.iter().map(|row| row.name)).max(6);
        let bank = widest(self.banks.iter().map(|row| row.name)).max(4);
        let mut widths = HEAD.map(str::len);
        self.buffers.iter().for_each(|row| widen(&mut widths, &figures(row)));

        // Only if there is something to distinguish.
        let kinds = self.buffers.iter().any(|row| row.kind != BufferKind::Buffer || row.detached || row.dma);
        let rules = self.buffers.iter().any(|row| !row.rule.is_empty());
        let rule = widest(self.buffers.iter().map(|row| row.rule)).max(4);
        let kind = self.buffers.iter().map(|row| Kind(row).width()).max().unwrap_or(0).max(4);

        write!(f, "{:name$}", "buffer")?;
        if kinds {
            write!(f, "  {:kind$}", "kind")?;
        }
        write!(f, "  {:bank$}", "bank")?;
        if rules {
            write!(f, "  {:rule$}", "rule")?;
        }
        cells(f, &widths, &HEAD)?;
        f.write_str("  alive in")?;
        let mut last = None;
        while let Some((place, row)) = self.after(last) {
            last = Some(place);
            let at = self.banks.get(usize::from(row.bank)).map_or("?", |bank| bank.name);
            write!(f, "\n{:name$}", row.name)?;
            if kinds {
                write!(f, "  {:kind$}", Kind(row))?;
            }
            write!(f, "  {at:bank$}")?;
            if rules {
                write!(f, "  {:rule$}", row.rule)?;
            }
            cells(f, &widths, &figures(row).map(Grouped))?;
            f.write_str("  ")?;
            self.chart(f, row)?;
            match self.step(row.first) {
                first if row.first == row.last => f.write_str(first)?,
                first => write!(f, "{first}..={}", self.step(row.last))?,
            }
            if let Some(taken) = row.in_place_of.and_then(|taken| self.buffers.get(usize::from(taken))) {
                write!(f, ", in place of `{}`", taken.name)?;
            }
            if let Some((bank, offset)) = row.read_at {
                let bank = self.banks.get(usize::from(bank)).map_or("?", |bank| bank.name);
                write!(f, ", read in `{bank}` at {}", Grouped(offset))?;
            }
        }
        Ok(())
    }

    /// The next row in the order of bank, offset, first step and declaration, and its key in that order.
    fn after(&self, last: Option<Place>) -> Option<(Place, &'static BufferRow)> {
        let rows = self.buffers.iter().enumerate();
        let places = rows.map(|(index, row)| ((row.bank, row.offset, row.first, index), row));
        places.filter(|(place, _)| last.is_none_or(|last| last < *place)).min_by_key(|(place, _)| *place)
    }

    /// One character per step: whether the buffer is alive in it.
    fn chart(&self, f: &mut fmt::Formatter<'_>, row: &BufferRow) -> fmt::Result {
        if self.steps.len() > CHARTED {
            return Ok(());
        }
        for (step, _) in (0u32..).zip(self.steps) {
            f.write_str(if row.first <= step && step <= row.last { "#" } else { "." })?;
        }
        f.write_str("  ")
    }
}

/// The words that declare a row's buffer.
struct Kind<'a>(&'a BufferRow);

impl Kind<'_> {
    fn texts(&self) -> [&'static str; 3] {
        let flag = |set, text| if set { text } else { "" };
        [self.0.kind.word(), flag(self.0.detached, " detached"), flag(self.0.dma, " dma")]
    }

    fn width(&self) -> usize {
        self.texts().iter().map(|text| text.len()).sum()
    }
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [word, detached, dma] = self.texts();
        let rest = f.width().unwrap_or(0).saturating_sub(word.len() + detached.len());
        write!(f, "{word}{detached}{dma:rest$}")
    }
}

/// Bank, offset, first step and index of a row.
type Place = (u16, u64, u32, usize);

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sum, planned) = (self.sum_of_sizes(), self.planned_bytes());
        let constants = self.buffers.iter().filter(|row| row.kind == BufferKind::Constant).count();
        let (steps, buffers) = (self.steps.len(), self.buffers.len() - constants);
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        write!(
            f,
            "plan {}: {steps} step{}, {buffers} buffer{}, ",
            self.name,
            plural(steps),
            plural(buffers)
        )?;
        if constants > 0 {
            write!(f, "{constants} constant{}, ", plural(constants))?;
        }
        write!(f, "{} bytes in {}", Grouped(sum), Grouped(planned))?;
        match sum.saturating_sub(planned).saturating_mul(100).checked_div(sum) {
            None | Some(0) => {}
            Some(percent) => write!(f, " ({percent} % less)")?,
        }
        f.write_str("\n\n")?;
        self.banks(f)?;
        f.write_str("\n\n")?;
        self.buffers(f)?;
        if self.banks.iter().any(|row| matches!(row.storage, Storage::Shared { .. })) {
            f.write_str(
                "\n\nThe bytes in a pool are this plan's share. The image has a pool once, as large as the largest share of its plans.",
            )?;
        }
        let above =
            (0..).zip(self.banks).any(|(index, row)| !row.read_only && row.high_water > self.bound(index));
        if above {
            f.write_str(
                "\n\nA bank is above its bound. To look for a tighter plan, give what `PLAN.problem()` prints to\n\
                 `arena-plan layout --effort thorough` and take the result with `layout \"FILE\";`.",
            )?;
        }
        Ok(())
    }
}

fn widest(names: impl Iterator<Item = &'static str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// A number with its thousands separated as in Rust source: `16_384`.
struct Grouped(u64);

impl Grouped {
    /// Writes the digits to the end of `text` and returns the index of the first.
    fn write(&self, text: &mut [u8; 26]) -> usize {
        let (mut rest, mut start, mut digits) = (self.0, text.len(), 0);
        loop {
            if digits != 0 && digits % 3 == 0 {
                start -= 1;
                text[start] = b'_';
            }
            start -= 1;
            text[start] = b'0' + (rest % 10) as u8;
            (rest, digits) = (rest / 10, digits + 1);
            if rest == 0 {
                return start;
            }
        }
    }
}

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 26];
        let start = self.write(&mut text);
        f.pad(core::str::from_utf8(&text[start..]).unwrap_or_default())
    }
}

/// Makes the columns wide enough for the figures of a row.
fn widen<const N: usize>(widths: &mut [usize; N], row: &[u64; N]) {
    for (width, figure) in widths.iter_mut().zip(row) {
        *width = (*width).max(26 - Grouped(*figure).write(&mut [0; 26]));
    }
}

/// The columns of a row, each aligned to the right.
fn cells<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    widths: &[usize; N],
    row: &[impl fmt::Display; N],
) -> fmt::Result {
    widths.iter().zip(row).try_for_each(|(width, cell)| write!(f, "  {cell:>width$}"))
}
