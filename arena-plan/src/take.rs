//! The flag that allows an arena to be taken once.

#[cfg(not(all(feature = "portable-atomic", not(target_has_atomic = "8"))))]
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(all(feature = "portable-atomic", not(target_has_atomic = "8")))]
use portable_atomic::{AtomicBool, Ordering};

#[cfg(not(any(target_has_atomic = "8", feature = "critical-section", feature = "portable-atomic")))]
compile_error!(
    "this target has no atomic swap: enable the feature `critical-section` or `portable-atomic` of `arena-plan` \
     [missing-feature]"
);

/// Whether the arena of a plan is taken.
pub struct TakeFlag(AtomicBool);

impl TakeFlag {
    /// The flag of an arena that is not taken.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Takes the arena; `false` if it is already taken.
    #[cfg(any(target_has_atomic = "8", feature = "portable-atomic"))]
    #[inline]
    pub fn claim(&self) -> bool {
        !self.0.swap(true, Ordering::Acquire)
    }

    /// Takes the arena; `false` if it is already taken. Load and store exist everywhere; the critical section makes
    /// them atomic.
    #[cfg(not(any(target_has_atomic = "8", feature = "portable-atomic")))]
    #[inline]
    pub fn claim(&self) -> bool {
        let swap = || {
            let free = !self.0.load(Ordering::Acquire);
            // Only if it is free: `clear` on another core needs no critical section and must not be undone.
            if free {
                self.0.store(true, Ordering::Relaxed);
            }
            free
        };
        #[cfg(feature = "critical-section")]
        let free = critical_section::with(|_| swap());
        // The error above is the only one.
        #[cfg(not(feature = "critical-section"))]
        let free = swap();
        free
    }

    /// Returns the arena.
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
