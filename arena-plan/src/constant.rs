//! Constants: values in read-only memory, and the handles through which steps read them.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::text::Text;
use arena_plan_core::model::Bank;

use crate::buf::Content;
use crate::plain::Plain;

/// The value of a constant. The macro implements it next to the plan, where the user's names resolve.
pub trait Stored: Content {
    /// Its value.
    const VALUE: Self::T;
}

/// The types that a constant may have: plain ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a constant [not-plain]",
    label = "not a plain type: it may have padding, or bit patterns that are not valid values",
    note = "use `plain(zerocopy)` or `plain(bytemuck)` if the type implements those crates' traits, or implement `Plain`"
)]
pub trait PlainConstant {}

#[diagnostic::do_not_recommend]
impl<T: Plain> PlainConstant for T {}

/// Compiles only for plain types. The macro puts it at the type's span.
pub const fn assert_plain_constant<T: PlainConstant>() {}

/// Where a constant is read.
///
/// # Safety
/// While a [`Const`] of it exists, [`ptr`](ReadOnly::ptr) is valid and aligned for reads of a valid `T`, and nothing writes
/// there: `T` has no interior mutability.
pub unsafe trait ReadOnly: Content<T: Sync> {
    /// Address of the value.
    #[doc(hidden)]
    fn ptr() -> *const Self::T;
}

/// The handle of a constant: zero-sized, neither `Clone` nor constructible in safe code. It dereferences to the value, which
/// nothing can write.
///
/// ```
/// use arena_plan::arena_plan;
///
/// const GAINS: [f32; 4] = [0.5, 1.0, 2.0, 4.0];
///
/// arena_plan! {
///     mod m {
///         bank flash { capacity: 1 KiB, read_only }
///         bank ram { capacity: 64 }
///         constant gains: [f32; 4] in flash = GAINS;
///         buffer samples: [f32; 4];
///         step fill() -> samples;
///         step scale(mut samples, gains);
///     }
/// }
///
/// let mut fill = m::take().expect("the arena is free");
/// fill.samples.fill(3.0);
/// let mut scale = fill.next();
/// let m::ScaleIo { samples, gains } = scale.io(); // &mut [f32; 4], &[f32; 4]
/// for (sample, gain) in samples.iter_mut().zip(gains) {
///     *sample *= gain;
/// }
/// assert_eq!(*scale.samples, [1.5, 3.0, 6.0, 12.0]);
/// assert_eq!(scale.kept.gains[3], 4.0); // the handle itself
/// assert_eq!(m::constant::Gains::get(), &GAINS); // what is read in place is there always
/// ```
pub struct Const<C>(PhantomData<fn() -> C>);

impl<C: ReadOnly> Const<C> {
    /// Creates the handle.
    ///
    /// # Safety
    /// The value is in place, and nothing writes it while the handle exists.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const unsafe fn mint() -> Self {
        Self(PhantomData)
    }
}

impl<C: ReadOnly> Deref for Const<C> {
    type Target = C::T;

    #[inline(always)]
    fn deref(&self) -> &C::T {
        // SAFETY: a handle means a valid value that nothing writes.
        unsafe { &*C::ptr() }
    }
}

impl<C: ReadOnly<T: AsRef<U>>, U: ?Sized> AsRef<U> for Const<C> {
    #[inline(always)]
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}

// SAFETY: the address does not depend on where the handle is: that of a static, or of memory that nothing moves while
// the plan is bound to it.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<C: ReadOnly> stable_deref_trait::StableDeref for Const<C> {}

/// Names the constant; print the value through `*constant`.
impl<C> fmt::Debug for Const<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Const<{}>", core::any::type_name::<C>())
    }
}

/// Fails at the caller's bank if its constants take more than it has.
#[track_caller]
pub const fn check_read_only(id: &str, bank: &Bank, bytes: usize) {
    let (bytes, room) = (bytes as u64, bank.capacity.saturating_sub(bank.reserve));
    if bytes > room {
        let text = Text::<256>::new().push("bank ").quote(id).push(" is over budget: its constants take ");
        let text = text.bytes(bytes).push(", but the capacity is ").number(bank.capacity);
        let text = match bank.reserve {
            0 => text,
            reserve => text.push(" less a reserve of ").number(reserve),
        };
        let text = text.push(" (").bytes(bytes - room).push(" over)").code(Code::OverBudget);
        panic!("{}", text.as_str());
    }
}

/// The markers of the constants, in the module `constant`: type, figures and place. Next to an error there is no
/// place.
#[doc(hidden)]
#[macro_export]
macro_rules! __constants {
    (
        [$vis:vis]
        $( $(#[$attr:meta])* $constant:ident = $offset:expr, $bank:literal $place:block $($got:block)?; )*
    ) => {$(
        $(#[$attr])*
        $vis enum $constant {}
        impl $constant {
            /// Offset in the memory of the bank where it is read, in bytes.
            $vis const OFFSET: usize = $offset;
            /// Size in bytes.
            $vis const BYTES: usize =
                $crate::__private::core::mem::size_of::<<Self as $crate::__private::Content>::T>();
            /// Alignment of the value.
            $vis const ALIGN: usize =
                $crate::__private::core::mem::align_of::<<Self as $crate::__private::Content>::T>();
            /// Name of the bank where it is read.
            $vis const BANK: &'static str = $bank;

            $(
                /// The value at its place; it always exists.
                #[inline(always)]
                #[must_use]
                $vis fn get() -> &'static <Self as $crate::__private::Content>::T $got
            )?
        }
        // SAFETY: the place is a field of a static that is not mutable, or of the same type in a buffer whose only handle is
        // consumed before the constant's is minted. A constant beside the plan shows that the type has no interior
        // mutability.
        unsafe impl $crate::__private::ReadOnly for $constant {
            #[inline(always)]
            fn ptr() -> *const Self::T $place
        }
    )*};
}
