//! Reports for people and for other languages: residency tables and the C header.

mod c_header;
mod table;

pub use c_header::{HeaderOptions, c_header};
pub use table::{misses, residency, usage};
