//! What earlier mistakes leave uncertain: a name in doubt gets no second error.

use std::collections::BTreeSet;

use crate::ast::{Kind, Unread};

/// Names that a reported mistake affects.
pub(crate) struct Doubts {
    declared: Vec<(Option<Kind>, Option<String>)>,
    mentioned: BTreeSet<String>,
    unclear: Vec<Kind>,
    /// Buffers and constants whose type is not known for sure.
    pub(crate) untyped: BTreeSet<String>,
    /// Whether a step or a buffer may be missing from the block.
    pub(crate) schedule: bool,
}

impl Doubts {
    pub(super) fn new(unread: Unread) -> Self {
        let mut doubts = Self {
            declared: unread.declared,
            mentioned: unread.mentioned,
            unclear: Vec::new(),
            untyped: BTreeSet::new(),
            schedule: false,
        };
        doubts.schedule = unread.conflict
            || doubts.declared.iter().any(|(kind, _)| !matches!(kind, Some(Kind::Bank | Kind::Const)));
        let lost = doubts.declared.iter().filter_map(|(kind, _)| *kind).collect::<Vec<_>>();
        for kind in unread.broken.into_iter().chain(lost) {
            match kind {
                Kind::Buffer => doubts.add_all(Kind::Bank),
                Kind::Step => doubts.add_all(Kind::Buffer),
                Kind::Bank | Kind::Const => {}
            }
        }
        doubts
    }

    /// A declaration that is not in the block, although the name is declared.
    pub(super) fn dropped(&mut self, kind: Kind, id: &str) {
        self.declared.push((Some(kind), Some(String::from(id))));
    }

    /// A step or buffer that is not in the block under its name.
    pub(super) fn lost(&mut self, kind: Kind, id: &str) {
        self.dropped(kind, id);
        self.schedule = true;
    }

    /// A name whose use or lifetime is not known for sure.
    pub(super) fn add(&mut self, id: impl Into<String>) {
        self.mentioned.insert(id.into());
    }

    /// Some name of this kind was intended, but it is not known which: none can be called unused.
    pub(super) fn add_all(&mut self, kind: Kind) {
        self.unclear.push(kind);
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

    /// Whether a mistake affects this name.
    pub(crate) fn about(&self, kind: Kind, id: &str) -> bool {
        self.mentioned.contains(id) || self.may_declare(kind, id)
    }

    /// Whether this name may be used where a mistake hides it.
    pub(crate) fn hides(&self, kind: Kind, id: &str) -> bool {
        self.about(kind, id)
            || self.unclear.contains(&kind)
            || self.declared.iter().any(|(kind, _)| kind.is_none())
    }
}
