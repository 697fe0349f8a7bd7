//! Handles of the elements of an array buffer: one type for all of them, for double buffers, queues and ring buffers.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use crate::buf::{Buf, Slot};
use crate::dma;

/// The handle of one element of an array buffer: owned, one byte, neither `Clone` nor constructible in safe code.
///
/// [`Buf::split`] returns one part for each element and [`Buf::join`] takes them back in any order. All parts of a
/// buffer have one type, so they can be swapped, queued, kept in an array or a `Mutex`, and lent to an interrupt or a
/// transfer by value. As long as one is missing, the buffer is incomplete and `next()` does not compile.
///
/// A part dereferences to its element; the address is the buffer's plus the part's number times the element's size.
///
/// ```
/// use arena_plan::{Buf, arena_plan};
///
/// arena_plan! {
///     mod audio {
///         bank ram { capacity: 2 KiB }
///         buffer frames: [[i16; 256]; 2];
///         buffer loudest: i16, retain;
///         step record() -> frames;
///         step measure(frames) -> loudest;
///     }
/// }
///
/// let mut record = audio::take().expect("the arena is free");
/// let [mut filling, mut full] = Buf::split(record.frames);
/// for round in 0..3 {
///     filling.fill(round); // the hardware writes here …
///     assert!(round == 0 || full[0] == round - 1); // … while the previous frame is processed
///     core::mem::swap(&mut filling, &mut full);
/// }
/// record.frames = Buf::join([filling, full]);
/// let measure = record.next();
/// assert_eq!(measure.frames.iter().map(|frame| frame[0]).max(), Some(2));
/// ```
pub struct Part<S> {
    index: u8,
    slot: PhantomData<fn() -> S>,
    // Neither `Send` nor `Sync` by itself: the element decides.
    raw: PhantomData<*mut ()>,
}

// INVARIANT of this file, on which all `unsafe` in it relies: for each slot, either one `Buf<S>` exists, or parts of
// it with different numbers below N and no `Buf<S>`. `split` consumes the only handle and numbers its parts 0..N;
// nothing else creates a part, and a part cannot be copied. `join` takes N parts: N different numbers below N are all
// there are, so none is left when the handle exists again. Elements of an array share no bytes.

// SAFETY: a part is exclusive access to one element, like `&'static mut E`, which is `Send` under the same bound.
unsafe impl<S: Slot<T = [E; N]>, E: Send, const N: usize> Send for Part<S> {}

// SAFETY: a shared part gives only `&E`, which threads may share under this bound.
unsafe impl<S: Slot<T = [E; N]>, E: Sync, const N: usize> Sync for Part<S> {}

impl<S: Slot<T = [E; N]>, E: 'static, const N: usize> Buf<S> {
    /// Splits an array buffer into handles of its elements: the part at index `n` is that of element `n`.
    ///
    /// At most 256 elements; a larger array is rejected when the call is compiled (by `cargo build`; `cargo check`
    /// does not detect it), and so is one with `dma` whose elements are not whole cache lines. The elements keep their
    /// contents.
    ///
    /// ```compile_fail,E0382
    /// # arena_plan::arena_plan! { mod m { bank ram { capacity: 64 } buffer x: [u32; 2]; step a() -> x; step b(x); } }
    /// # use arena_plan::Buf;
    /// let a = m::take().unwrap();
    /// let [ping, pong] = Buf::split(a.x);
    /// let b = a.next(); // error: use of partially moved value, as `x` is not joined
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # arena_plan::arena_plan! {
    /// #     mod m {
    /// #         bank ram { capacity: 64, cache_line: 32 }
    /// #         buffer x: [[u8; 20]; 2], dma;
    /// #         step a() -> x;
    /// #         step b(x);
    /// #     }
    /// # }
    /// # use arena_plan::Buf;
    /// let parts = Buf::split(m::take().unwrap().x); // error: the parts would share a cache line
    /// ```
    #[inline(always)]
    #[must_use = "the buffer is complete again only when all parts are joined"]
    pub fn split(this: Self) -> [Part<S>; N] {
        const {
            assert!(N <= 256, "a buffer is split into at most 256 parts");
            dma::check_parts::<S::Plan>(S::INDEX, size_of::<E>(), N);
        }
        let _consumed = this;
        let mut number = 0_u8;
        [(); N].map(|()| {
            let index = number;
            // After part 255 the number is not used any more.
            number = number.wrapping_add(1);
            Part { index, slot: PhantomData, raw: PhantomData }
        })
    }

    /// Joins all parts of a buffer, in any order, into its handle. Elements stay where they are.
    #[inline(always)]
    #[must_use = "without its handle, the buffer's step cannot be left"]
    pub fn join(parts: [Part<S>; N]) -> Self {
        let _consumed = parts;
        Self::joined()
    }
}

impl<S: Slot<T = [E; N]>, E: 'static, const N: usize> Part<S> {
    /// The number of the element, from 0: its index in the array.
    #[inline(always)]
    #[must_use]
    pub fn index(this: &Self) -> usize {
        usize::from(this.index)
    }

    /// The address of the element, derived from the bank's static. See [`Buf::as_ptr`].
    #[inline(always)]
    #[must_use]
    pub fn as_ptr(this: &Self) -> *const E {
        this.element()
    }

    /// The address of the element for writing, derived from the bank's static. See [`Buf::as_mut_ptr`].
    #[inline(always)]
    #[must_use]
    pub fn as_mut_ptr(this: &mut Self) -> *mut E {
        this.element()
    }

    /// Turns the part into a reference, for APIs that require `'static`. This cannot be undone, as with
    /// [`Buf::leak`]: the buffer can no longer be joined.
    #[inline(always)]
    #[must_use = "the part is gone; only the reference is left"]
    pub fn leak(this: Self) -> &'static mut E {
        // SAFETY: the part was exclusive access to a valid element; it is consumed, and without it no handle of the
        // buffer can be created.
        unsafe { &mut *this.element() }
    }

    #[inline(always)]
    fn element(&self) -> *mut E {
        // SAFETY: `split` numbers the parts 0..N, so the element is within the array.
        unsafe { S::ptr().cast::<E>().add(usize::from(self.index)) }
    }
}

impl<S: Slot<T = [E; N]>, E: 'static, const N: usize> Deref for Part<S> {
    type Target = E;

    #[inline(always)]
    fn deref(&self) -> &E {
        // SAFETY: a part means a valid element that no other handle can access; `&self` excludes `&mut`.
        unsafe { &*self.element() }
    }
}

impl<S: Slot<T = [E; N]>, E: 'static, const N: usize> DerefMut for Part<S> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut E {
        // SAFETY: a part means a valid element that no other handle can access; `&mut self` is exclusive.
        unsafe { &mut *self.element() }
    }
}

/// Names the buffer and the element's number; print the contents through `*part`.
impl<S> fmt::Debug for Part<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part<{}>[{}]", core::any::type_name::<S>(), self.index)
    }
}
