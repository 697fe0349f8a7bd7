//! Code that an expansion repeats for each buffer or step: macros that rustc transcribes, which is cheaper than
//! tokens from the procedural macro. The procedural macro only emits the calls, with what the user wrote.
//!
//! The user's names are arguments, so that each keeps its span. Locals begin with two underscores, because in a
//! pattern the name of a constant of the block would not be a local; the locals of handles are passed as `__0`, `__1`
//! and so on.
//!
//! What is optional stands in delimiters of its own: where rustc does not see from the next token which way a matcher goes,
//! it copies all that it has matched so far. An element of a repetition begins with a delimiter or a name for the same reason.

/// The markers of the buffers, in the module `buf`: type, figures and slot.
///
/// If the plan has a mistake, the slots are [`Nowhere`](crate::place::Nowhere) and have no addresses.
#[doc(hidden)]
#[macro_export]
macro_rules! __buffers {
    (
        [$vis:vis] $plan:ty;
        $(
            [$(#[$attr:meta])*] $buffer:ident = $index:literal, $offset:expr, $bytes:expr, $align:expr, $bank:expr
            $(, bound $($number:literal $memory:path),+)?;
        )*
    ) => {
        $(
            $(#[$attr])*
            $vis enum $buffer {}
            impl $buffer {
                /// Offset from the bank's base, in bytes.
                $vis const OFFSET: usize = $offset;
                /// Size in bytes.
                $vis const BYTES: usize = $bytes;
                /// Alignment of the slot.
                $vis const ALIGN: usize = $align;
                /// Name of the bank.
                $vis const BANK: &'static str = $bank;
            }
            // SAFETY: a constant in `__arena` proves that the slot is aligned and within the memory of its bank, and
            // that the slots of all handles that can exist at the same time are disjoint. Memory of the application is
            // bound before there are handles, and given back when there are none.
            unsafe impl $crate::__private::Slot for $buffer {
                type Plan = $plan;
                const INDEX: usize = $index;
                $(
                    // The application gives the memory of these banks. Which bank it is, is known at compile time.
                    #[inline(always)]
                    fn ptr() -> *mut Self::T {
                        let place = const { <Self as $crate::__private::Slot>::PLACE };
                        $(
                            if const { <Self as $crate::__private::Slot>::PLACE.bank == $number } {
                                return $memory.address().wrapping_add(place.offset).cast();
                            }
                        )+
                        place.address.cast()
                    }
                )?
            }
        )*
    };
    ([$vis:vis]; $( [$(#[$attr:meta])*] $buffer:ident = $offset:expr, $bytes:expr, $align:expr, $bank:expr; )*) => {
        $(
            $(#[$attr])*
            $vis enum $buffer {}
            impl $buffer {
                /// Offset from the bank's base, in bytes.
                $vis const OFFSET: usize = $offset;
                /// Size in bytes.
                $vis const BYTES: usize = $bytes;
                /// Alignment of the slot.
                $vis const ALIGN: usize = $align;
                /// Name of the bank.
                $vis const BANK: &'static str = $bank;
            }
            // SAFETY: there is no address.
            unsafe impl $crate::__private::Slot for $buffer {
                type Plan = $crate::__private::Nowhere;
                const INDEX: usize = 0;
                fn ptr() -> *mut Self::T {
                    loop {}
                }
            }
        )*
    };
}

/// A step: the struct of its handles, the transitions, and what `io()` lends.
#[doc(hidden)]
#[macro_export]
macro_rules! __step {
    (
        $(#[$attr:meta])* [$vis:vis] $step:ident = $id:literal { $($handle:literal $field:ident: $buffer:ident $local:ident,)* }
        io [$( $view:ident $view_doc:literal { $($lent:ident = $used:ident: $($content:ident)? $(= $ty:ty,)? $about:literal $($how:ident)?;)* } )?]
        #[$next_doc:meta] next $next:ident { $($dying:ident,)* }
        enter [$( { $($kept:ident $was:ident,)* } { $($born:ident $birth:ident ($($zero:expr)?),)* } { $($made:ident $taken:ident,)* } )?]
        first [$($enter:ident)?]
        leave $first:ident [$($end:ident)?]
    ) => {
        $(#[$attr])*
        #[must_use = "dropping a step ends the plan for good"]
        $vis struct $step {
            $(
                #[doc = $handle]
                $vis $field: $crate::__private::Buf<buf::$buffer>,
            )*
            __at: $crate::__private::At<$step>,
        }
        impl $step {
            $(
                /// Borrows what the step declared: inputs to read, everything else to write.
                #[inline(always)]
                $vis fn io(&mut self) -> $view<'_> {
                    $view { $($lent: &$($how)? *self.$used),* }
                }
            )?

            #[$next_doc]
            #[inline(always)]
            $vis fn next(self) -> $next {
                // Every field by value, the token included: nothing of `self` is left to drop, so a `Drop` that the
                // user implements for a step does not compile instead of running on dead buffers.
                let Self { $($field: $local,)* __at } = self;
                $($crate::__private::Buf::end($dying);)*
                $(
                    $next {
                        $($kept: $was,)*
                        // SAFETY: the proof in `__arena` holds for the handles of this step, and all handles but those
                        // that are kept are consumed. What is not plain has a value.
                        $($born: unsafe { $crate::__private::Buf::$birth($($zero)?) },)*
                        // SAFETY: the proof in `__arena` holds for the two slots, and both types are plain.
                        $($made: unsafe { $crate::__private::Buf::in_place($taken) },)*
                        // SAFETY: the token of the step before is consumed, and so are all handles but those in this
                        // struct.
                        __at: unsafe { $crate::__private::At::mint() },
                    }
                )?
                // SAFETY: the token and all handles are consumed.
                $(unsafe { $enter() })?
            }

            /// Ends all buffers and returns to the first step.
            #[inline(always)]
            $vis fn restart(self) -> $first {
                // Plain contents have nothing to drop; `next()` ensures that the step has no `Drop` of the user's.
                $(self.$end();)?
                // SAFETY: the token and all handles are consumed.
                unsafe { __first() }
            }

            /// Ends all buffers and returns the arena, so that `take()` succeeds again.
            #[inline(always)]
            $vis fn release(self) {
                $(self.$end();)?
                // SAFETY: the token and all handles are consumed.
                unsafe { __arena::TAKEN.clear() }
            }
        }
        impl $crate::__private::fmt::Debug for $step {
            fn fmt(&self, __f: &mut $crate::__private::fmt::Formatter<'_>) -> $crate::__private::fmt::Result {
                $crate::__private::named($id, __f)
            }
        }
        $(
            #[doc = $view_doc]
            $vis struct $view<'a> {
                $(
                    #[doc = $about]
                    $vis $lent: &'a $($how)? $(<buf::$content as $crate::__private::Content>::T)? $($ty)?,
                )*
            }
        )?
    };
}

/// A step next to an error: its interface, with functions that never return.
#[doc(hidden)]
#[macro_export]
macro_rules! __failed_step {
    (
        $(#[$attr:meta])* [$vis:vis] $step:ident = $id:literal { $($handle:literal $field:ident: $buffer:ident $local:ident,)* }
        io [$( $view:ident $view_doc:literal { $($lent:ident = $used:ident: $($content:ident)? $(= $ty:ty,)? $about:literal $($how:ident)?;)* } )?]
        #[$next_doc:meta] next $next:ident
        leave $first:ident
    ) => {
        $(#[$attr])*
        #[must_use = "dropping a step ends the plan for good"]
        $vis struct $step {
            $(
                #[doc = $handle]
                $vis $field: $crate::__private::Buf<buf::$buffer>,
            )*
            __at: $crate::__private::At<$step>,
        }
        impl $step {
            $(
                /// Borrows what the step declared: inputs to read, everything else to write.
                $vis fn io(&mut self) -> $view<'_> {
                    loop {}
                }
            )?

            #[$next_doc]
            $vis fn next(self) -> $next {
                loop {}
            }

            /// Ends all buffers and returns to the first step.
            $vis fn restart(self) -> $first {
                loop {}
            }

            /// Ends all buffers and returns the arena, so that `take()` succeeds again.
            $vis fn release(self) {
                loop {}
            }
        }
        $crate::__private::step_traits! { $step = $id }
        $crate::__private::views! { $( [$vis] $view $view_doc { $($lent: $($content)? $(= $ty,)? $about $($how)?;)* } )? }
    };
}

/// The `Debug` output of a state, besides its output for a host. Steps without a mistake have it themselves, which is cheaper.
#[doc(hidden)]
#[macro_export]
macro_rules! __step_traits {
    ($step:ident = $id:literal) => {
        impl $crate::__private::core::fmt::Debug for $step {
            fn fmt(
                &self,
                __f: &mut $crate::__private::core::fmt::Formatter<'_>,
            ) -> $crate::__private::core::fmt::Result {
                $crate::__private::named($id, __f)
            }
        }
        $crate::__private::step_format! { $step = $id }
    };
}

/// The output of a step for a host that decodes it.
#[cfg(feature = "defmt")]
#[doc(hidden)]
#[macro_export]
macro_rules! __step_format {
    ($step:ident = $id:literal) => {
        impl $crate::__private::Format for $step {
            fn format(&self, __f: $crate::__private::Formatter<'_>) {
                $crate::__private::format_named($id, __f);
            }
        }
    };
}

/// Without `defmt` there is nothing to add.
#[cfg(not(feature = "defmt"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __step_format {
    ($($any:tt)*) => {};
}

/// The struct that `io()` returns next to an error. Steps without a mistake have it themselves, which is cheaper.
#[doc(hidden)]
#[macro_export]
macro_rules! __views {
    () => {};
    (
        [$vis:vis] $view:ident $view_doc:literal { $($used:ident: $($content:ident)? $(= $ty:ty,)? $about:literal $($how:ident)?;)* }
        $( constants { $($read:ident: $($constant:ident)? $(= $held:ty,)? $note:literal;)* } )?
    ) => {
        #[doc = $view_doc]
        $vis struct $view<'a> {
            $(
                #[doc = $about]
                $vis $used: &'a $($how)? $(<buf::$content as $crate::__private::Content>::T)? $($ty)?,
            )*
            $($(
                #[doc = $note]
                $vis $read: &'a $(<constant::$constant as $crate::__private::Content>::T)? $($held)?,
            )*)?
        }
    };
}

/// `__end()` of a step whose contents need dropping: drops them all.
#[doc(hidden)]
#[macro_export]
macro_rules! __end {
    ($step:ident $end:ident { $($field:ident: $buffer:ident $local:ident,)* } { $($dying:ident,)* }) => {
        impl $step {
            #[inline(always)]
            fn $end(self) {
                let Self { $($field: $local,)* __at } = self;
                $($crate::__private::Buf::end($dying);)*
            }
        }
    };
}

/// The enum of all steps. Where all buffers end, only steps whose contents need dropping have an arm of their own.
#[doc(hidden)]
#[macro_export]
macro_rules! __any {
    (
        [$vis:vis] $any:ident { $($about:literal $step:ident $name:literal $id:literal => $following:ident,)* }
        restart $first:ident $restart:block release $release:block { $($dropping:ident,)* } $(else $plain:tt)?
    ) => {
        /// Any step, for state machines and statics.
        #[must_use = "dropping a step ends the plan for good"]
        $vis enum $any {
            $(
                #[doc = $about]
                $step($step),
            )*
        }
        impl $crate::__private::fmt::Debug for $any {
            fn fmt(&self, __f: &mut $crate::__private::fmt::Formatter<'_>) -> $crate::__private::fmt::Result {
                let __step = match self {
                    $(Self::$step(_) => ($name, $id),)*
                };
                $crate::__private::any_named(__step, __f)
            }
        }
        impl $any {
            /// Ends the current step and begins the next.
            #[inline]
            $vis fn next(self) -> Self {
                match self {
                    $(Self::$step(__step) => Self::$following(__step.next()),)*
                }
            }

            /// Ends all buffers and returns to the first step.
            #[inline]
            $vis fn restart(self) -> $first {
                match self {
                    $(Self::$dropping(__step) => __step.restart(),)*
                    $($plain => $restart)?
                }
            }

            /// Ends all buffers and returns the arena.
            #[inline]
            $vis fn release(self) {
                match self {
                    $(Self::$dropping(__step) => __step.release(),)*
                    $($plain => $release)?
                }
            }
        }
        $(
            impl $crate::__private::core::convert::From<$step> for $any {
                #[inline]
                fn from(__step: $step) -> Self {
                    Self::$step(__step)
                }
            }
        )*
    };
}
