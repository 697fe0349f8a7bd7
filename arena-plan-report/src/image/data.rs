//! What is known about an image, as data: the output of `inspect --format json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Decimal;

/// An image: its sizes, its memories, its plans. Byte counts and addresses are decimal strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inspection {
    /// 1.
    pub schema: u32,
    /// Name of the file.
    pub title: String,
    /// What `size` counts.
    pub size: Sizes,
    /// Sections that take memory, by address.
    pub sections: Vec<Section>,
    /// The named memories, in their order.
    pub memories: Vec<Memory>,
    /// The room for the stack, if a symbol gives its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Area>,
    /// The heap, if symbols give its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Area>,
    /// The largest items of the image that are in none of the named memories; of all items, if no memory was named.
    pub largest: Vec<Largest>,
    /// Plans, by name.
    pub plans: Vec<Plan>,
    /// What is wrong with memories and plans.
    pub findings: Vec<Finding>,
}

/// Bytes as counted by `size`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Instructions and constants.
    pub text: Decimal,
    /// Initialised variables.
    pub data: Decimal,
    /// Uninitialised variables, including banks.
    pub bss: Decimal,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Its address when the program runs.
    pub address: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// Where its contents are stored; null if it has none.
    pub stored: Option<Decimal>,
}

/// A memory and what uses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub origin: Decimal,
    /// Its bytes.
    pub length: Decimal,
    /// Bytes from its first address to the end of the last section in it: what GNU ld prints.
    pub used: Decimal,
    /// Bytes after that.
    pub free: Decimal,
    /// The used bytes by kind; they add up.
    pub parts: Vec<Part>,
    /// The largest items in it.
    pub largest: Vec<Largest>,
}

/// A kind of use of a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// `code`, `constants`, `values` (stored contents of variables), `data`, `bss`, `arenas` or `gaps`.
    pub kind: String,
    /// Its bytes.
    pub bytes: Decimal,
}

/// A range of a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Its first address.
    pub address: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// The symbol that gives its position.
    pub symbol: String,
}

/// An item of the image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Largest {
    /// Its name, demangled.
    pub name: String,
    /// Its address.
    pub address: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// Its section.
    pub section: String,
    /// File and line of a function, where the image has debug information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A plan in the image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Path of its module.
    pub name: String,
    /// File of its block; null if the image has only symbols of it, or the compiler did not provide it.
    pub file: Option<String>,
    /// Line of its block.
    pub line: Option<u64>,
    /// Names of its steps by number; empty if the image has only symbols of it.
    pub steps: Vec<String>,
    /// Its banks, by address.
    pub banks: Vec<Bank>,
}

/// A bank of a plan, where the linker placed it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// Its name.
    pub name: String,
    /// Its real address; null if no symbol gives it.
    pub address: Option<Decimal>,
    /// Bytes of its array.
    pub bytes: Decimal,
    /// Bytes of the region for which it was planned; null if the image has only symbols.
    pub capacity: Option<Decimal>,
    /// Bytes of them that are kept for the application.
    pub reserve: Option<Decimal>,
    /// End of the highest placement.
    pub high_water: Option<Decimal>,
    /// Its section.
    pub section: Option<String>,
    /// The named memory that contains it, if any.
    pub memory: Option<String>,
    /// Whether it contains constants and no buffers. They may be apart, so that it has no address.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// The module of the pool that it is in, whose bytes other plans use too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    /// `caller` if the application gives its memory when the program runs, `linker` if its memory is what lies between two
    /// symbols.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<String>,
    /// Its buffers, by address; of a read-only bank its constants.
    pub buffers: Vec<Buffer>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A buffer at its real address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// Its address; null if no symbol gives that of its bank.
    pub address: Option<Decimal>,
    /// Offset from the bank's base.
    pub offset: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// Alignment of its offset; null if the image has only symbols.
    pub alignment: Option<Decimal>,
    /// First step in which it is alive.
    pub first: Option<u64>,
    /// Last step in which it is alive, inclusive.
    pub last: Option<u64>,
    /// Its line in the plan's file.
    pub line: Option<u64>,
    /// `buffer`, `persistent`, `staged` for constants that are copied there, or `constant`; null if the image does not say.
    #[serde(default)]
    pub kind: Option<String>,
    /// Whether the application holds its handle, and no step.
    #[serde(default, skip_serializing_if = "is_false")]
    pub detached: bool,
    /// Name of the buffer whose bytes it takes, if a step creates it in place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_place_of: Option<String>,
    /// Where a constant is read, if it is copied before the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_at: Option<Place>,
}

/// A place in a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Name of the bank.
    pub bank: String,
    /// Offset from the bank's base.
    pub offset: Decimal,
    /// The address; null if no symbol gives that of the bank.
    pub address: Option<Decimal>,
}

/// What is wrong with a memory or a plan.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The stable code.
    pub code: String,
    /// What is wrong, with the figures.
    pub message: String,
}
