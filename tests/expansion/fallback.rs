//! What stands beside an error. Written by a test of `arena-plan-macros`.

const _: () = {
    use ::arena_plan::__private::core::compile_error as __arena_plan_error;
    __arena_plan_error! {
        "buffer `big` needs 17 bytes, but no bank that it may use is that large: `ram` has 16 bytes (1 byte short) [over-budget]\nhelp: `#![draft]` compiles the block all the same, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`"
    }
};
/// A static memory plan.
mod small {
    #![allow(
        dead_code,
        deprecated,
        unused_imports,
        non_camel_case_types,
        non_snake_case,
        non_upper_case_globals,
        unreachable_pub,
        clippy::all,
        clippy::pedantic
    )]
    use ::arena_plan::__private;
    /// The banks of the plan, with their figures.
    pub(super) mod bank {
        use ::arena_plan::__private;
        /// Bank `ram`.
        pub(in super::super) enum Ram {}
        impl Ram {
            /// Bytes of the region.
            pub(in super::super) const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[0usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub(in super::super) const BYTES: usize = super::__arena::BYTES[0usize];
            /// Base alignment of the bank's memory.
            pub(in super::super) const ALIGN: usize = super::__arena::ALIGNS[0usize];
        }
    }
    /// The buffers of the plan, with their figures.
    pub(super) mod buf {
        use ::arena_plan::__private;
        /// Buffer `big`, alive in `write..=read`.
        pub(in super::super) enum Big {}
        impl Big {
            /// Offset from the bank's base, in bytes.
            pub(in super::super) const OFFSET: usize = super::__arena::OFFSETS[0usize];
            /// Size in bytes.
            pub(in super::super) const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub(in super::super) const ALIGN: usize = super::__arena::SLOT_ALIGNS[0usize];
            /// Name of the bank.
            pub(in super::super) const BANK: &'static str = "ram";
        }
        unsafe impl __private::Slot for Big {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                loop {}
            }
        }
    }
    /// Step `write`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub(super) struct Write {
        ///Handle of the buffer.
        pub(super) big: __private::Buf<buf::Big>,
        __at: __private::At<Write>,
    }
    impl Write {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub(super) fn io(&mut self) -> WriteIo<'_> {
            loop {}
        }
        /// Ends step `write` and begins `read`.
        #[inline(always)]
        pub(super) fn next(self) -> Read {
            loop {}
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub(super) fn restart(self) -> Write {
            loop {}
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub(super) fn release(self) {
            loop {}
        }
    }
    impl __private::core::fmt::Debug for Write {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("write", __f)
        }
    }
    /// Step `read`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub(super) struct Read {
        ///Handle of the buffer.
        pub(super) big: __private::Buf<buf::Big>,
        __at: __private::At<Read>,
    }
    impl Read {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub(super) fn io(&mut self) -> ReadIo<'_> {
            loop {}
        }
        /// Ends step `read` and begins `write`.
        #[inline(always)]
        pub(super) fn next(self) -> Write {
            loop {}
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub(super) fn restart(self) -> Write {
            loop {}
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub(super) fn release(self) {
            loop {}
        }
    }
    impl __private::core::fmt::Debug for Read {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("read", __f)
        }
    }
    /// What step `write` declared.
    pub(super) struct WriteIo<'a> {
        /// Output: buffer `big`.
        pub(super) big: &'a mut <buf::Big as __private::Content>::T,
    }
    /// What step `read` declared.
    pub(super) struct ReadIo<'a> {
        /// Input: buffer `big`.
        pub(super) big: &'a <buf::Big as __private::Content>::T,
    }
    /// Gives the first step, once: `None` while the arena is out.
    #[inline]
    #[must_use = "without the step the arena is out for good"]
    pub(super) fn take() -> __private::core::option::Option<Write> {
        loop {}
    }
    /// Gives the first step without asking whether the arena is out.
    ///
    /// # Safety
    /// No step, handle or reference of an earlier run is used any more. Contents that need dropping are not
    /// dropped.
    #[inline]
    pub(super) unsafe fn steal() -> Write {
        loop {}
    }
    /// Any step, for state machines and statics.
    #[__private::core::prelude::v1::derive(__private::core::fmt::Debug)]
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub(super) enum Any {
        /// Step `write`.
        Write(Write),
        /// Step `read`.
        Read(Read),
    }
    impl Any {
        /// Ends the present step and begins the next.
        #[inline]
        pub(super) fn next(self) -> Self {
            match self {
                Self::Write(__step) => Self::Read(__step.next()),
                Self::Read(__step) => Self::Write(__step.next()),
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline]
        pub(super) fn restart(self) -> Write {
            match self {
                Self::Write(__step) => __step.restart(),
                Self::Read(__step) => __step.restart(),
            }
        }
        /// Ends all buffers and gives the arena back.
        #[inline]
        pub(super) fn release(self) {
            match self {
                Self::Write(__step) => __step.release(),
                Self::Read(__step) => __step.release(),
            }
        }
    }
    impl __private::core::convert::From<Write> for Any {
        #[inline]
        fn from(__step: Write) -> Self {
            Self::Write(__step)
        }
    }
    impl __private::core::convert::From<Read> for Any {
        #[inline]
        fn from(__step: Read) -> Self {
            Self::Read(__step)
        }
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub(super) const PLAN: __private::Table = __private::Table {
        name: "small",
        banks: &__private::bank_rows(
            &__arena::BANK_IDS,
            &__arena::BANKS,
            &__arena::LAYOUT,
            &__arena::BYTES,
        ),
        buffers: &__private::buffer_rows(
            &__arena::BUFFER_IDS,
            &__arena::BUFFERS,
            &__arena::LAYOUT,
            &__arena::SLOT_ALIGNS,
        ),
        steps: &__arena::STEP_IDS,
    };
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub(super) mod __arena {
        use ::arena_plan::__private;
        pub(in super::super) const BANK_IDS: [&str; 1usize] = ["ram"];
        pub(in super::super) const BUFFER_IDS: [&str; 1usize] = ["big"];
        pub(in super::super) const STEP_IDS: [&str; 2usize] = ["write", "read"];
        pub(in super::super) const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(16u64)],
            &BUFFERS,
        );
        pub(in super::super) const BUFFERS: [__private::Buffer<'static>; 1usize] = [
            __private::at_least(
                __private::buffer::<super::buf::Big>(0u32, 1u32, &[0u16], 0u32),
                1u64,
            ),
        ];
        #[allow(long_running_const_eval)]
        pub(in super::super) const LAYOUT: __private::Plan<1usize, 1usize> = __private::Plan::failed(
            &BUFFERS,
            __private::Fault::Overflow {
                buffer: 0,
            },
        );
        pub(in super::super) const OFFSETS: [usize; 1usize] = __private::offsets(
            &LAYOUT.placements,
        );
        pub(in super::super) const SLOT_ALIGNS: [usize; 1usize] = __private::slot_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub(in super::super) const ALIGNS: [usize; 1usize] = __private::base_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub(in super::super) const BYTES: [usize; 1usize] = __private::bytes(
            &LAYOUT,
            &ALIGNS,
        );
    }
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    impl ::arena_plan::__private::Content for small::buf::Big {
        type T = [u8; 17];
    }
    const _: () = ::arena_plan::__private::assert_plain::<
        <small::buf::Big as ::arena_plan::__private::Content>::T,
    >();
};
