//! Reports for people and for other languages: residency tables, the C header and linker scripts.

mod c_header;
mod linker;
mod table;

pub use c_header::{HeaderOptions, c_header};
pub use linker::LinkerScript;
pub use table::{misses, residency, usage};
