//! Aliases in the picture: where a buffer is not covered by what is drawn over it.

use std::collections::BTreeMap;

use crate::report::{Bank, Occupant};

/// The steps in which aliases of each buffer are alive, by its id.
pub(super) struct Covered<'a>(BTreeMap<&'a str, (u64, u64)>);

impl<'a> Covered<'a> {
    pub(super) fn of(bank: &'a Bank) -> Self {
        let mut covered: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for alias in &bank.buffers {
            if let Some(root) = alias.alias_of() {
                let steps = covered.entry(root).or_insert((alias.first, alias.last));
                *steps = (steps.0.min(alias.first), steps.1.max(alias.last));
            }
        }
        Self(covered)
    }

    /// The steps of a buffer before its first alias, else those after its last one; all of them if it has none, or if
    /// there is always one.
    pub(super) fn clear(&self, one: &Occupant) -> (u64, u64) {
        match self.0.get(&*one.id) {
            Some(&(begin, _)) if begin > one.first => (one.first, one.last.min(begin - 1)),
            Some(&(_, end)) if end < one.last => (one.first.max(end + 1), one.last),
            _ => (one.first, one.last),
        }
    }
}
