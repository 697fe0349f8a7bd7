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

/// Formats a step for `Debug` as its name. The buffers are in the plan's table.
///
/// # Errors
/// Those of the formatter.
pub fn named(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "Step({name})")
}

impl<S> fmt::Debug for At<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("At")
    }
}
