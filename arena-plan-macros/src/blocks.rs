//! The blocks of the crate expanded so far.
//!
//! Two modules of the same name in one scope are a single error in rustc, E0428. But the types and expressions of a
//! block are outside its module and name it, and those of the second block would refer to the first module: a dozen
//! more errors. So the module of a later block with the same name as an earlier one in the same file gets a different
//! name, and the block's name imports it. In another scope that makes no difference; in the same scope the import is
//! the only error, E0255.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use proc_macro2::Ident;
use quote::format_ident;

/// Blocks expanded so far.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// File and name of each of them.
static NAMES: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());

/// What distinguishes a block from the others in its crate.
pub(crate) struct Blocks {
    /// Number of blocks before it. rustc expands the blocks of a crate in the same order each time.
    pub(crate) number: usize,
    /// The block's module for its name.
    pub(crate) module: fn(&Ident, usize) -> Ident,
}

impl Blocks {
    /// Counts one more block.
    pub(crate) fn next() -> Self {
        Self { number: COUNT.fetch_add(1, Ordering::Relaxed), module: distinct }
    }

    /// A single block, for tests.
    #[cfg(test)]
    pub(crate) fn alone() -> Self {
        Self { number: 0, module: |name, _| name.clone() }
    }
}

/// The name itself, or a different one if an earlier block in the file has it.
fn distinct(name: &Ident, number: usize) -> Ident {
    let key = (name.span().file(), name.to_string());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if names.insert(key) { name.clone() } else { format_ident!("__{name}_{number}", span = name.span()) }
}
