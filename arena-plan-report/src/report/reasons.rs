//! Why a plan does not fit and what would help, as data: the same objects that `plan --format json` prints.

use arena_plan_core::problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Decimal;

/// One reason why a plan does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// `over-budget` with a proof that no layout exists, else `no-layout-found`.
    pub code: String,
    /// The proof or what came closest, with the figures, and what would help.
    pub message: String,
    /// Buffers that cannot be placed together; null where the message proves that there is no layout.
    pub conflict: Option<Conflict>,
    /// Changes after which everything fits; each was tried.
    pub changes: Vec<Advised>,
    /// Number of other changes that would be enough and are not listed.
    pub more_changes: u64,
}

/// Buffers that cannot be placed together, whatever the others do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Their ids, or those of the first of very many.
    pub buffers: Vec<String>,
    /// How many they are.
    pub count: u64,
    /// Without any one of them, the others can be placed.
    pub irreducible: bool,
    /// No smaller set conflicts.
    pub smallest: bool,
}

/// One change after which everything fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Advised {
    /// Give the bank another capacity.
    Capacity {
        /// Id of the bank.
        bank: String,
        /// Bytes of capacity.
        bytes: Decimal,
        /// Every smaller capacity was proved too small.
        least: bool,
    },
    /// Move the buffer from its fixed offset to this one.
    Move {
        /// Id of the buffer.
        buffer: String,
        /// The offset.
        offset: Decimal,
    },
    /// Allow the buffer a further bank.
    Allow {
        /// Id of the buffer.
        buffer: String,
        /// Id of the bank.
        bank: String,
    },
    /// Let the buffer live in fewer steps.
    Shorten {
        /// Id of the buffer.
        buffer: String,
        /// Its first step then.
        first: u64,
        /// Its last step then, inclusive.
        last: u64,
    },
    /// Another change, which the message describes.
    Other {},
}

impl From<&problem::Reason> for Reason {
    fn from(reason: &problem::Reason) -> Self {
        let conflict = reason.conflict.as_ref().map(|found| Conflict {
            buffers: found.buffers.iter().map(ToString::to_string).collect(),
            count: found.count as u64,
            irreducible: found.irreducible,
            smallest: found.smallest,
        });
        Self {
            code: reason.code.as_str().into(),
            message: reason.message.clone(),
            conflict,
            changes: reason.changes.iter().map(Advised::from).collect(),
            more_changes: reason.more as u64,
        }
    }
}

impl From<&problem::Change> for Advised {
    fn from(change: &problem::Change) -> Self {
        use problem::Change;
        match change {
            Change::Capacity { bank, bytes, least } => {
                Self::Capacity { bank: bank.to_string(), bytes: (*bytes).into(), least: *least }
            }
            Change::Move { buffer, offset } => {
                Self::Move { buffer: buffer.to_string(), offset: (*offset).into() }
            }
            Change::Allow { buffer, bank } => {
                Self::Allow { buffer: buffer.to_string(), bank: bank.to_string() }
            }
            Change::Shorten { buffer, first, last } => {
                Self::Shorten { buffer: buffer.to_string(), first: *first, last: *last }
            }
            _ => Self::Other {},
        }
    }
}
