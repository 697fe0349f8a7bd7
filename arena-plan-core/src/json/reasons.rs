//! Writing: why a layout does not fit, and what would help, as data.

use alloc::vec::Vec;

use serde::Serialize;

use super::schema::Decimal;
use crate::problem::{Change, Conflict, Reason};

/// One reason.
#[derive(Serialize)]
pub(super) struct ReasonText<'a> {
    code: &'static str,
    message: &'a str,
    conflict: Option<ConflictText<'a>>,
    changes: Vec<ChangeText<'a>>,
    more_changes: usize,
}

#[derive(Serialize)]
struct ConflictText<'a> {
    buffers: Vec<&'a str>,
    count: usize,
    irreducible: bool,
    smallest: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ChangeText<'a> {
    Capacity { bank: &'a str, bytes: Decimal, least: bool },
    Move { buffer: &'a str, offset: Decimal },
    Allow { buffer: &'a str, bank: &'a str },
    Shorten { buffer: &'a str, first: u64, last: u64 },
}

impl<'a> ReasonText<'a> {
    pub(super) fn of(reason: &'a Reason) -> Self {
        Self {
            code: reason.code.as_str(),
            message: &reason.message,
            conflict: reason.conflict.as_ref().map(conflict),
            changes: reason.changes.iter().map(change).collect(),
            more_changes: reason.more,
        }
    }
}

fn conflict(found: &Conflict) -> ConflictText<'_> {
    ConflictText {
        buffers: found.buffers.iter().map(|id| &**id).collect(),
        count: found.count,
        irreducible: found.irreducible,
        smallest: found.smallest,
    }
}

fn change(change: &Change) -> ChangeText<'_> {
    match change {
        Change::Capacity { bank, bytes, least } => {
            ChangeText::Capacity { bank, bytes: Decimal(*bytes), least: *least }
        }
        Change::Move { buffer, offset } => ChangeText::Move { buffer, offset: Decimal(*offset) },
        Change::Allow { buffer, bank } => ChangeText::Allow { buffer, bank },
        Change::Shorten { buffer, first, last } => ChangeText::Shorten { buffer, first: *first, last: *last },
    }
}
