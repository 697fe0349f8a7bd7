//! The difference of two snapshots, and whether something grew by more than allowed.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::snapshot::{Held, Snapshot, Taken};
use crate::Decimal;

/// What changed. Byte counts are decimal strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// 1.
    pub schema: u32,
    /// The kind of the old side.
    pub old: String,
    /// The kind of the new side.
    pub new: String,
    /// Sizes, memories, banks and stack of either side, including unchanged ones.
    pub figures: Vec<Figure>,
    /// Buffers that changed, those that grew most first.
    pub buffers: Vec<Moved>,
}

/// Bytes of one thing, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// `size`, `memory`, `bank` or `stack`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Bytes on the old side, for a stack those that are left; null if it does not exist.
    pub old: Option<Decimal>,
    /// Bytes on the new side.
    pub new: Option<Decimal>,
    /// Available bytes on the new side, if known.
    pub of: Option<Decimal>,
    /// The peak on the old side: bytes and step.
    pub old_peak: Option<String>,
    /// The peak on the new side.
    pub new_peak: Option<String>,
}

/// The placement of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Its bank.
    pub bank: String,
    /// Its offset.
    pub offset: Decimal,
    /// Its bytes, if known.
    pub bytes: Option<Decimal>,
    /// First and last step in which it is alive, if known.
    pub steps: Option<(u64, u64)>,
}

/// A buffer that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Its name.
    pub name: String,
    /// What changed; a buffer that grew and moved has grown.
    pub change: Change,
    /// Where it was.
    pub old: Option<Spot>,
    /// Where it is.
    pub new: Option<Spot>,
}

/// How a buffer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It did not exist.
    New,
    /// It has more bytes.
    Grown,
    /// It is alive in other steps.
    Lifetime,
    /// It is at another place.
    Moved,
    /// It has fewer bytes.
    Shrunk,
    /// It no longer exists.
    Gone,
}

/// How much may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// This many bytes.
    Bytes(u64),
    /// This many thousandths of the old bytes.
    Thousandths(u64),
}

/// Reads `growth`, `growth=256`, `growth=1KiB` or `growth=2.5%`; `bytes` reads a byte count.
///
/// # Errors
///
/// A message.
///
/// ```
/// use arena_plan_report::diff::{Allowance, parse_allowance};
/// let bytes = |text: &str| text.parse().map_err(|_| "no number".to_owned());
/// assert_eq!(parse_allowance("growth", bytes), Ok(Allowance::Bytes(0)));
/// assert_eq!(parse_allowance("growth=2.5%", bytes), Ok(Allowance::Thousandths(25)));
/// ```
pub fn parse_allowance(text: &str, bytes: impl Fn(&str) -> Result<u64, String>) -> Result<Allowance, String> {
    let expected = "expected `growth`, `growth=BYTES` or `growth=PERCENT%`";
    let amount = match text.split_once('=') {
        None if text == "growth" => return Ok(Allowance::Bytes(0)),
        Some(("growth", amount)) => amount,
        _ => return Err(expected.into()),
    };
    let Some(percent) = amount.strip_suffix('%') else { return bytes(amount).map(Allowance::Bytes) };
    let (whole, tenth) = percent.trim().split_once('.').unwrap_or((percent.trim(), "0"));
    let number =
        |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    match (number(whole), number(tenth).filter(|_| tenth.len() == 1)) {
        (Some(whole), Some(tenth)) if whole <= 1_000_000 => Ok(Allowance::Thousandths(whole * 10 + tenth)),
        _ => Err(format!("`{amount}` is not a percentage with at most one decimal")),
    }
}

/// What changed from `old` to `new`.
pub fn compare(old: &Snapshot, new: &Snapshot) -> Difference {
    let keys: BTreeSet<&(Held, String)> = old.taken.keys().chain(new.taken.keys()).collect();
    let figures = keys.into_iter().map(|key| {
        let (before, after) = (old.taken.get(key), new.taken.get(key));
        let bytes = |taken: Option<&Taken>| taken.map(|taken| taken.bytes.into());
        let peak = |taken: Option<&Taken>| {
            let (bytes, step) = taken?.peak.as_ref()?;
            Some(format!("{bytes} in step {step}"))
        };
        Figure {
            kind: key.0.word().into(),
            name: key.1.clone(),
            old: bytes(before),
            new: bytes(after),
            of: after.and_then(|taken| taken.of).map(Into::into),
            old_peak: peak(before),
            new_peak: peak(after),
        }
    });
    let names: BTreeSet<&String> = old.buffers.keys().chain(new.buffers.keys()).collect();
    let mut buffers: Vec<Moved> = names
        .into_iter()
        .filter_map(|name| {
            let (before, after) = (old.buffers.get(name), new.buffers.get(name));
            let change = change(before, after)?;
            Some(Moved { name: name.clone(), change, old: before.cloned(), new: after.cloned() })
        })
        .collect();
    buffers.sort_by_key(|one| (-one.growth(), one.change, one.name.clone()));
    Difference {
        schema: 1,
        old: old.title.clone(),
        new: new.title.clone(),
        figures: figures.collect(),
        buffers,
    }
}

fn change(old: Option<&Spot>, new: Option<&Spot>) -> Option<Change> {
    let (old, new) = match (old, new) {
        (None, None) => return None,
        (None, Some(_)) => return Some(Change::New),
        (Some(_), None) => return Some(Change::Gone),
        (Some(old), Some(new)) => (old, new),
    };
    let sizes = old.bytes.zip(new.bytes);
    match () {
        () if sizes.is_some_and(|(old, new)| new > old) => Some(Change::Grown),
        () if sizes.is_some_and(|(old, new)| new < old) => Some(Change::Shrunk),
        () if old.steps.zip(new.steps).is_some_and(|(old, new)| old != new) => Some(Change::Lifetime),
        () if old.bank != new.bank || old.offset != new.offset => Some(Change::Moved),
        () => None,
    }
}

impl Moved {
    /// Bytes that it has more than before.
    pub fn growth(&self) -> i128 {
        let bytes = |spot: &Option<Spot>| spot.as_ref().and_then(|spot| spot.bytes).map_or(0, Decimal::get);
        i128::from(bytes(&self.new)) - i128::from(bytes(&self.old))
    }
}

impl Figure {
    /// Bytes more than before; a missing one counts as 0.
    pub fn growth(&self) -> i128 {
        let bytes = |bytes: Option<Decimal>| i128::from(bytes.map_or(0, Decimal::get));
        bytes(self.new) - bytes(self.old)
    }
}

impl Difference {
    /// What grew by more than allowed: banks, memories and sizes, and a stack that lost room.
    pub fn grown(&self, allowance: Allowance) -> Vec<&Figure> {
        let allowed = |figure: &Figure| match allowance {
            Allowance::Bytes(bytes) => i128::from(bytes),
            Allowance::Thousandths(share) => {
                i128::from(figure.old.map_or(0, Decimal::get)) * i128::from(share) / 1000
            }
        };
        let more = |figure: &Figure| if figure.kind == "stack" { -figure.growth() } else { figure.growth() };
        self.figures.iter().filter(|figure| more(figure) > allowed(figure)).collect()
    }

    /// The buffers that made a bank grow: those that are new in it, grew, live longer or came from another bank.
    pub fn because(&self, figure: &Figure) -> Vec<&Moved> {
        let inside = |one: &&Moved| one.new.as_ref().is_some_and(|spot| spot.bank == figure.name);
        let came = |one: &Moved| one.old.as_ref().is_none_or(|spot| spot.bank != figure.name);
        let reason =
            |one: &&Moved| matches!(one.change, Change::New | Change::Grown | Change::Lifetime) || came(one);
        self.buffers.iter().filter(inside).filter(reason).collect()
    }
}
