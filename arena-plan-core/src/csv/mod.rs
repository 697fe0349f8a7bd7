//! The CSV format of MiniMalloc: one bank, one buffer per row, half-open lifetimes.
//!
//! Columns are found by the header line: `id` (or `buffer`, `buffer_id`), the first time (`lower`, `begin` or `start`), the end (`upper`,
//! the first time after the lifetime, or `end`, its last time), `size`, and optionally `alignment`, `offset`
//! (fixed), `hint` (ignored) and `gaps` (rejected unless empty).

mod decode;
mod encode;

pub use decode::decode_csv;
pub use encode::encode_csv;

/// Largest file that is read: 256 MiB.
pub const MAX_FILE_BYTES: usize = 256 << 20;

/// Id of the one bank of a CSV file.
pub const BANK: &str = "memory";
