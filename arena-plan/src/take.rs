//! The flag that gives an arena out once.

#[cfg(not(any(target_has_atomic = "8", feature = "critical-section", feature = "portable-atomic")))]
compile_error!(
    "this target has no atomic swap: enable the feature `critical-section` or `portable-atomic` of `arena-plan`"
);

#[cfg(any(target_has_atomic = "8", feature = "critical-section", not(feature = "portable-atomic")))]
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(all(
    not(target_has_atomic = "8"),
    not(feature = "critical-section"),
    feature = "portable-atomic"
))]
use portable_atomic::{AtomicBool, Ordering};

/// Whether the arena of a plan is out.
pub struct TakeFlag(AtomicBool);

impl TakeFlag {
    /// The flag of an arena that is not out.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Takes the arena; `false` if it is out already.
    #[inline]
    pub fn claim(&self) -> bool {
        #[cfg(any(target_has_atomic = "8", not(feature = "critical-section")))]
        {
            // On a target without swap this is `portable-atomic`'s type (or the error above has fired).
            #[cfg(any(target_has_atomic = "8", feature = "portable-atomic"))]
            return !self.0.swap(true, Ordering::Acquire);
            #[cfg(not(any(target_has_atomic = "8", feature = "portable-atomic")))]
            return false;
        }
        #[cfg(all(not(target_has_atomic = "8"), feature = "critical-section"))]
        critical_section::with(|_| {
            let free = !self.0.load(Ordering::Acquire);
            self.0.store(true, Ordering::Relaxed);
            free
        })
    }

    /// Gives the arena back.
    ///
    /// # Safety
    /// No handle and no token of the plan exists any more.
    #[inline]
    pub unsafe fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Default for TakeFlag {
    fn default() -> Self {
        Self::new()
    }
}
