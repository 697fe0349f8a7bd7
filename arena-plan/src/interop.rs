//! Traits that let other crates take a handle in place of its contents.

use crate::buf::{Buf, Slot};
use crate::part::Part;

impl<S: Slot<T: AsRef<U>>, U: ?Sized> AsRef<U> for Buf<S> {
    #[inline(always)]
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<S: Slot<T: AsMut<U>>, U: ?Sized> AsMut<U> for Buf<S> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}

impl<S: Slot<T = [E; N]>, E: AsRef<U> + 'static, U: ?Sized, const N: usize> AsRef<U> for Part<S> {
    #[inline(always)]
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

impl<S: Slot<T = [E; N]>, E: AsMut<U> + 'static, U: ?Sized, const N: usize> AsMut<U> for Part<S> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}

// SAFETY: a handle dereferences to its slot in a static, whose address does not depend on where the handle is.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<S: Slot> stable_deref_trait::StableDeref for Buf<S> {}

// SAFETY: as above; the number of the part moves with it.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<S: Slot<T = [E; N]>, E: 'static, const N: usize> stable_deref_trait::StableDeref for Part<S> {}
