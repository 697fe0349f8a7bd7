//! What earlier mistakes leave open: a name in doubt gets no second error.

use std::collections::BTreeSet;

use crate::ast::{Kind, Unread};

/// Names that a reported mistake touches.
pub(crate) struct Doubts {
    declared: Vec<(Option<Kind>, Option<String>)>,
    mentioned: BTreeSet<String>,
    kinds: Vec<Kind>,
}

impl Doubts {
    pub(super) fn new(unread: Unread) -> Self {
        Self { declared: unread.declared, mentioned: unread.mentioned, kinds: Vec::new() }
    }

    /// A declaration that does not reach the block, although the name is declared.
    pub(super) fn dropped(&mut self, kind: Kind, id: &str) {
        self.declared.push((Some(kind), Some(String::from(id))));
    }

    /// A name whose use or lifetime is not known for sure.
    pub(super) fn add(&mut self, id: impl Into<String>) {
        self.mentioned.insert(id.into());
    }

    /// Some name of this kind was meant, but not which.
    pub(super) fn add_all(&mut self, kind: Kind) {
        self.kinds.push(kind);
    }

    /// Whether a declaration that could not be read may declare this name.
    pub(super) fn may_declare(&self, kind: Kind, id: &str) -> bool {
        self.declared.iter().any(|(declared, name)| {
            declared.is_none_or(|declared| declared == kind) && name.as_ref().is_none_or(|name| name == id)
        })
    }

    /// Whether a declaration with a mistake names it, so that it may not be a name at all.
    pub(super) fn mentions(&self, id: &str) -> bool {
        self.mentioned.contains(id)
    }

    /// Whether a declaration of this kind could not be read, or may not have been.
    pub(crate) fn may_declare_any(&self, kind: Kind) -> bool {
        self.declared.iter().any(|(declared, _)| declared.is_none_or(|declared| declared == kind))
    }

    /// Whether the use of this name is in doubt.
    pub(crate) fn about(&self, kind: Kind, id: &str) -> bool {
        self.mentioned.contains(id) || self.kinds.contains(&kind) || self.declared.contains(&(None, None))
    }
}
