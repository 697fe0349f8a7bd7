//! How much of its memories a linked image takes, and the plans in it at their real addresses.
//!
//! An [`Elf`] is read from bytes, memories from a linker script ([`parse_memories`]) or an option
//! ([`parse_region`]); together they give an [`Inspection`].

mod data;
mod description;
mod elf;
mod inspect;
mod lines;
mod memory;
mod plans;
mod pools;
mod text;
mod usage;

pub use data::{Area, Bank, Buffer, Finding, Inspection, Largest, Memory, Part, Plan, Section, Sizes};
pub use elf::{Elf, NotElf, SectionOf, SymbolOf};
pub use inspect::inspect;
pub use memory::{BadMemory, Region, parse_memories, parse_region};
pub use text::text;

/// The JSON schema of [`Inspection`], as published in `docs/schemas/inspect.schema.json`.
///
/// ```
/// assert!(arena_plan_report::image::schema().contains("memories"));
/// ```
pub fn schema() -> String {
    crate::json::schema::<Inspection>()
}
