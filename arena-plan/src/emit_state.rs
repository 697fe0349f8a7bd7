//! The replacements of some macros of `emit` for a block with persistent or detached buffers: steps that carry
//! `kept`, and transitions that return handles and take them back.
//!
//! What a transition does with the handles is a block from the procedural macro, in which a handle is the local to
//! which it is bound here: `__0`, `__1` and so on, `__kept`, and the arguments by their names. The procedural macro
//! generates that block from the same lists as the sets of the proof.

/// What the function that leaves the steps does: `release()`, or `stop()` of a plan in a pool.
#[doc(hidden)]
#[macro_export]
macro_rules! __ending {
    (release) => {
        " Ends all buffers and returns the arena, so that `take()` succeeds again."
    };
    (stop) => {
        " Ends all buffers that are not persistent, and returns what persists and the lease of the pool."
    };
}

/// `Kept` or `Detached`: handles that exist from `take()` to `release()`.
#[doc(hidden)]
#[macro_export]
macro_rules! __handles {
    (
        $(#[$attr:meta])* [$vis:vis] $name:ident = $id:literal
        { $($handle:literal $field:ident: $buffer:ident $local:ident,)* } { $($dying:ident,)* }
        $( constants { $($name_of:ident: $constant:ident $held:ident,)* } )?
    ) => {
        $(#[$attr])*
        #[$crate::__private::core::prelude::v1::derive($crate::__private::core::fmt::Debug)]
        $vis struct $name {
            $(
                #[doc = $handle]
                $vis $field: $crate::__private::Buf<buf::$buffer>,
            )*
            $($(
                /// Handle of the constant.
                $vis $name_of: $crate::__private::Const<constant::$constant>,
            )*)?
        }
        impl $name {
            /// Ends the contents of all.
            #[inline(always)]
            fn __end(self) {
                // Every field by value, so that a user's `Drop` does not compile.
                let Self { $($field: $local,)* $($($name_of: $held,)*)? } = self;
                $($crate::__private::Buf::end($dying);)*
            }
        }
        $crate::__private::handles_format! { $name = $id }
    };
}

/// The output of the handles for a host that decodes it.
#[cfg(feature = "defmt")]
#[doc(hidden)]
#[macro_export]
macro_rules! __handles_format {
    ($name:ident = $id:literal) => {
        impl $crate::__private::Format for $name {
            fn format(&self, __f: $crate::__private::Formatter<'_>) {
                $crate::__private::format_text($id, __f);
            }
        }
    };
}

/// Without `defmt` there is nothing to add.
#[cfg(not(feature = "defmt"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __handles_format {
    ($($any:tt)*) => {};
}

/// A step: the struct of its handles, the transitions, and what `io()` lends.
#[doc(hidden)]
#[macro_export]
macro_rules! __state_step {
    (
        $(#[$attr:meta])* [$vis:vis] $step:ident = $id:literal
        { $($handle:literal $field:ident: $buffer:ident $local:ident,)* } $(with $kept_type:ident $kept:ident)?
        io [$(
            $view:ident $view_doc:literal { $($used:ident = $($path:ident).+, $($content:ident)? $(= $ty:ty,)? $about:literal $($how:ident)?;)* }
            $( constants { $($read:ident = $held:ident: $($constant:ident)? $(= $value:ty,)? $note:literal;)* } )?
        )?]
        $(
            fn [$(#[$doc:meta])*] $leaving_vis:vis $leaving:ident ($($back:ident: $returned:ident,)*) $(-> ($gives:ty))?
            { $($part:ident: $held_in:ident,)* } { $($dying:ident,)* }
            go [$($go:block)?]
            enter [$(
                $next:ident [$($carried:ident)?] { $($stays:ident $was:ident,)* }
                { $($born:ident $birth:ident ($($zero:expr)?),)* } { $($made:ident $taken:ident,)* }
            )?]
            first [$($enter:ident ($($onto:ident)?))?]
        )*
        leave ($($lent:ident: $out:ident,)*) end [$($end:ident)?]
        restart -> $first:ident $restart:block
        $ending:ident ($($detached:ident: $detached_type:ident)?) $(-> ($ended:ty))? $release:block
    ) => {
        $(#[$attr])*
        #[must_use = "dropping a step ends the plan for good"]
        $vis struct $step {
            $(
                /// Handles of the persistent buffers.
                $vis kept: $kept_type,
            )?
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
                    $view { $($used: &$($how)? *self.$($path).+,)* $($($read: &*self.kept.$held,)*)? }
                }
            )?

            // `next()`, and where contents need dropping what the other ways to leave the step share: from one place, so that
            // the compiler reports a mistake about them once.
            $(
                $(#[$doc])*
                #[inline(always)]
                $leaving_vis fn $leaving(self, $($back: $crate::__private::Buf<buf::$returned>,)*) $(-> $gives)? {
                    // Every field by value, the token included: nothing of `self` is left to drop, so a `Drop` that the
                    // user implements for a step does not compile instead of running on dead buffers.
                    let Self { $($part: $held_in,)* __at } = self;
                    $($crate::__private::Buf::end($dying);)*
                    $( $go )?
                    $(
                        $next {
                            $(kept: $carried,)?
                            $($stays: $was,)*
                            // SAFETY: the proof in `__arena` holds for the handles of this step, and all handles but those
                            // that are kept are consumed. What is not plain has a value.
                            $($born: unsafe { $crate::__private::Buf::$birth($($zero)?) },)*
                            // SAFETY: the proof in `__arena` holds for the two slots, and both types are plain.
                            $($made: unsafe { $crate::__private::Buf::in_place($taken) },)*
                            // SAFETY: the token of the step before is consumed, and so are all handles but those in this
                            // struct and those of the application.
                            __at: unsafe { $crate::__private::At::mint() },
                        }
                    )?
                    // SAFETY: the token and all handles but those of persistent buffers are consumed.
                    $( unsafe { $enter($($onto)?) } )?
                }
            )*

            /// Ends all buffers that are not persistent and returns to the first step.
            #[inline(always)]
            $vis fn restart(self, $($lent: $crate::__private::Buf<buf::$out>,)*) -> $first {
                // SAFETY: `self.kept` is not used again, and `next()` ensures that no `Drop` of the user's sees it.
                $(let $kept = unsafe { $crate::__private::carried(&self.kept) };)?
                // Plain contents have nothing to drop.
                $(self.$end();)?
                $restart
            }

            #[doc = $crate::__ending!($ending)]
            #[inline(always)]
            $vis fn $ending(
                self, $($lent: $crate::__private::Buf<buf::$out>,)* $($detached: $detached_type)?
            ) $(-> $ended)? {
                // SAFETY: `self.kept` is not used again, and `next()` ensures that no `Drop` of the user's sees it.
                $(let $kept = unsafe { $crate::__private::carried(&self.kept) };)?
                // Plain contents have nothing to drop.
                $(self.$end();)?
                $release
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
                    $vis $used: &'a $($how)? $(<buf::$content as $crate::__private::Content>::T)? $($ty)?,
                )*
                $($(
                    #[doc = $note]
                    $vis $read: &'a $(<constant::$constant as $crate::__private::Content>::T)? $($value)?,
                )*)?
            }
        )?
    };
}

/// The enum of all steps. If transitions return handles, it has no transitions: they differ from step to step.
#[doc(hidden)]
#[macro_export]
macro_rules! __state_any {
    (
        [$vis:vis] $any:ident { $($about:literal $step:ident $name:literal $id:literal,)* }
        $( kept $kept_type:ident { $($keeper:ident,)* } )?
        $(
            next { $($from:ident => $following:ident,)* }
            restart -> $first:ident $restart:block
            $ending:ident ($($detached:ident: $detached_type:ident)?) $(-> ($ended:ty))? $release:block
            $(held $held:ident $mut:tt)? $(end $end:ident { $($last:ident,)* } $(else $plain:tt)?)?
        )?
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
            $(
                /// The handles of the persistent buffers, in any step.
                #[inline]
                $vis fn kept(&mut self) -> &mut $kept_type {
                    match self {
                        $(Self::$keeper(__step) => &mut __step.kept,)*
                    }
                }
            )?
            $(
                /// Ends the current step and begins the next.
                #[inline]
                $vis fn next(self) -> Self {
                    match self {
                        $(Self::$from(__step) => Self::$following(__step.next()),)*
                    }
                }

                /// Ends all buffers that are not persistent and returns to the first step.
                #[inline]
                $vis fn restart($($mut)? self) -> $first {
                    // SAFETY: the handles in `self` are not used again, and no step has a `Drop` of the user's.
                    $(let $held = unsafe { $crate::__private::carried(self.kept()) };)?
                    $(self.$end();)?
                    $restart
                }

                #[doc = $crate::__ending!($ending)]
                #[inline]
                $vis fn $ending($($mut)? self, $($detached: $detached_type)?) $(-> $ended)? {
                    // SAFETY: as in `restart()`.
                    $(let $held = unsafe { $crate::__private::carried(self.kept()) };)?
                    $(self.$end();)?
                    $release
                }

                $(
                    /// Ends the contents that need dropping.
                    #[inline]
                    fn $end(self) {
                        match self {
                            $(Self::$last(__step) => __step.$end(),)*
                            $($plain => {})?
                        }
                    }
                )?
            )?
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
