//! Types whose buffers may start with unspecified bytes.

use core::num::Wrapping;

/// A type without padding for which every bit pattern is valid, so that a buffer of it may start with whatever bytes
/// were there before.
///
/// Implemented for the integer and float primitives, `Wrapping` of them and arrays. A buffer of any other type
/// needs an initial value (`= VALUE`).
///
/// ```
/// use arena_plan::{Plain, arena_plan};
///
/// #[repr(transparent)]
/// struct Decibels(f32);
/// // SAFETY: the same bytes as an `f32`, which is plain.
/// unsafe impl Plain for Decibels {}
///
/// arena_plan! {
///     mod m {
///         bank ram { capacity: 1 KiB }
///         buffer levels: [Decibels; 40];
///         step measure() -> levels;
///         step show(levels);
///     }
/// }
/// let mut measure = m::take().expect("the arena is free");
/// measure.levels[0] = Decibels(-6.0);
/// assert_eq!(measure.next().levels[0].0, -6.0);
/// ```
///
/// # Safety
/// `Self` has no padding bytes, every initialised bit pattern is a valid value, and it needs no drop.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be created from unspecified bytes [not-plain]",
    label = "not a plain type: it may have padding, or bit patterns that are not valid values",
    note = "give the buffer an initial value: `buffer NAME: TYPE = VALUE;`",
    note = "or use `plain(zerocopy)` or `plain(bytemuck)` if the type implements those crates' traits"
)]
pub unsafe trait Plain: 'static {}

macro_rules! plain {
    ($($primitive:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: a primitive number has no padding and no invalid bit pattern.
        unsafe impl Plain for $primitive {}
    )*};
}

plain! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

#[diagnostic::do_not_recommend]
// SAFETY: an array has no bytes except those of its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

#[diagnostic::do_not_recommend]
// SAFETY: `Wrapping` is `repr(transparent)`.
unsafe impl<T: Plain> Plain for Wrapping<T> {}

/// Compiles only for plain types. The macro puts it at the type's span.
pub const fn assert_plain<T: Plain>() {}

/// Compiles only for types that zerocopy calls plain: `plain(zerocopy)`.
#[cfg(feature = "zerocopy")]
pub const fn assert_zerocopy<T: zerocopy::FromBytes + zerocopy::IntoBytes + 'static>() {
    assert!(
        !core::mem::needs_drop::<T>(),
        "a type that needs drop cannot be created from unspecified bytes: give the buffer a value (`= EXPR`) \
         instead of `plain(zerocopy)` [not-plain]"
    );
}

/// Compiles only for types that bytemuck calls plain: `plain(bytemuck)`.
#[cfg(feature = "bytemuck")]
pub const fn assert_bytemuck<T: bytemuck::Pod>() {}
