//! The blocks of the crate expanded so far.
//!
//! Two modules of one name in one scope are one error of rustc's, E0428. The types and expressions of a block are outside
//! of its module and name it, and those of the second block would reach the first module: a dozen errors more. So the
//! module of a later block with the name of an earlier one of the same file gets a name of its own, and the block's name
//! imports it. In another scope that makes no difference; in the same scope the import is the one error, E0255.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use proc_macro2::Ident;
use quote::format_ident;

/// Blocks expanded so far.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// File and name of each of them.
static NAMES: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());

/// What tells a block from the others of its crate.
pub(crate) struct Blocks {
    /// How many there were before it. rustc expands the blocks of a crate in the same order each time.
    pub(crate) number: usize,
    /// The block's module for its name.
    pub(crate) module: fn(&Ident, usize) -> Ident,
}

impl Blocks {
    /// Counts one more block.
    pub(crate) fn next() -> Self {
        Self { number: COUNT.fetch_add(1, Ordering::Relaxed), module: distinct }
    }

    /// A block by itself, as tests have it.
    #[cfg(test)]
    pub(crate) fn alone() -> Self {
        Self { number: 0, module: |name, _| name.clone() }
    }
}

/// The name itself, or one of its own where an earlier block of the file has it.
fn distinct(name: &Ident, number: usize) -> Ident {
    let key = (name.span().file(), name.to_string());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if names.insert(key) { name.clone() } else { format_ident!("__{name}_{number}", span = name.span()) }
}
