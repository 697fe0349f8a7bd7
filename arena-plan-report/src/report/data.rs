//! The report as data: the output of `--format json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reasons::Reason;
use crate::Decimal;

/// A layout with all its figures. Byte counts are decimal strings, steps are integers, ranges of steps inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// 1.
    pub schema: u32,
    /// The name of the problem's file, without its folder.
    pub title: String,
    /// Whether all constraints are met: no finding.
    pub fits: bool,
    /// How good the layout is, as one word; only for a planned layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The most bytes that a better layout can save; only for a planned layout that fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Decimal>,
    /// Sum of all sizes: the bytes of the buffers without reuse.
    pub buffer_bytes: Decimal,
    /// Sum of the high-water marks.
    pub planned_bytes: Decimal,
    /// Weight of the buffers outside the first bank that they may go to; their sizes, unless set.
    pub misses: Decimal,
    /// First step of the schedule.
    pub first_step: u64,
    /// Last step of the schedule.
    pub last_step: u64,
    /// Names of the steps by number; empty if they have none.
    pub steps: Vec<String>,
    /// The banks in the order of the problem.
    pub banks: Vec<Bank>,
    /// Why the plan does not fit; empty if it does, or if the layout was given.
    pub reasons: Vec<Reason>,
    /// What would save bytes; null if this was not requested or the layout was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Changes>,
    /// The verifier's findings, by buffer, code and other buffer.
    pub findings: Vec<Finding>,
    /// False if the list of findings is incomplete.
    pub complete: bool,
}

/// One bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bank {
    /// Its id.
    pub id: String,
    /// Bytes of the region.
    pub capacity: Decimal,
    /// Bytes of it that are kept for the application.
    pub reserve: Decimal,
    /// Bytes of a cache line; only of a bank with a cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_line: Option<Decimal>,
    /// False if bus masters do not reach the bank; else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dma: Option<bool>,
    /// End of the highest placement.
    pub high_water: Decimal,
    /// The most bytes alive in one step: no layout with the same banks has a lower high-water mark.
    pub bound: Decimal,
    /// High-water mark less bound.
    pub gap: Decimal,
    /// Whether the high-water mark is within capacity less reserve.
    pub fits: bool,
    /// The first step with the most bytes alive; null in an empty bank.
    pub peak_step: Option<u64>,
    /// Unused bytes between the buffers alive in that step.
    pub fragmentation: Fragmentation,
    /// Buffers alive in that step, largest first.
    pub live_at_peak: Vec<Live>,
    /// Bytes alive over the whole schedule; consecutive equal steps are combined.
    pub load: Vec<Load>,
    /// Buffers in the bank, by address.
    pub buffers: Vec<Occupant>,
}

/// Unused bytes below the highest byte that is alive at the peak.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fragmentation {
    /// Number of holes.
    pub holes: u64,
    /// Total bytes of the holes.
    pub bytes: Decimal,
    /// Bytes of the largest one.
    pub largest: Decimal,
}

/// A buffer alive at the peak.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Live {
    /// Its id.
    pub id: String,
    /// Its name in the model, if that is not its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its size.
    pub bytes: Decimal,
}

/// Bytes alive in each step of a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// First step.
    pub first: u64,
    /// Last step, inclusive.
    pub last: u64,
    /// Bytes alive in each of them.
    pub bytes: Decimal,
}

/// A buffer in a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Occupant {
    /// Its id.
    pub id: String,
    /// Its name in the model, if that is not its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How long its contents last: of a `buffer` for a part of the schedule, of a `persistent` one from run to run.
    pub kind: String,
    /// Whether bus masters access it, so that it takes whole cache lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dma: bool,
    /// Why it is in this bank.
    pub rule: Rule,
    /// Offset from the bank's base.
    pub offset: Decimal,
    /// End of the bytes that it takes, exclusive.
    pub end: Decimal,
    /// Its size.
    pub bytes: Decimal,
    /// Alignment of its offset.
    pub alignment: Decimal,
    /// First step in which it is alive.
    pub first: u64,
    /// Last step in which it is alive, inclusive.
    pub last: u64,
    /// First and last step in which its bytes are taken, if it has aliases that are alive in other steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<(u64, u64)>,
}

/// Why a buffer is in its bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "word", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rule {
    /// Its offset is fixed.
    FixedOffset {},
    /// Its bank is fixed.
    FixedBank {},
    /// It allows only this bank.
    OnlyBank {},
    /// It prefers this bank.
    FirstChoice {},
    /// It prefers other banks.
    LaterChoice {
        /// Position in its list of banks, from 2.
        choice: u64,
        /// Banks in the list.
        of: u64,
    },
    /// It is an alias: bytes of another buffer.
    Alias {
        /// The buffer that has the bytes.
        of: String,
        /// Offset in it.
        offset: Decimal,
    },
    /// It does not allow this bank, which is a finding.
    NotAllowed {},
}

/// A violation of the problem by the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The stable code.
    pub code: String,
    /// The buffer.
    pub buffer: String,
    /// The other buffer of an overlap.
    pub other: Option<String>,
    /// What is wrong, with the figures.
    pub message: String,
}

/// Changes of the problem that would save bytes. Each was applied alone, planned and verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// Their target: the capacities if the plan does not fit, else the next smaller size of one bank.
    pub target: Vec<Room>,
    /// Bytes above these rooms without any change.
    pub missing: Decimal,
    /// The changes, those that save the most first; at most three.
    pub single: Vec<Change>,
    /// All of them applied together, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<Change>,
}

/// The target room of a bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// Id of the bank.
    pub bank: String,
    /// Bytes that buffers may take.
    pub bytes: Decimal,
    /// The current high-water mark.
    pub high_water: Decimal,
}

/// One change, or all of them together, and the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Its kind.
    pub kind: ChangeKind,
    /// The buffers that it concerns.
    pub buffers: Vec<String>,
    /// What to change, in words.
    pub what: String,
    /// Bytes saved in the banks of the target.
    pub saves: Decimal,
    /// Bytes that are still missing.
    pub missing: Decimal,
    /// Whether everything fits the target.
    pub fits: bool,
}

/// Kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// A step writes its output over its input.
    InPlace,
    /// A lifetime does not reach the peak.
    Lifetime,
    /// One more bank is allowed.
    Bank,
    /// An offset is not fixed.
    Offset,
    /// An alignment is smaller.
    Alignment,
    /// A buffer is smaller.
    Size,
    /// Several changes together.
    Together,
}

impl Rule {
    /// The rule in words.
    pub fn words(&self) -> String {
        match self {
            Self::FixedOffset {} => "fixed offset".into(),
            Self::FixedBank {} => "fixed bank".into(),
            Self::OnlyBank {} => "only bank".into(),
            Self::FirstChoice {} => "first choice".into(),
            Self::LaterChoice { choice, of } => format!("choice {choice} of {of}"),
            Self::Alias { of, offset } => format!("in `{}` at {offset}", of.escape_debug()),
            Self::NotAllowed {} => "not allowed".into(),
        }
    }
}

impl Occupant {
    /// Whether the problem fixes its offset.
    pub(crate) fn offset_is_fixed(&self) -> bool {
        self.rule == Rule::FixedOffset {}
    }

    /// The buffer that has its bytes, if it is an alias.
    pub(crate) fn alias_of(&self) -> Option<&str> {
        match &self.rule {
            Rule::Alias { of, .. } => Some(of),
            _ => None,
        }
    }

    /// Whether its bytes are taken in a step.
    pub(crate) fn alive(&self, step: u64) -> bool {
        let (first, last) = self.taken.unwrap_or((self.first, self.last));
        first <= step && step <= last
    }
}

impl Bank {
    /// Bytes that buffers may take.
    pub fn room(&self) -> u64 {
        self.capacity.get().saturating_sub(self.reserve.get())
    }
}

impl Report {
    /// The name of a step, if it has one.
    pub(crate) fn step_name(&self, step: u64) -> Option<&str> {
        self.steps.get(usize::try_from(step).ok()?).map(String::as_str)
    }

    /// The number of a step, followed by its name if it has one.
    pub(crate) fn step(&self, step: u64) -> String {
        match self.step_name(step) {
            Some(name) => format!("{step} `{}`", name.escape_debug()),
            None => step.to_string(),
        }
    }

    /// Number of buffers.
    pub(crate) fn buffer_count(&self) -> usize {
        self.banks.iter().map(|bank| bank.buffers.len()).sum()
    }
}
