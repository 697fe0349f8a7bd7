//! Names of one kind: ids, the type names derived from them, and look-up with "did you mean".

use std::collections::BTreeMap;
use std::rc::Rc;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use proc_macro2::Ident;
use syn::ext::IdentExt;

use super::doubts::Doubts;
use crate::ast::{self, Kind};
use crate::errors::Errors;
use crate::generated::{BIND, COLD, COLD_IO, DETACHED, GENERATED, IDLE, KEPT, REGIONS, view};
use crate::ir::Storage;
use crate::suggest::nearest;
use crate::variants::Removed;

/// The names that the expansion generates by itself.
pub(super) struct Reserved {
    /// `WindowIo`, and the step that it belongs to.
    views: BTreeMap<String, String>,
    /// `Window`, and the step that it belongs to.
    steps: BTreeMap<String, String>,
    /// `Kept`, `Detached` and others, if the block has something for them.
    state: Vec<&'static str>,
}

impl Reserved {
    /// Each step with buffers has a view of them.
    pub(super) fn new(ast::Block { steps, buffers, rules, banks, .. }: &ast::Block) -> Self {
        let views = steps.iter().filter(|step| !step.uses.is_empty()).map(|step| {
            let id = step.name.unraw().to_string();
            (view(&marker(&id)), id)
        });
        let types = steps.iter().map(|step| {
            let id = step.name.unraw().to_string();
            (marker(&id), id)
        });
        let persistent = buffers.iter().filter(|buffer| buffer.kind != BufferKind::Buffer);
        let state = persistent.map(|buffer| if buffer.flags.detached.is_some() { DETACHED } else { KEPT });
        let mut state: Vec<&'static str> = state.collect();
        if buffers.iter().any(|buffer| buffer.to.is_some()) || rules.iter().any(|rule| rule.to.is_some()) {
            state.extend([COLD, COLD_IO]);
        }
        if banks.iter().any(|bank| matches!(bank.storage, Some((Storage::Shared(_), _)))) {
            state.push(IDLE);
        }
        if banks.iter().any(|bank| matches!(bank.storage, Some((Storage::Caller, _)))) {
            state.extend([BIND, REGIONS]);
        }
        Self { views: views.collect(), steps: types.collect(), state }
    }

    fn owner(&self, name: &str) -> Option<String> {
        if let Some(step) = self.views.get(name) {
            return Some(format!("which is generated for the buffers of step `{step}`"));
        }
        if self.state.contains(&name) {
            let what = if [COLD, COLD_IO].contains(&name) {
                "which is generated for the constants that are copied"
            } else if name == IDLE {
                "which is generated for the time without a lease of the pool"
            } else if [BIND, REGIONS].contains(&name) {
                "which is generated for the memory of the application"
            } else {
                "which is generated for the persistent buffers"
            };
            return Some(String::from(what));
        }
        GENERATED.contains(&name).then(|| String::from("which the module generates"))
    }
}

/// A name that was accepted.
pub(super) struct Named {
    pub(super) id: String,
    /// The type name, with the span of the name.
    pub(super) marker: Ident,
}

/// What a name refers to.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// The index of a declaration.
    Known(usize),
    /// The index of the intended declaration, after a mistake.
    Meant(usize),
    Unknown,
}

impl Found {
    pub(super) fn known(self) -> Option<usize> {
        match self {
            Self::Known(index) => Some(index),
            Self::Meant(_) | Self::Unknown => None,
        }
    }
}

/// All names of one kind, by index.
pub(super) struct Names {
    kind: Kind,
    ids: BTreeMap<String, usize>,
    markers: BTreeMap<String, String>,
    /// In the order of their declaration, for suggestions.
    order: Vec<String>,
    /// What else is declared in the block.
    declared: Rc<Declared>,
}

/// The names of a block.
#[derive(Default)]
pub(super) struct Declared {
    /// The kind of each. A name of several kinds has the last one.
    kinds: BTreeMap<String, Kind>,
    /// Names that only other variants of the block have.
    removed: Vec<Removed>,
}

/// What a block declares.
pub(super) fn declared(block: &ast::Block) -> Declared {
    let removed = block.removed.clone();
    let constants = block.constants.iter().map(|constant| (&constant.name, Kind::Const));
    let banks = block.banks.iter().map(|bank| (&bank.name, Kind::Bank));
    let steps = block.steps.iter().map(|step| (&step.name, Kind::Step));
    let buffers = block.buffers.iter().map(|buffer| (&buffer.name, Kind::Buffer));
    let all = constants.chain(banks).chain(steps).chain(buffers);
    Declared { kinds: all.map(|(name, kind)| (name.unraw().to_string(), kind)).collect(), removed }
}

impl Names {
    pub(super) fn new(kind: Kind, declared: &Rc<Declared>) -> Self {
        let declared = Rc::clone(declared);
        Self { kind, ids: BTreeMap::new(), markers: BTreeMap::new(), order: Vec::new(), declared }
    }

    /// Gives the name the next index, or reports why it cannot be one.
    pub(super) fn declare(
        &mut self,
        name: &Ident,
        reserved: &Reserved,
        errors: &mut Errors,
    ) -> Option<Named> {
        let id = name.unraw().to_string();
        if let Some((code, message)) = self.objection(&id, reserved) {
            errors.at(code, name.span(), message);
            return None;
        }
        let text = marker(&id);
        // A constant keeps its name, so no type name is derived from it.
        let marker = if self.kind == Kind::Const { name.clone() } else { Ident::new(&text, name.span()) };
        self.ids.insert(id.clone(), self.order.len());
        self.markers.insert(text, id.clone());
        self.order.push(id.clone());
        Some(Named { id, marker })
    }

    /// Whether a declaration before this one has the name.
    pub(super) fn has(&self, name: &Ident) -> bool {
        self.ids.contains_key(&name.unraw().to_string())
    }

    fn objection(&self, id: &str, reserved: &Reserved) -> Option<(Code, String)> {
        let word = self.kind.word();
        if self.ids.contains_key(id) {
            let message = format!("{word} `{id}` is declared twice: rename or remove this one");
            return Some((Code::DuplicateId, message));
        }
        if self.kind == Kind::Const {
            if id.starts_with("__") {
                let message = format!(
                    "a const cannot be called `{id}`: names that begin with two underscores belong to the module"
                );
                return Some((Code::BadName, message));
            }
            // Constants are imported by name where the user's types resolve, and a step of that name would be
            // imported too.
            let step = reserved.steps.get(id).map(|step| format!("which is the type of step `{step}`"));
            let owner = reserved.owner(id).or(step)?;
            let message = format!("a const cannot be called `{id}`, {owner}: choose another name");
            return Some((Code::BadName, message));
        }
        if self.kind == Kind::Buffer && id == "__at" {
            let message = "a buffer cannot be called `__at`: steps keep their token in a field of that name";
            return Some((Code::BadName, String::from(message)));
        }
        if self.kind == Kind::Buffer && id == "kept" && reserved.state.contains(&KEPT) {
            let message =
                "a buffer cannot be called `kept`: steps have the persistent buffers in a field of that name";
            return Some((Code::BadName, String::from(message)));
        }
        let marker = marker(id);
        if marker.is_empty() || marker.starts_with(|first: char| first.is_numeric()) || marker == "Self" {
            let message =
                format!("{word} `{id}` has no type name (it would be `{marker}`): choose another name");
            return Some((Code::BadName, message));
        }
        if let Some(other) = self.markers.get(&marker) {
            let message = format!("{word}s `{other}` and `{id}` both become the type `{marker}`: rename one");
            return Some((Code::NameCollision, message));
        }
        let owner = reserved.owner(&marker).filter(|_| self.kind == Kind::Step)?;
        let message = format!("step `{id}` becomes the type `{marker}`, {owner}: choose another name");
        Some((Code::NameCollision, message))
    }

    /// The code of a name that is not declared. rustc looks up constants.
    fn unknown(&self) -> Code {
        match self.kind {
            Kind::Bank => Code::UnknownBank,
            Kind::Buffer => Code::UnknownBuffer,
            Kind::Step => Code::UnknownStep,
            Kind::Const => Code::UnknownWord,
        }
    }

    /// What other variants of the block declare.
    pub(super) fn removed(&self) -> impl Iterator<Item = &Removed> {
        self.declared.removed.iter().filter(|other| other.kind == self.kind)
    }

    /// What is wrong with a name that only other variants of the block declare.
    fn configured_out(&self, id: &str) -> Option<String> {
        let Removed { attribute, .. } = self.removed().find(|other| other.id == id)?;
        let what = format!("{} `{id}` is configured out by `{attribute}`", self.kind.word());
        Some(match self.kind {
            Kind::Step => format!(
                "{what}: name a step that is there, or declare this buffer once for each variant, with `#[cfg(…)]`"
            ),
            _ => format!("{what}: write `{attribute}` in front of this name too"),
        })
    }

    /// The index of a name; reports an unknown one unless an earlier mistake explains it.
    pub(super) fn find(&self, name: &Ident, doubts: &mut Doubts, errors: &mut Errors) -> Found {
        let id = name.unraw().to_string();
        if let Some(index) = self.ids.get(&id) {
            return Found::Known(*index);
        }
        // If there is no declaration of the kind, that is the only mistake to report.
        if self.order.is_empty() || doubts.may_declare(self.kind, &id) || doubts.mentions(&id) {
            return Found::Unknown;
        }
        let word = self.kind.word();
        if let Some(message) = self.configured_out(&id) {
            errors.at(self.unknown(), name.span(), message);
            return Found::Unknown;
        }
        if let Some(other) = self.declared.kinds.get(&id).filter(|other| **other != self.kind) {
            doubts.add_all(self.kind);
            let message = format!("`{id}` is a {}, but the name of a {word} is expected here", other.word());
            errors.at(self.unknown(), name.span(), message);
            return Found::Unknown;
        }
        let meant = nearest(&id, self.order.iter().map(String::as_str));
        let tail = match meant {
            Some(meant) => {
                doubts.add(meant);
                format!(": did you mean `{meant}`?")
            }
            None => {
                doubts.add_all(self.kind);
                let known: Vec<String> = self.order.iter().take(8).map(|id| format!("`{id}`")).collect();
                let more = if self.order.len() > 8 { ", …" } else { "" };
                format!(": the {word}s are {}{more}", known.join(", "))
            }
        };
        errors.at(self.unknown(), name.span(), format!("unknown {word} `{id}`{tail}"));
        // Reported once: the next mention is the same mistake, most likely in the declaration.
        doubts.dropped(self.kind, &id);
        meant.map_or(Found::Unknown, |meant| Found::Meant(self.ids[meant]))
    }
}

/// `fft_window` gives `FftWindow`.
fn marker(id: &str) -> String {
    let mut text = String::new();
    for word in id.split('_') {
        let mut letters = word.chars();
        text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        text.extend(letters);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::marker;

    #[test]
    fn markers_are_in_camel_case() {
        let cases = [
            ("pcm", "Pcm"),
            ("fft_1", "Fft1"),
            ("fft1", "Fft1"),
            ("DTCM", "DTCM"),
            ("_a__bC", "ABC"),
            ("self_", "Self"),
        ];
        for (id, expected) in cases {
            assert_eq!(marker(id), expected);
        }
    }
}
