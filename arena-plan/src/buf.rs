//! The handle of a live buffer and the traits that describe its slot.

use core::fmt;
use core::marker::PhantomData;
use core::mem;
use core::ops::{Deref, DerefMut};

use crate::place::{Place, Places};

/// The type of a buffer. The macro implements it next to the plan, where the user's names resolve.
pub trait Content {
    /// The type of the buffer's contents.
    type T: 'static;
}

/// The initial value of a buffer.
pub trait Init: Content {
    /// Evaluates the user's expression.
    fn init() -> Self::T;
}

/// The initial value of a buffer as the program's read-only memory has it.
pub trait Image: Content {
    /// Copied to the buffer's place at each birth.
    const IMAGE: &'static Self::T;
}

/// A constant or a number of the block, evaluated where the user's names resolve.
pub trait Constant {
    /// Its type.
    type T;
    /// Its value.
    const VALUE: Self::T;
}

/// A buffer's place in its bank.
///
/// # Safety
/// While a handle exists, [`ptr`](Slot::ptr) is valid and aligned for reads and writes of `T`, and always the same. No two
/// handles to slots that share bytes exist at the same time. [`arena_plan!`](crate::arena_plan) proves both in a `const`.
pub unsafe trait Slot: Content {
    /// The plan, with the table of places.
    #[doc(hidden)]
    type Plan: Places;

    /// The buffer's index in the table.
    #[doc(hidden)]
    const INDEX: usize;

    /// The buffer's place.
    #[doc(hidden)]
    const PLACE: Place = <Self::Plan as Places>::PLACES[Self::INDEX];

    /// Address of the slot, derived from the bank's memory.
    #[inline(always)]
    fn ptr() -> *mut Self::T {
        Self::PLACE.address.cast()
    }
}

/// The handle of a live buffer: zero-sized, neither `Clone` nor constructible in safe code.
///
/// It dereferences to the buffer's contents. A step struct has one as a public field for each live buffer; a handle
/// may be moved out (to a DMA transfer, an interrupt, a thread) and must be moved back before `next()`. All other
/// functions are associated functions, so that they hide no methods of `T`.
///
/// The existing handles are always a subset of the buffers alive in the step whose token exists, and the contents of
/// each are a valid `T`.
///
/// ```
/// use arena_plan::{Buf, arena_plan};
///
/// arena_plan! {
///     mod m {
///         bank ram { capacity: 64 }
///         buffer samples: [u16; 8];
///         step fill() -> samples;
///         step sum(samples);
///     }
/// }
///
/// /// A transfer owns the handle until it is done.
/// fn transfer(mut to: Buf<m::buf::Samples>) -> Buf<m::buf::Samples> {
///     to.copy_from_slice(&[3; 8]);
///     to
/// }
///
/// let mut fill = m::take().expect("the arena is free");
/// fill.samples = transfer(fill.samples);
/// let sum = fill.next();
/// assert_eq!(sum.samples.iter().sum::<u16>(), 24);
/// assert_eq!(size_of_val(&sum), 0);
/// ```
pub struct Buf<S>(PhantomData<fn() -> S>, PhantomData<*mut ()>);

// SAFETY: a handle is exclusive access to one `T`, like `&'static mut T`, which is `Send` under the same bound.
unsafe impl<S: Slot> Send for Buf<S> where S::T: Send {}

// SAFETY: a shared handle gives only `&T`, which threads may share under this bound.
unsafe impl<S: Slot> Sync for Buf<S> where S::T: Sync {}

impl<S: Slot> Buf<S> {
    /// Creates the handle of a slot whose contents are already valid, or unspecified bytes of a plain type; `zero`
    /// fills them with zeros first.
    ///
    /// # Safety
    /// No handle to a slot that shares bytes with `S` exists, every byte of the slot has been written since the
    /// program began unless `zero` is set, and any bytes are a valid `T`.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub unsafe fn born(zero: bool) -> Self {
        if zero {
            // SAFETY: valid and aligned by the contract of `Slot`, exclusive by the caller's promise.
            unsafe { S::ptr().write_bytes(0, 1) }
        }
        Self(PhantomData, PhantomData)
    }

    /// Evaluates and writes the initial value from the block and creates the handle.
    ///
    /// # Safety
    /// No handle to a slot that shares bytes with `S` exists.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub unsafe fn valued() -> Self
    where
        S: Init,
    {
        let value = S::init();
        // SAFETY: valid and aligned by the contract of `Slot`, exclusive by the caller's promise.
        unsafe { S::ptr().write(value) }
        Self(PhantomData, PhantomData)
    }

    /// Creates the handle of the buffer that a step has created from this one, in its bytes.
    ///
    /// # Safety
    /// The slot of `R` begins where that of `S` does and is no larger, and any bytes are a valid value of both types,
    /// which have no padding: those of `S` are initialised, so those of `R` are. The handle of `S` is consumed, so no two
    /// handles share the bytes.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub unsafe fn in_place<R: Slot>(this: Self) -> Buf<R> {
        const { assert!(size_of::<R::T>() <= size_of::<S::T>()) }
        let _consumed = this;
        Buf(PhantomData, PhantomData)
    }

    /// Copies the initial value from the block out of read-only memory and creates the handle. The value is never on
    /// the stack, also without optimisation.
    ///
    /// # Safety
    /// No handle to a slot that shares bytes with `S` exists.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub unsafe fn copied() -> Self
    where
        S: Image,
    {
        // SAFETY: as above; the value is a constant, of which every use is a value of its own, so the bytes may be copied
        // as often as the buffer becomes live.
        unsafe { core::ptr::copy_nonoverlapping(S::IMAGE, S::ptr(), 1) }
        Self(PhantomData, PhantomData)
    }

    /// Ends the buffer's life: drops its contents and the handle.
    #[doc(hidden)]
    #[inline(always)]
    pub fn end(this: Self) {
        let _consumed = this;
        if mem::needs_drop::<S::T>() {
            // SAFETY: the handle is exclusive access to a valid `T` and ends here, so nothing is dropped twice.
            unsafe { S::ptr().drop_in_place() }
        }
    }

    /// Turns the handle into a reference, for APIs that require `'static`.
    ///
    /// This cannot be undone: the handle is gone, so the pipeline stops in the current step. A new handle would alias
    /// the reference.
    ///
    /// ```
    /// # arena_plan::arena_plan! { mod m { bank ram { capacity: 64 } buffer ring: [u16; 8]; step run() -> ring; step end(ring); } }
    /// # use arena_plan::Buf;
    /// let run = m::take().expect("the arena is free");
    /// let ring: &'static mut [u16; 8] = Buf::leak(run.ring);
    /// ring.fill(1);
    /// assert!(m::take().is_none(), "the arena stays taken");
    /// ```
    #[inline(always)]
    #[must_use = "the handle is gone; only the reference is left"]
    pub fn leak(this: Self) -> &'static mut S::T {
        let _consumed = this;
        // SAFETY: the handle was exclusive access to a valid `T`. It is consumed and nothing creates another: the
        // step that had it can neither advance nor restart without it.
        unsafe { &mut *S::ptr() }
    }

    /// The address of the buffer, derived from the bank's static.
    ///
    /// Reading through it is sound while the handle exists and no `&mut` to the contents does. Unlike a pointer made
    /// from `&*buf`, it stays valid when the handle is moved or dereferenced: code that passes an address to hardware
    /// that runs longer than one call, such as a circular transfer, should use this or
    /// [`as_mut_ptr`](Self::as_mut_ptr).
    #[inline(always)]
    #[must_use]
    pub fn as_ptr(this: &Self) -> *const S::T {
        let _handle = this;
        S::ptr()
    }

    /// The address of the buffer for writing, derived from the bank's static.
    ///
    /// Writing through it is sound while the handle exists and no reference to the contents is in use. A pointer from
    /// `&mut *buf` becomes invalid with the next use of the handle (Tree Borrows); this one does not, so hardware may
    /// keep writing one half of a buffer while the program reads the other half through the handle.
    ///
    /// ```
    /// # arena_plan::arena_plan! { mod m { bank ram { capacity: 64 } buffer ring: [u16; 8]; step run() -> ring; step end(ring); } }
    /// # use arena_plan::Buf;
    /// let mut run = m::take().expect("the arena is free");
    /// let register: *mut u16 = Buf::as_mut_ptr(&mut run.ring).cast();
    /// run.ring[0] = 1;
    /// // SAFETY: within the buffer, whose handle exists; no reference to it is in use.
    /// unsafe { register.add(1).write(2) }; // as a transfer would do
    /// assert_eq!(run.ring[..2], [1, 2]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn as_mut_ptr(this: &mut Self) -> *mut S::T {
        let _handle = this;
        S::ptr()
    }

    /// The handle of a buffer whose parts have all been returned; only `join` calls this.
    #[inline(always)]
    pub(crate) fn joined() -> Self {
        Self(PhantomData, PhantomData)
    }
}

impl<S: Slot> Deref for Buf<S> {
    type Target = S::T;

    #[inline(always)]
    fn deref(&self) -> &S::T {
        // SAFETY: a live handle means a valid `T` that no other handle can access; `&self` excludes `&mut`.
        unsafe { &*S::ptr() }
    }
}

impl<S: Slot> DerefMut for Buf<S> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut S::T {
        // SAFETY: a live handle means a valid `T` that no other handle can access; `&mut self` is exclusive.
        unsafe { &mut *S::ptr() }
    }
}

/// Names the buffer; print the contents through `*buf`, the place through the plan's table.
impl<S> fmt::Debug for Buf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buf<{}>", core::any::type_name::<S>())
    }
}
