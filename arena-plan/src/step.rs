//! The token of a step.

use core::fmt;
use core::marker::PhantomData;

/// Proves that the schedule is in step `S`. It is typed by its step, so that it cannot be moved into the struct of
/// another step, which has a different live set.
pub struct At<S>(PhantomData<fn() -> S>);

impl<S> At<S> {
    /// Creates the token.
    ///
    /// # Safety
    /// No other token of the plan exists, and the handles that exist are among those alive in `S`.
    #[inline(always)]
    #[must_use]
    pub const unsafe fn mint() -> Self {
        Self(PhantomData)
    }
}

/// Takes the handles out of a step that ends: a copy, so that the step is left whole. If a field were moved out, every
/// function that does it would report a `Drop` that a user implements for the step.
///
/// # Safety
/// `handles` are not used again.
#[inline(always)]
#[must_use]
pub unsafe fn carried<T>(handles: &T) -> T {
    const { assert!(!core::mem::needs_drop::<T>()) }
    // SAFETY: a reference is valid for reads, nothing is dropped twice, and by the caller's promise the copy is the only
    // one that is used.
    unsafe { core::ptr::read(handles) }
}

/// Formats a step for `Debug` as its name. The buffers are in the plan's table.
///
/// # Errors
/// Those of the formatter.
pub fn named(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "Step({name})")
}

/// Formats the enum of all steps for `Debug` as if it were derived, given the names of the variant and of its step: a table of
/// names costs the compiler less than a `Debug` of each variant's content.
///
/// # Errors
/// Those of the formatter.
pub fn any_named((variant, step): (&str, &str), f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_tuple(variant).field(&format_args!("Step({step})")).finish()
}

impl<S> fmt::Debug for At<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("At")
    }
}
