//! The rows of the table, made in constants of the expansion.

use arena_plan_core::kernel::plan::Plan;
use arena_plan_core::model::{Bank, Buffer, Placement, Storage};

use super::{BankRow, BufferKind, BufferRow};
use crate::figures::to_u64;

impl BankRow {
    const fn new(name: &'static str, bank: &Bank, high_water: u64, bytes: u64) -> Self {
        Self {
            name,
            capacity: bank.capacity,
            reserve: bank.reserve,
            align: bank.align,
            cache_line: bank.cache_line,
            dma: bank.dma,
            high_water,
            bytes,
            read_only: false,
            storage: Storage::Static,
        }
    }
}

impl BufferRow {
    const fn new(name: &'static str, buffer: &Buffer<'static>, at: Placement, align: u64) -> Self {
        Self {
            name,
            bank: at.bank,
            offset: at.offset,
            bytes: buffer.bytes(),
            padding: buffer.padding,
            align,
            first: buffer.first,
            last: buffer.last,
            banks: buffer.banks,
            fixed: buffer.fixed,
            in_place_of: None,
            read_at: None,
            kind: buffer.kind,
            detached: buffer.detached,
            dma: buffer.dma,
            rule: "",
        }
    }
}

/// The rows of the banks, for the expansion; `bytes` are those of their statics.
#[must_use]
pub const fn bank_rows<const B: usize, const N: usize>(
    names: &[&'static str; B],
    banks: &[Bank; B],
    plan: &Plan<B, N>,
    bytes: &[usize; B],
) -> [BankRow; B] {
    let mut rows = [BankRow::new("", &Bank::new(0), 0, 0); B];
    let mut i = 0;
    while i < B {
        rows[i] = BankRow::new(names[i], &banks[i], plan.high_water[i], to_u64(bytes[i]));
        i += 1;
    }
    rows
}

/// The same rows, some of them of other memory than statics of the plan: each with its index and whose memory it is.
#[must_use]
pub const fn stored<const B: usize>(
    mut rows: [BankRow; B],
    pairs: &[(usize, Storage<&'static str>)],
) -> [BankRow; B] {
    let mut i = 0;
    while i < pairs.len() {
        let (bank, storage) = pairs[i];
        rows[bank].storage = storage;
        i += 1;
    }
    rows
}

/// The rows of all banks, where read-only ones follow the others; `bytes` are what their constants take.
#[must_use]
pub const fn all_banks<const B: usize, const R: usize, const ALL: usize>(
    writable: [BankRow; B],
    names: &[&'static str; R],
    banks: &[Bank; R],
    bytes: [usize; R],
) -> [BankRow; ALL] {
    let mut rows = [BankRow::new("", &Bank::new(0), 0, 0); ALL];
    let mut i = 0;
    while i < B {
        rows[i] = writable[i];
        i += 1;
    }
    let mut i = 0;
    while i < R {
        let bytes = to_u64(bytes[i]);
        rows[B + i] = BankRow { read_only: true, ..BankRow::new(names[i], &banks[i], bytes, bytes) };
        i += 1;
    }
    rows
}

/// The row of a constant, for the expansion: `banks` is its bank alone.
#[must_use]
pub const fn constant_row(
    name: &'static str,
    banks: &'static [u16],
    [offset, bytes, align]: [usize; 3],
    last: u32,
    read_at: Option<(u16, u64)>,
) -> BufferRow {
    let place = Placement { bank: banks[0], offset: to_u64(offset) };
    let buffer = Buffer::new(to_u64(bytes), to_u64(align), 0, last, banks);
    let buffer = buffer.with_kind(BufferKind::Constant).with_fixed(place.offset);
    BufferRow { read_at, ..BufferRow::new(name, &buffer, place, buffer.align) }
}

/// The rows of all buffers, followed by the constants.
#[must_use]
pub const fn all_rows<const N: usize, const C: usize, const ALL: usize>(
    buffers: [BufferRow; N],
    constants: [BufferRow; C],
) -> [BufferRow; ALL] {
    let empty = BufferRow::new("", &Buffer::new(0, 0, 0, 0, &[]), Placement { bank: 0, offset: 0 }, 0);
    let mut rows = [empty; ALL];
    let mut i = 0;
    while i < N {
        rows[i] = buffers[i];
        i += 1;
    }
    let mut i = 0;
    while i < C {
        rows[N + i] = constants[i];
        i += 1;
    }
    rows
}

/// The rows of the buffers, for the expansion; `aligns` are those of their slots.
#[must_use]
pub const fn buffer_rows<const B: usize, const N: usize>(
    names: &[&'static str; N],
    buffers: &[Buffer<'static>; N],
    plan: &Plan<B, N>,
    aligns: &[usize; N],
) -> [BufferRow; N] {
    let empty = BufferRow::new("", &Buffer::new(0, 0, 0, 0, &[]), Placement { bank: 0, offset: 0 }, 0);
    let mut rows = [empty; N];
    let mut i = 0;
    while i < N {
        // Field by field: what is the same in every row is there already, and each call costs rustc's interpreter as much
        // as all of these.
        let (row, buffer) = (&mut rows[i], &buffers[i]);
        row.name = names[i];
        row.bank = plan.placements[i].bank;
        row.offset = plan.placements[i].offset;
        row.bytes = if buffer.padding == 0 { buffer.size } else { buffer.bytes() };
        row.padding = buffer.padding;
        row.align = aligns[i] as u64;
        row.first = buffer.first;
        row.last = buffer.last;
        row.banks = buffer.banks;
        row.fixed = buffer.fixed;
        row.kind = buffer.kind;
        row.detached = buffer.detached;
        row.dma = buffer.dma;
        i += 1;
    }
    rows
}

/// The same rows, some of them created in place: each with the index of the buffer whose bytes it takes.
#[must_use]
pub const fn made_in_place<const N: usize>(
    mut rows: [BufferRow; N],
    pairs: &[(usize, u16)],
) -> [BufferRow; N] {
    let mut i = 0;
    while i < pairs.len() {
        let (made, taken) = pairs[i];
        rows[made].in_place_of = Some(taken);
        i += 1;
    }
    rows
}

/// The same rows with the rules that gave each its banks.
#[must_use]
pub const fn placed_by<const N: usize>(mut rows: [BufferRow; N], rules: [&'static str; N]) -> [BufferRow; N] {
    let mut i = 0;
    while i < N {
        rows[i].rule = rules[i];
        i += 1;
    }
    rows
}
