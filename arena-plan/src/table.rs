//! The plan as data.

use arena_plan_core::model::{BufferKind, Storage};

pub use self::rows::{
    all_banks, all_rows, bank_rows, buffer_rows, constant_row, made_in_place, placed_by, stored,
};

mod rows;

/// The figures of a plan: the constant `PLAN` of its module. `Display` prints the residency table without allocating.
///
/// ```
/// # fn main() {
/// arena_plan::arena_plan! {
///     mod blink {
///         bank ram { capacity: 1 KiB }
///         buffer raw: [u16; 256];
///         buffer mean: u32, retain;
///         step sample() -> raw;
///         step average(raw) -> mean;
///     }
/// }
/// assert_eq!((blink::PLAN.sum_of_sizes(), blink::PLAN.planned_bytes()), (516, 516));
/// assert_eq!(blink::PLAN.peak(0), (516, 1)); // in `average` both buffers are alive
/// assert_eq!(
///     blink::PLAN.to_string(),
///     "\
/// plan blink: 2 steps, 2 buffers, 516 bytes in 516
///
/// bank  capacity  reserve  high-water  bytes  free  bound
/// ram      1_024        0         516    516   508    516  in `average`; at its bound
///
/// buffer  bank  offset  end  bytes  align  alive in
/// raw     ram        0  512    512      2  ##  sample..=average
/// mean    ram      512  516      4      4  .#  average"
/// );
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
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
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BankRow {
    /// Name of the bank.
    pub name: &'static str,
    /// Bytes of the region.
    pub capacity: u64,
    /// Bytes kept for the application.
    pub reserve: u64,
    /// Minimum alignment of every slot in the bank.
    pub align: u64,
    /// Bytes of a cache line; 1 without a cache.
    pub cache_line: u64,
    /// Whether bus masters reach it.
    pub dma: bool,
    /// End of the highest placement, with its last cache line if it is for DMA.
    pub high_water: u64,
    /// Bytes that the bank's memory takes: the high-water mark rounded up to the base alignment.
    pub bytes: u64,
    /// Whether it contains constants and no buffers.
    pub read_only: bool,
    /// Whose memory it is.
    pub storage: Storage<&'static str>,
}

/// One buffer.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferRow {
    /// Name of the buffer.
    pub name: &'static str,
    /// Index of its bank.
    pub bank: u16,
    /// Offset from the bank's base, in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Bytes behind it that are taken too, because they are in its last cache line.
    pub padding: u64,
    /// Alignment of the slot.
    pub align: u64,
    /// First step in which it is alive.
    pub first: u32,
    /// Last step in which it is alive, inclusive.
    pub last: u32,
    /// Allowed banks by index, in order of preference.
    pub banks: &'static [u16],
    /// Fixed offset in the only allowed bank.
    pub fixed: Option<u64>,
    /// Of a constant that is copied before the first step: index of the bank and offset where it is read.
    pub read_at: Option<(u16, u64)>,
    /// Index of the buffer whose bytes it takes, if a step creates it in place.
    pub in_place_of: Option<u16>,
    /// How long its contents last.
    pub kind: BufferKind,
    /// Whether the application holds its handle, and no step.
    pub detached: bool,
    /// Whether bus masters access it, so that it has whole cache lines.
    pub dma: bool,
    /// In a block with placement rules, what gave it its banks: the rule, or `in`. Else empty.
    pub rule: &'static str,
}

impl BufferRow {
    /// Bytes that it takes in its bank.
    const fn taken(&self) -> u64 {
        self.bytes + self.padding
    }
}

impl Table {
    /// Sum of the buffers' sizes in bytes: what the plan would take without reuse, alignment aside. What a step makes in
    /// place takes no bytes of its own, and constants take none of the memory that is planned.
    #[must_use]
    pub fn sum_of_sizes(&self) -> u64 {
        let own = |row: &&BufferRow| row.in_place_of.is_none() && row.kind != BufferKind::Constant;
        self.buffers.iter().filter(own).map(|row| row.bytes).sum()
    }

    /// Bytes that all banks' memory takes, read-only ones aside.
    #[must_use]
    pub fn planned_bytes(&self) -> u64 {
        self.banks.iter().filter(|row| !row.read_only).map(|row| row.bytes).sum()
    }

    /// Peak load of a bank in bytes, and the first step with it: no layout with the same buffers in the bank is below
    /// this. The bank is given by index. A bank without buffers gives 0 bytes.
    #[must_use]
    pub fn peak(&self, bank: u16) -> (u64, u32) {
        let load = |step: u32| {
            let alive =
                self.buffers.iter().filter(|row| row.bank == bank && row.first <= step && step <= row.last);
            alive.map(BufferRow::taken).sum::<u64>()
        };
        let mut peak = (0, 0);
        for (step, _) in (0..).zip(self.steps) {
            let bytes = load(step);
            if bytes > peak.0 {
                peak = (bytes, step);
            }
        }
        peak
    }

    /// A lower bound of the high-water mark of a bank with its current buffers, in bytes: its [`peak`](Self::peak),
    /// plus what alignment and fixed offsets take. The bank is given by index.
    ///
    /// Buffers whose offsets are multiples of a unit take a multiple of it, except the last one.
    #[must_use]
    pub fn bound(&self, bank: u16) -> u64 {
        let here = || self.buffers.iter().filter(move |row| row.bank == bank);
        let fixed = here().filter_map(|row| Some(row.fixed? + row.taken())).max().unwrap_or(0);
        let mut bound = fixed.max(self.peak(bank).0);
        let mut unit = 2;
        while here().any(|row| row.align >= unit) {
            for (step, _) in (0..).zip(self.steps) {
                let alive =
                    || here().filter(|row| row.align >= unit && row.first <= step && step <= row.last);
                let taken = alive().map(|row| row.taken().next_multiple_of(unit)).sum::<u64>();
                let spare = alive().map(|row| row.taken().next_multiple_of(unit) - row.taken()).max();
                bound = bound.max(taken - spare.unwrap_or(0));
            }
            unit *= 2;
        }
        bound
    }

    pub(crate) fn step(&self, index: u32) -> &'static str {
        self.steps.get(index as usize).copied().unwrap_or("?")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::{BankRow, BufferKind, BufferRow, Storage, Table};

    const fn row(offset: u64, bytes: u64, align: u64, fixed: Option<u64>) -> BufferRow {
        let (kind, detached) = (BufferKind::Buffer, false);
        BufferRow {
            name: "x",
            bank: 0,
            offset,
            bytes,
            padding: 0,
            align,
            first: 0,
            last: 0,
            banks: &[0],
            fixed,
            in_place_of: None,
            read_at: None,
            kind,
            detached,
            dma: false,
            rule: "",
        }
    }

    const fn bank(high_water: u64) -> BankRow {
        BankRow {
            name: "ram",
            capacity: 256,
            reserve: 0,
            align: 1,
            cache_line: 1,
            dma: true,
            high_water,
            bytes: high_water,
            read_only: false,
            storage: Storage::Static,
        }
    }

    const fn plan(banks: &'static [BankRow], buffers: &'static [BufferRow]) -> Table {
        Table { name: "plan", banks, buffers, steps: &["s"] }
    }

    /// If only alignment or a fixed offset takes more than the load, no other layout takes less.
    #[test]
    fn a_bank_that_no_layout_can_lower_is_at_its_bound() {
        const ALIGNED: Table = plan(&[bank(14)], &[row(0, 6, 4, None), row(8, 6, 4, None)]);
        const FIXED: Table = plan(&[bank(112)], &[row(96, 16, 4, Some(96)), row(0, 8, 4, None)]);
        const LOOSE: Table = plan(&[bank(20)], &[row(0, 6, 1, None), row(11, 9, 1, None)]);
        assert_eq!((ALIGNED.peak(0), ALIGNED.bound(0)), ((12, 0), 14));
        assert_eq!((FIXED.peak(0), FIXED.bound(0)), ((24, 0), 112));
        assert_eq!((LOOSE.peak(0), LOOSE.bound(0)), ((15, 0), 15));
        for (table, text) in [(ALIGNED, "14  in `s`; at its bound"), (FIXED, "112  in `s`; at its bound")] {
            assert!(table.to_string().contains(text), "{table}");
            assert!(!table.to_string().contains("look for a tighter plan"), "{table}");
        }
        let text = LOOSE.to_string();
        assert!(text.contains("5 above its bound") && text.contains("look for a tighter plan"), "{text}");
    }
}
