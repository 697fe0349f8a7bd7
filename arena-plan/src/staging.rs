//! Staged constants: the bytes of both sides, and the copy from read-only memory to where they are read.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::kernel::text::Text;

use crate::figures::{TypeBytes, to_usize};

/// Where the staged constants of one bank come from and go to: what `io()` of the step `Cold` lends.
///
/// Source and destination have the same layout, so that one copy, by whatever means, puts each constant into its place.
pub struct Staging<'a, const N: usize> {
    /// The bytes in read-only memory.
    pub source: &'static [u8; N],
    /// The bytes where they will be read.
    pub destination: &'a mut [u8; N],
}

impl<const N: usize> Staging<'_, N> {
    /// Copies the bytes, without passing through the stack.
    #[inline(always)]
    pub fn copy(self) {
        // SAFETY: both are `N` bytes, and a `&mut` shares none with another reference.
        unsafe { core::ptr::copy_nonoverlapping(self.source, self.destination, 1) }
    }
}

/// The bytes of a static whose type has no padding.
///
/// # Safety
/// `L` has `N` bytes, all of them initialised, and no interior mutability.
#[inline(always)]
#[must_use]
pub const unsafe fn bytes_of<L: 'static, const N: usize>(whole: &'static L) -> &'static [u8; N] {
    // SAFETY: by the caller's promise.
    unsafe { &*core::ptr::from_ref(whole).cast() }
}

/// The figures of a type that is at least so aligned.
#[must_use]
pub const fn at_least_aligned(ty: TypeBytes, align: u64) -> TypeBytes {
    TypeBytes { align: if align > ty.align { align } else { ty.align }, ..ty }
}

/// The largest alignment; 1 of no types.
const fn largest_align(types: &[TypeBytes]) -> u64 {
    let mut largest = 1;
    let mut i = 0;
    while i < types.len() {
        if types[i].align > largest {
            largest = types[i].align;
        }
        i += 1;
    }
    largest
}

/// Where statics lie if they follow each other, each at a multiple of the largest alignment, and where the last ends.
#[must_use]
pub const fn stacked<const N: usize>(types: [TypeBytes; N]) -> ([usize; N], usize) {
    let largest = largest_align(&types);
    let (mut offsets, mut end) = ([0; N], 0u64);
    let mut i = 0;
    while i < N {
        let start = if types[i].size == 0 { end } else { end.next_multiple_of(largest) };
        offsets[i] = to_usize(start);
        end = start + types[i].size;
        i += 1;
    }
    (offsets, to_usize(end))
}

/// The bytes between constants that lie one after the other, each aligned as its type: behind each, and behind the last
/// to a multiple of the largest alignment.
#[must_use]
pub const fn pads<const N: usize>(types: [TypeBytes; N]) -> [usize; N] {
    let mut pads = [0; N];
    let (mut end, largest) = (0, largest_align(&types));
    let mut i = 0;
    while i < N {
        end += types[i].size;
        let next = if i + 1 < N { types[i + 1].align } else { largest };
        let pad = end.next_multiple_of(next) - end;
        end += pad;
        #[expect(clippy::cast_possible_truncation, reason = "below an alignment")]
        let pad = pad as usize;
        pads[i] = pad;
        i += 1;
    }
    pads
}

/// Proves that a layout is its constants and the bytes between them: none of its bytes is padding, so that all are
/// initialised.
#[track_caller]
pub const fn prove_layout<L, const N: usize>(types: [TypeBytes; N]) {
    let pads = pads(types);
    let mut bytes = 0;
    let mut i = 0;
    while i < N {
        bytes += types[i].size + pads[i] as u64;
        i += 1;
    }
    if size_of::<L>() as u64 != bytes {
        let text = Text::<128>::new().push("the layout of staged constants has padding");
        let text = text.push(", which is a defect of arena-plan: please report it").code(Code::WrongSize);
        panic!("{}", text.as_str());
    }
}

/// The step before the first: its struct, what it lends, and how it ends.
#[doc(hidden)]
#[macro_export]
macro_rules! __cold {
    (
        [$vis:vis] $cold:ident $view:ident { $($bank:ident: $buffer:ident $local:ident,)* }
        hydrated -> $first:ident $hydrated:block
        release ($($detached:ident: $detached_type:ident)?) $(-> $regions:ident)? $release:block
    ) => {
        /// Before the first step: the constants that are copied are not in place yet. One handle for each bank that they are
        /// copied to, which may be given to a transfer.
        #[must_use = "dropping a step ends the plan for good"]
        $vis struct $cold {
            $(
                /// Handle of the bytes.
                $vis $bank: $crate::__private::Buf<buf::$buffer>,
            )*
            __at: $crate::__private::At<$cold>,
        }
        impl $cold {
            /// Lends both sides of each bank's constants, to be filled in another way than by a copy.
            #[inline(always)]
            $vis fn io(&mut self) -> $view<'_> {
                $view {
                    $($bank: $crate::__private::Staging {
                        source: buf::$buffer::source(),
                        destination: &mut *self.$bank,
                    },)*
                }
            }

            /// Copies all constants into their places and begins the first step.
            #[inline]
            $vis fn hydrate(mut self) -> $first {
                let $view { $($bank: $local,)* } = self.io();
                $($local.copy();)*
                self.hydrated()
            }

            /// Begins the first step with the bytes as they are: all of them have been filled.
            #[inline(always)]
            $vis fn hydrated(self) -> $first {
                self.__consume();
                $hydrated
            }

            /// Gives the arena back, so that `take()` succeeds again.
            #[inline(always)]
            $vis fn release(self, $($detached: $detached_type)?) $(-> $regions)? {
                self.__consume();
                $release
            }

            #[inline(always)]
            fn __consume(self) {
                // Every field by value, so that a `Drop` of the user's does not compile.
                let Self { $($bank: $local,)* __at } = self;
            }
        }
        /// What [`io`]($cold::io) lends.
        $vis struct $view<'a> {
            $(
                /// Both sides of the constants that are copied to the bank.
                $vis $bank: $crate::__private::Staging<'a, { buf::$buffer::BYTES }>,
            )*
        }
        $crate::__private::step_traits! { $cold = "cold" }
    };
}

#[cfg(test)]
mod tests {
    use super::{TypeBytes, pads};

    #[test]
    fn pads_lie_behind_each_constant() {
        let ty = |size, align| TypeBytes { size, align };
        assert_eq!(pads([ty(5, 1), ty(16, 4)]), [3, 0]);
        assert_eq!(pads([ty(16, 4), ty(5, 1)]), [0, 3]);
        assert_eq!(pads([ty(1, 1), ty(8, 8), ty(2, 2), ty(4, 4)]), [7, 0, 2, 0]);
        assert_eq!(pads([ty(3, 1)]), [0]);
    }
}
