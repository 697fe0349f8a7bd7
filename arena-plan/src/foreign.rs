//! Memory that is not a static of the plan: what lies between two symbols of the linker script, and what the application
//! gives when the program runs.

use core::fmt;
use core::hint::black_box;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::null_mut;
use core::slice;
#[cfg(not(all(feature = "portable-atomic", not(target_has_atomic = "8"))))]
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
#[cfg(all(feature = "portable-atomic", not(target_has_atomic = "8")))]
use portable_atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::bank::{BankMem, Memory};

/// Why a plan cannot begin with the memory that it has: the error of `take()` where a bank lies between two symbols of
/// the linker script.
///
/// ```
/// use arena_plan::TakeError;
///
/// let error = TakeError::Undersized { bank: "sram", bytes: 512, needed: 2048 };
/// assert_eq!(error.to_string(), "bank `sram` needs 2048 bytes, and its memory has 512");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum TakeError {
    /// The arena is taken already.
    Taken,
    /// The memory of a bank is too small.
    Undersized {
        /// Name of the bank.
        bank: &'static str,
        /// Bytes that the memory has.
        bytes: usize,
        /// Bytes that the bank needs: its `BYTES`.
        needed: usize,
    },
    /// The memory of a bank does not begin at a multiple of the alignment.
    Misaligned {
        /// Name of the bank.
        bank: &'static str,
        /// Alignment in bytes that the bank needs: its `ALIGN`.
        align: usize,
    },
}

/// Why `bind()` refuses memory, which it returns with this error.
pub type BindError = TakeError;

impl fmt::Display for TakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Taken => f.write_str("the arena is taken"),
            Self::Undersized { bank, bytes, needed } => {
                write!(f, "bank `{bank}` needs {needed} bytes, and its memory has {bytes}")
            }
            Self::Misaligned { bank, align } => {
                write!(f, "bank `{bank}` has to begin at a multiple of {align}, and its memory does not")
            }
        }
    }
}

impl core::error::Error for TakeError {}

/// Whether memory of so many bytes at this address suffices for a bank.
fn suffices<A, const N: usize>(bank: &'static str, address: usize, bytes: usize) -> Result<(), TakeError> {
    let align = align_of::<BankMem<A, N>>();
    if bytes < N {
        return Err(TakeError::Undersized { bank, bytes, needed: N });
    }
    if address % align != 0 {
        return Err(TakeError::Misaligned { bank, align });
    }
    Ok(())
}

/// Whether the memory between two symbols suffices for a bank.
#[inline]
pub fn between<A, const N: usize>(
    bank: &'static str,
    start: *const BankMem<A, N>,
    end: *const u8,
) -> Result<(), TakeError> {
    // The compiler takes the symbols for two objects apart from each other, the first of which is large enough and
    // aligned: it must not see that these are their addresses.
    let (start, end) = (black_box(start.addr()), black_box(end.addr()));
    suffices::<A, N>(bank, start, end.saturating_sub(start))
}

/// The memory of a bank that the application gives: where it is, while it is bound. The plan uses `N` bytes of it, aligned
/// like `A`.
///
/// There is no argument about races: an atomic pointer is written before a handle exists, and read through a handle.
pub struct Bound<A, const N: usize> {
    base: AtomicPtr<u8>,
    bytes: AtomicUsize,
    align: PhantomData<fn() -> A>,
}

impl<A, const N: usize> Bound<A, N> {
    /// Memory that nobody has given.
    #[must_use]
    pub const fn new() -> Self {
        Self { base: AtomicPtr::new(null_mut()), bytes: AtomicUsize::new(0), align: PhantomData }
    }

    /// What the compiler knows of the first byte's address: nothing.
    #[inline(always)]
    #[must_use]
    pub const fn base(_: *const Self) -> *mut u8 {
        null_mut()
    }

    /// The first byte; null while no memory is bound.
    #[inline(always)]
    #[must_use]
    pub fn address(&self) -> *mut u8 {
        self.base.load(Ordering::Relaxed)
    }

    /// Whether the memory suffices.
    pub fn accepts(&self, bank: &'static str, region: &[MaybeUninit<u8>]) -> Result<(), TakeError> {
        suffices::<A, N>(bank, region.as_ptr().addr(), region.len())
    }

    /// Takes the memory and fills what the plan uses of it with zeros.
    ///
    /// # Safety
    /// The memory suffices, and no memory is bound.
    pub unsafe fn bind(&self, region: &'static mut [MaybeUninit<u8>]) {
        self.bytes.store(region.len(), Ordering::Relaxed);
        // All addresses of buffers are derived from this pointer, and never made from a number.
        let base = region.as_mut_ptr().cast::<u8>();
        // SAFETY: the region has `N` bytes, and it is borrowed for good.
        unsafe { base.write_bytes(0, N) }
        self.base.store(base, Ordering::Relaxed);
    }

    /// Gives the memory back.
    ///
    /// # Safety
    /// Memory is bound, no handle of a buffer in it exists any more, and nothing uses a reference that one gave.
    #[must_use]
    pub unsafe fn unbind(&self) -> &'static mut [MaybeUninit<u8>] {
        let (base, bytes) = (self.base.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        self.base.store(null_mut(), Ordering::Relaxed);
        // SAFETY: pointer and length are those of the region that `bind` was given for good, and by the caller's promise
        // nothing else that is derived from them is used any more.
        unsafe { slice::from_raw_parts_mut(base.cast(), bytes) }
    }
}

/// What it accepts has at least so many bytes and this alignment.
impl<A, const N: usize> Memory for Bound<A, N> {
    const BYTES: usize = N;
    const ALIGN: usize = align_of::<BankMem<A, N>>();
}

impl<A, const N: usize> Default for Bound<A, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// The memory that the application gives: one field for each of its banks.
#[doc(hidden)]
#[macro_export]
macro_rules! __regions {
    ($(#[$attr:meta])* [$vis:vis] $regions:ident = $id:literal { $($about:literal $bank:ident,)* }) => {
        $(#[$attr])*
        $vis struct $regions {
            $(
                #[doc = $about]
                $vis $bank: &'static mut [$crate::__private::core::mem::MaybeUninit<$crate::__private::core::primitive::u8>],
            )*
        }
        /// The names of the banks and the sizes of their memory; the bytes may be of any value, or of none.
        impl $crate::__private::core::fmt::Debug for $regions {
            fn fmt(
                &self,
                __f: &mut $crate::__private::core::fmt::Formatter<'_>,
            ) -> $crate::__private::core::fmt::Result {
                __f.debug_struct($id)
                    $(
                        .field(
                            $crate::__private::core::stringify!($bank),
                            &$crate::__private::core::format_args!("{} bytes", self.$bank.len()),
                        )
                    )*
                    .finish()
            }
        }
        $crate::__private::handles_format! { $regions = $id }
    };
}
