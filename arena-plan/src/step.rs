//! The token of a step.

use core::fmt;
use core::marker::PhantomData;

/// Says that the schedule is in step `S`. It is typed by its step, so that it cannot be moved into the struct of
/// another step, whose live set is another one.
pub struct At<S>(PhantomData<fn() -> S>);

impl<S> At<S> {
    /// Gives the token.
    ///
    /// # Safety
    /// No other token of the plan exists, and the handles that exist are among those alive in `S`.
    #[inline(always)]
    #[must_use]
    pub const unsafe fn mint() -> Self {
        Self(PhantomData)
    }
}

/// What a step prints for `Debug`: its name. The buffers are in the plan's table.
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
