//! The plan as data, and its residency table.

use core::fmt;

/// The figures of a plan. `Display` prints the residency table without allocating.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Name of the plan.
    pub name: &'static str,
    /// The banks, in order of declaration.
    pub banks: &'static [BankRow],
    /// The buffers, in order of declaration.
    pub buffers: &'static [BufferRow],
    /// Names of the steps.
    pub steps: &'static [&'static str],
}

/// One bank. All figures are bytes.
#[derive(Clone, Copy, Debug)]
pub struct BankRow {
    /// Name of the bank.
    pub name: &'static str,
    /// Bytes of the region.
    pub capacity: u64,
    /// Bytes kept for the application.
    pub reserve: u64,
    /// End of the highest placement.
    pub high_water: u64,
    /// Bytes that the bank's memory takes: the high-water mark rounded up to the base alignment.
    pub bytes: u64,
    /// Peak load of the buffers that may only use this bank; no layout takes less.
    pub bound: u64,
}

/// One buffer.
#[derive(Clone, Copy, Debug)]
pub struct BufferRow {
    /// Name of the buffer.
    pub name: &'static str,
    /// Index of its bank.
    pub bank: u16,
    /// Offset from the bank's base, in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment of the slot.
    pub align: u64,
    /// First step in which it is alive.
    pub first: u32,
    /// Last step in which it is alive, inclusive.
    pub last: u32,
}

/// Most steps for which the table draws a chart of lifetimes.
const CHARTED: usize = 32;

impl Table {
    /// Sum of the buffers' sizes: what the plan would take without reuse, alignment aside.
    #[must_use]
    pub fn sum_of_sizes(&self) -> u64 {
        self.buffers.iter().map(|row| row.bytes).sum()
    }

    /// Bytes that all banks' memory takes.
    #[must_use]
    pub fn planned_bytes(&self) -> u64 {
        self.banks.iter().map(|row| row.bytes).sum()
    }

    fn step(&self, index: u32) -> &'static str {
        self.steps.get(index as usize).copied().unwrap_or("?")
    }

    fn banks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = widest(self.banks.iter().map(|row| row.name)).max(4);
        writeln!(
            f,
            "{:name$}  {:>10}  {:>8}  {:>10}  {:>8}  {:>8}",
            "bank", "capacity", "reserve", "high-water", "bytes", "bound"
        )?;
        for row in self.banks {
            writeln!(
                f,
                "{:name$}  {:>10}  {:>8}  {:>10}  {:>8}  {:>8}",
                row.name, row.capacity, row.reserve, row.high_water, row.bytes, row.bound
            )?;
        }
        Ok(())
    }

    fn buffers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = widest(self.buffers.iter().map(|row| row.name)).max(6);
        let bank = widest(self.banks.iter().map(|row| row.name)).max(4);
        write!(
            f,
            "{:name$}  {:bank$}  {:>10} .. {:<10}  {:>8}  ",
            "buffer", "bank", "offset", "end", "bytes"
        )?;
        writeln!(f, "alive in")?;
        for row in self.buffers {
            let at = self.banks.get(usize::from(row.bank)).map_or("?", |bank| bank.name);
            let end = row.offset + row.bytes;
            write!(f, "{:name$}  {at:bank$}  {:>10} .. {end:<10}  {:>8}  ", row.name, row.offset, row.bytes)?;
            self.chart(f, row)?;
            match self.step(row.first) {
                first if row.first == row.last => writeln!(f, "{first}")?,
                first => writeln!(f, "{first}..={}", self.step(row.last))?,
            }
        }
        Ok(())
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

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plan {}: {} steps, {} buffers", self.name, self.steps.len(), self.buffers.len())?;
        self.banks(f)?;
        writeln!(f)?;
        self.buffers(f)?;
        writeln!(f)?;
        let (sum, planned) = (self.sum_of_sizes(), self.planned_bytes());
        write!(f, "sum of sizes {sum} bytes, planned {planned} bytes")?;
        if planned < sum {
            write!(f, " ({} bytes saved)", sum - planned)?;
        }
        Ok(())
    }
}

fn widest(names: impl Iterator<Item = &'static str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}
