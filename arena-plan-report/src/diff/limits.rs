//! Limits in a TOML file: what a build may take, and what must be left.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::snapshot::{Declared, Held, Snapshot, Taken};
use super::text::annotation;

/// What may be taken, and what must be left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// `[memory.NAME]`: memories of an image.
    memory: BTreeMap<String, Limit>,
    /// `[bank.NAME]`: banks of a plan; in an image `"PLAN::BANK"`.
    bank: BTreeMap<String, Limit>,
    /// `[size.NAME]`: `text`, `data` and `bss` of an image.
    size: BTreeMap<String, Limit>,
    /// `[stack]`: what is left for the stack of an image.
    stack: Option<Limit>,
}

/// One limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Limit {
    /// Maximum number of bytes taken.
    most: Option<Bytes>,
    /// Minimum number of bytes left.
    free: Option<Bytes>,
}

/// `4096` or `"4 KiB"`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Bytes {
    Number(u64),
    Text(String),
}

/// A limit that is exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// What has the limit.
    pub held: Held,
    /// Its name.
    pub name: String,
    /// What is wrong, with the figures.
    pub message: String,
}

impl Excess {
    /// A command for GitHub Actions that puts an error on the block of the bank, or one without a line for what is no
    /// bank of a plan in an image.
    pub fn annotation(&self, snapshot: &Snapshot) -> String {
        let bank = (self.held == Held::Bank).then(|| (Declared::Bank, self.name.clone()));
        let place = bank.and_then(|bank| snapshot.places.get(&bank));
        annotation(place, "over-limit", &self.message)
    }
}

/// Reads a file of limits.
///
/// # Errors
///
/// Text that is not TOML, and unknown tables and keys, with the line.
///
/// ```
/// use arena_plan_report::diff::parse_limits;
/// assert!(parse_limits("[bank.sram]\nmost = \"4 KiB\"\n").is_ok());
/// assert!(parse_limits("[bank.sram]\nmuch = 4\n").unwrap_err().contains("unknown field `much`"));
/// ```
pub fn parse_limits(text: &str) -> Result<Limits, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

impl Limits {
    /// The limits that `snapshot` exceeds; `bytes` reads a byte count with a unit.
    ///
    /// # Errors
    ///
    /// A limit for something that the snapshot does not have, or one that cannot be read.
    pub fn check(
        &self,
        snapshot: &Snapshot,
        bytes: impl Fn(&str) -> Result<u64, String>,
    ) -> Result<Vec<Excess>, String> {
        let tables = [(Held::Memory, &self.memory), (Held::Bank, &self.bank), (Held::Size, &self.size)];
        let named = tables
            .into_iter()
            .flat_map(|(held, table)| table.iter().map(move |(name, limit)| (held, name.as_str(), limit)));
        let stack = self.stack.iter().map(|limit| (Held::Stack, "stack", limit));
        let mut excess = Vec::new();
        for (held, name, limit) in named.chain(stack) {
            let Some(taken) = snapshot.taken.get(&(held, name.to_owned())) else {
                return Err(unknown(snapshot, held, name));
            };
            let read = |count: &Option<Bytes>| match count {
                None => Ok(None),
                Some(Bytes::Number(count)) => Ok(Some(*count)),
                Some(Bytes::Text(text)) => {
                    bytes(text).map(Some).map_err(|error| format!("`{name}`: {error}"))
                }
            };
            let (most, free) = (read(&limit.most)?, read(&limit.free)?);
            check_one(held, name, taken, most, free, &mut excess)?;
        }
        Ok(excess)
    }
}

fn check_one(
    held: Held,
    name: &str,
    taken: &Taken,
    most: Option<u64>,
    free: Option<u64>,
    excess: &mut Vec<Excess>,
) -> Result<(), String> {
    let word = held.word();
    let over = |message: String| Excess { held, name: name.to_owned(), message };
    if most.is_none() && free.is_none() {
        return Err(format!("the limit of {word} `{name}` has neither `most` nor `free`"));
    }
    if held == Held::Stack {
        if most.is_some() {
            return Err("the stack has no `most`, only `free`".into());
        }
        if let Some(least) = free.filter(|least| taken.bytes < *least) {
            let less = least - taken.bytes;
            excess.push(over(format!(
                "{} bytes are left for the stack, {least} are required ({less} less)",
                taken.bytes
            )));
        }
        return Ok(());
    }
    if let Some(most) = most.filter(|most| taken.bytes > *most) {
        let more = taken.bytes - most;
        excess.push(over(format!(
            "{word} `{name}` takes {} bytes, {most} are allowed ({more} over)",
            taken.bytes
        )));
    }
    if let Some(least) = free {
        let Some(of) = taken.of else {
            return Err(format!("the size of {word} `{name}` is not known, so it cannot have `free`"));
        };
        let left = of.saturating_sub(taken.bytes);
        if left < least {
            let less = least - left;
            excess.push(over(format!(
                "{word} `{name}` has {left} bytes left, {least} are required ({less} less)"
            )));
        }
    }
    Ok(())
}

fn unknown(snapshot: &Snapshot, held: Held, name: &str) -> String {
    let names: Vec<String> = snapshot
        .taken
        .keys()
        .filter(|(kind, _)| *kind == held)
        .map(|(_, name)| format!("`{}`", name.escape_debug()))
        .collect();
    let word = held.word();
    let there = if names.is_empty() {
        "none are known".into()
    } else {
        format!("the known ones are {}", names.join(", "))
    };
    format!("there is no {word} `{}`: {there}", name.escape_debug())
}
