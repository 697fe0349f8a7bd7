//! The memory of one bank.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Maps an alignment to a type that has it.
pub struct AlignTo<const ALIGN: usize>;

/// The zero-cost type behind [`AlignTo`].
pub trait Alignment {
    /// A type with this alignment.
    type Unit;
}

macro_rules! alignments {
    ($($name:ident $align:literal)*) => {$(
        #[doc = concat!("Has alignment ", $align, ".")]
        #[repr(align($align))]
        pub struct $name;

        impl Alignment for AlignTo<$align> {
            type Unit = $name;
        }
    )*};
}

alignments! {
    A1 1 A2 2 A4 4 A8 8 A16 16 A32 32 A64 64 A128 128 A256 256 A512 512 A1024 1024 A2048 2048 A4096 4096
}

/// `N` bytes, aligned like `A`, that are accessed only through [`Slot`](crate::Slot)s.
#[repr(C)]
pub struct BankMem<A, const N: usize> {
    align: [A; 0],
    bytes: UnsafeCell<[MaybeUninit<u8>; N]>,
}

// SAFETY: the type hands out only raw pointers; code that dereferences one must justify the sharing.
unsafe impl<A, const N: usize> Sync for BankMem<A, N> {}

impl<A, const N: usize> BankMem<A, N> {
    /// Zeroed memory, for `.bss`.
    #[must_use]
    pub const fn zeroed() -> Self {
        Self { align: [], bytes: UnsafeCell::new([MaybeUninit::new(0); N]) }
    }

    /// Memory with unspecified bytes, for a section that start-up code does not fill.
    #[must_use]
    pub const fn uninit() -> Self {
        Self { align: [], bytes: UnsafeCell::new([MaybeUninit::uninit(); N]) }
    }

    /// The first byte, given the address of the static, so that no reference to the whole bank ever exists.
    #[inline(always)]
    #[must_use]
    pub const fn base(this: *const Self) -> *mut u8 {
        // `repr(C)` puts the bytes at offset 0, after the empty array; the cell makes them writable.
        this.cast::<u8>().cast_mut()
    }

    /// Fills the memory with zeros.
    ///
    /// # Safety
    /// `this` is the address of a static, or of `N` bytes that are its own, and no handle to any of its bytes exists.
    #[inline]
    pub unsafe fn fill(this: *const Self) {
        // SAFETY: there are `N` bytes, and by the caller's promise nothing else accesses them.
        unsafe { Self::base(this).write_bytes(0, N) }
    }
}

/// Memory of `BYTES` bytes at a multiple of `ALIGN`, wherever it is.
pub trait Memory {
    /// Its size.
    const BYTES: usize;
    /// Its alignment.
    const ALIGN: usize;
}

impl<A, const N: usize> Memory for BankMem<A, N> {
    const BYTES: usize = N;
    const ALIGN: usize = align_of::<Self>();
}
