//! What is known about an image, as data: what `inspect --format json` prints.

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
    /// The memories that were named, in their order.
    pub memories: Vec<Memory>,
    /// Where the stack may grow, if a symbol says where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Area>,
    /// The heap, if symbols say where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<Area>,
    /// The largest items of the image that lie in no memory that was named; of all, if none was.
    pub largest: Vec<Largest>,
    /// Plans, by name.
    pub plans: Vec<Plan>,
    /// What is wrong with memories and plans.
    pub findings: Vec<Finding>,
}

/// Bytes as `size` counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Instructions and constants.
    pub text: Decimal,
    /// Variables with a value.
    pub data: Decimal,
    /// Variables without one, among them banks.
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
    /// Where its contents are stored; null without contents.
    pub stored: Option<Decimal>,
}

/// A memory and what takes it.
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
    /// Bytes behind that.
    pub free: Decimal,
    /// What the used bytes are; they add up.
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
    /// The symbol that says where it is.
    pub symbol: String,
}

/// An item of the image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Largest {
    /// Its name, readable.
    pub name: String,
    /// Its address.
    pub address: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// The section that it lies in.
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
    /// File of its block; null where the image has only symbols of it, or the compiler did not say it.
    pub file: Option<String>,
    /// Line of its block.
    pub line: Option<u64>,
    /// Names of its steps by number; empty where the image has only symbols of it.
    pub steps: Vec<String>,
    /// Its banks, by address.
    pub banks: Vec<Bank>,
}

/// A bank of a plan, where the linker has put it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// Its name.
    pub name: String,
    /// Its real address; null if no symbol says it.
    pub address: Option<Decimal>,
    /// Bytes of its array.
    pub bytes: Decimal,
    /// Bytes of the region that it was planned for; null where the image has only symbols.
    pub capacity: Option<Decimal>,
    /// Bytes of them that are kept for the application.
    pub reserve: Option<Decimal>,
    /// End of the highest placement.
    pub high_water: Option<Decimal>,
    /// The section that it lies in.
    pub section: Option<String>,
    /// The memory that it lies in, if one was named that holds it.
    pub memory: Option<String>,
    /// Its buffers, by address.
    pub buffers: Vec<Buffer>,
}

/// A buffer at its real address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Its name.
    pub name: String,
    /// Its address; null if no symbol says that of its bank.
    pub address: Option<Decimal>,
    /// Offset from the bank's base.
    pub offset: Decimal,
    /// Its bytes.
    pub bytes: Decimal,
    /// What its offset is a multiple of; null where the image has only symbols.
    pub alignment: Option<Decimal>,
    /// First step in which it is alive.
    pub first: Option<u64>,
    /// Last step in which it is alive, inclusive.
    pub last: Option<u64>,
    /// Its line in the plan's file.
    pub line: Option<u64>,
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
