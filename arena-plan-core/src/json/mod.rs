//! The strict file formats: reads and writes schema 1 and its superset 2, with the position of every mistake.
//!
//! Reading uses serde_json with visitors of our own, which reject what serde's derived code would accept (duplicate
//! keys, numbers instead of decimal strings) and give each error a stable code. A mistake is then located in the
//! text: at the parser's position if the parser finds it, by its path if validation finds it later.

mod decode;
mod encode;
mod error;
mod input;
mod object;
mod place;
mod reasons;
mod rules;
mod scalar;
mod schema;

pub use decode::{decode_graph, decode_layout, decode_problem};
pub use encode::{
    Report, encode_findings, encode_graph, encode_layout, encode_plan, encode_problem, encode_summary,
};
pub use input::{Input, decode_input};
pub use place::locate;

pub use crate::problem::{FileError as Error, Span};

/// Largest file that is read: 4 MiB.
pub const MAX_FILE_BYTES: usize = 4 << 20;
