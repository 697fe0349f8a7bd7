//! The names of the items that the expansion generates by itself in the plan's module.
//!
//! The items are emitted with the identifiers in this list, and no declaration of a block may have a name that
//! becomes one of them: a constant is imported by name where the user's types resolve, together with anything else of
//! that name.

use proc_macro2::{Ident, Span};

macro_rules! generated {
    ($($field:ident = $text:literal, $about:literal;)*) => {
        /// Every name in the list.
        pub(crate) const GENERATED: &[&str] = &[$($text),*];

        /// The names as identifiers.
        pub(crate) struct Generated {
            $(#[doc = $about] pub(crate) $field: Ident,)*
            /// [`KEPT`].
            pub(crate) kept: Ident,
            /// [`DETACHED`].
            pub(crate) detached: Ident,
            /// [`COLD`].
            pub(crate) cold: Ident,
            /// [`COLD_IO`].
            pub(crate) cold_io: Ident,
            /// [`IDLE`].
            pub(crate) idle: Ident,
            /// [`REGIONS`].
            pub(crate) regions: Ident,
            /// [`BIND`].
            pub(crate) bind: Ident,
        }

        impl Generated {
            pub(crate) fn new() -> Self {
                let ident = |name| Ident::new(name, Span::call_site());
                Self { $($field: ident($text),)* kept: ident(KEPT), detached: ident(DETACHED), cold: ident(COLD), cold_io: ident(COLD_IO), idle: ident(IDLE), regions: ident(REGIONS), bind: ident(BIND) }
            }
        }
    };
}

generated! {
    any = "Any", "The enum of all steps.";
    plan = "PLAN", "The table.";
    take = "take", "Returns the first step.";
    steal = "steal", "Returns the first step unconditionally.";
    audit = "audit", "Verifies the plan on the target.";
    buf = "buf", "The module of the buffers' types.";
    bank = "bank", "The module of the banks' types.";
    constant = "constant", "The module of the constants' types, where there are any.";
    memory = "memory", "The hidden module of the banks' statics.";
    arena = "__arena", "The hidden module of the model, the layout and the proof.";
    start = "__start", "What `take` and `steal` share.";
    first = "__first", "Creates the handles of the first step's buffers.";
    private = "__private", "The library's hidden module, which every module imports.";
    unclear = "__Unclear", "Next to an error: the type of what is not known.";
}

/// The struct of the persistent buffers that travel with the steps; only blocks with such buffers have it.
pub(crate) const KEPT: &str = "Kept";

/// The struct of the persistent buffers that the application holds; only blocks with such buffers have it.
pub(crate) const DETACHED: &str = "Detached";

/// The step before the first, in which constants are copied; only blocks with such constants have it.
pub(crate) const COLD: &str = "Cold";

/// What `io()` of that step gives.
pub(crate) const COLD_IO: &str = "ColdIo";

/// The state without a lease; only blocks with a bank in a pool have it.
pub(crate) const IDLE: &str = "Idle";

/// The struct of the memory that the application gives; only blocks with such memory have it.
pub(crate) const REGIONS: &str = "Regions";

/// Takes that memory and returns the first step, in place of `take`.
pub(crate) const BIND: &str = "bind";

/// The struct that `io()` of a step returns.
pub(crate) fn view(step: &str) -> String {
    format!("{step}Io")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quote::ToTokens;
    use syn::{Item, ItemUse};

    use super::GENERATED;
    use crate::testing::mistakes;

    #[test]
    fn no_constant_has_a_generated_name() {
        for name in GENERATED {
            let text = mistakes(&format!(
                "mod m {{ bank ram {{ capacity: 64 }} const {name}: usize = 8; buffer x: [u8; {name}]; step a() -> x; step b(x); }}"
            ));
            assert_eq!(text.lines().filter(|line| line.contains("[bad-name]")).count(), 1, "{name}: {text}");
        }
    }

    /// The names of a module's own items; those of macros are arguments of the macros.
    fn names(items: &[Item]) -> BTreeSet<String> {
        let name = |item: &Item| match item {
            Item::Mod(item) => Some(item.ident.to_string()),
            Item::Fn(item) => Some(item.sig.ident.to_string()),
            Item::Const(item) => Some(item.ident.to_string()),
            Item::Static(item) => Some(item.ident.to_string()),
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            Item::Type(item) => Some(item.ident.to_string()),
            Item::Use(ItemUse { tree, .. }) => {
                tree.to_token_stream().to_string().split(':').next_back().map(|name| name.trim().to_owned())
            }
            Item::Macro(item) => {
                let called = item.mac.path.segments.last().map(|name| name.ident.to_string());
                (called.as_deref() == Some("any")).then(|| {
                    let tokens = item.mac.tokens.clone().into_iter().nth(1);
                    tokens.map(|name| name.to_string()).unwrap_or_default()
                })
            }
            _ => None,
        };
        items.iter().filter_map(name).collect()
    }

    #[test]
    fn the_snapshots_have_no_other_names() {
        for (text, own) in [
            (include_str!("../../tests/expansion/kws.rs"), vec!["FRAME"]),
            (include_str!("../../tests/expansion/native.rs"), vec![]),
            (include_str!("../../tests/expansion/private.rs"), vec!["HALF"]),
            (include_str!("../../tests/expansion/fallback.rs"), vec![]),
        ] {
            let file = syn::parse_file(text).expect("an expansion");
            let modules = file.items.iter().filter_map(|item| match item {
                Item::Mod(module) => module.content.as_ref(),
                _ => None,
            });
            let found: BTreeSet<String> = modules.flat_map(|(_, items)| names(items)).collect();
            let known = |name: &&String| GENERATED.contains(&name.as_str()) || own.contains(&name.as_str());
            let strange: Vec<&String> = found.iter().filter(|name| !known(name)).collect();
            assert_eq!(strange, Vec::<&String>::new(), "names that no check knows of");
            let missing = ["PLAN", "take", "buf", "bank", "__arena", "Any"];
            assert!(missing.iter().all(|name| found.contains(*name)), "{found:?}");
        }
    }
}
