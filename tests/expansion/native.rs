//! Every size is known to the macro. Written by a test of `arena-plan-macros`.

/// A static memory plan.
pub mod blink {
    #![allow(
        dead_code,
        deprecated,
        non_camel_case_types,
        non_snake_case,
        non_upper_case_globals,
        unreachable_pub,
        clippy::all,
        clippy::pedantic
    )]
    use ::arena_plan::__private;
    /// The banks of the plan, with their figures.
    pub mod bank {
        use ::arena_plan::__private;
        /// Bank `ram`.
        pub enum Ram {}
        impl Ram {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[0usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub const BYTES: usize = super::__arena::BYTES[0usize];
            /// Base alignment of the bank's memory.
            pub const ALIGN: usize = super::__arena::ALIGNS[0usize];
        }
    }
    /// The buffers of the plan, with their figures.
    pub mod buf {
        use ::arena_plan::__private;
        /// Buffer `raw`, alive in `sample..=average`.
        pub enum Raw {}
        impl Raw {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = 0;
            /// Size in bytes.
            pub const BYTES: usize = 512;
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[0usize];
            /// Name of the bank.
            pub const BANK: &'static str = "ram";
        }
        unsafe impl __private::Slot for Raw {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                __private::BankMem::base(&raw const super::memory::ram)
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `mean`, alive in `average`.
        pub enum Mean {}
        impl Mean {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = 512;
            /// Size in bytes.
            pub const BYTES: usize = 4;
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[1usize];
            /// Name of the bank.
            pub const BANK: &'static str = "ram";
        }
        unsafe impl __private::Slot for Mean {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                __private::BankMem::base(&raw const super::memory::ram)
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
    }
    /// Step `sample`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Sample {
        ///Handle of the buffer.
        pub raw: __private::Buf<buf::Raw>,
        __at: __private::At<Sample>,
    }
    impl Sample {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> SampleIo<'_> {
            SampleIo { raw: &mut *self.raw }
        }
        /// Ends step `sample` and begins `average`.
        #[inline(always)]
        pub fn next(self) -> Average {
            let Self { raw: __0, __at } = self;
            Average {
                raw: __0,
                mean: unsafe { __private::Buf::<buf::Mean>::born(true) },
                __at: unsafe { __private::At::mint() },
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Sample {
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Sample {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("sample", __f)
        }
    }
    /// Step `average`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Average {
        ///Handle of the buffer.
        pub raw: __private::Buf<buf::Raw>,
        ///Handle of the buffer.
        pub mean: __private::Buf<buf::Mean>,
        __at: __private::At<Average>,
    }
    impl Average {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> AverageIo<'_> {
            AverageIo {
                raw: &mut *self.raw,
                mean: &mut *self.mean,
            }
        }
        /// Ends step `average` and begins `sample`.
        #[inline(always)]
        pub fn next(self) -> Sample {
            let Self { raw: __0, mean: __1, __at } = self;
            unsafe { __first() }
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Sample {
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Average {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("average", __f)
        }
    }
    /// What step `sample` declared.
    pub struct SampleIo<'a> {
        /// Output: buffer `raw`.
        pub raw: &'a mut <buf::Raw as __private::Content>::T,
    }
    /// What step `average` declared.
    pub struct AverageIo<'a> {
        /// Read and written: buffer `raw`.
        pub raw: &'a mut <buf::Raw as __private::Content>::T,
        /// Output: buffer `mean`.
        pub mean: &'a mut <buf::Mean as __private::Content>::T,
    }
    /// Gives the first step, once: `None` while the arena is out.
    #[inline]
    #[must_use = "without the step the arena is out for good"]
    pub fn take() -> __private::core::option::Option<Sample> {
        if __arena::TAKEN.claim() {
            __private::core::option::Option::Some(unsafe { __start() })
        } else {
            __private::core::option::Option::None
        }
    }
    /// Gives the first step without asking whether the arena is out.
    ///
    /// # Safety
    /// No step, handle or reference of an earlier run is used any more. Contents that need dropping are not
    /// dropped.
    #[inline]
    pub unsafe fn steal() -> Sample {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Sample {
        unsafe { __first() }
    }
    /// Brings the first step's buffers to life.
    ///
    /// # Safety
    /// No handle of the plan is used any more, and every byte of the banks has been written.
    #[inline(always)]
    unsafe fn __first() -> Sample {
        Sample {
            raw: unsafe { __private::Buf::<buf::Raw>::born(false) },
            __at: unsafe { __private::At::mint() },
        }
    }
    /// Any step, for state machines and statics.
    #[__private::core::prelude::v1::derive(__private::core::fmt::Debug)]
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub enum Any {
        /// Step `sample`.
        Sample(Sample),
        /// Step `average`.
        Average(Average),
    }
    impl Any {
        /// Ends the present step and begins the next.
        #[inline]
        pub fn next(self) -> Self {
            match self {
                Self::Sample(__step) => Self::Average(__step.next()),
                Self::Average(__step) => Self::Sample(__step.next()),
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline]
        pub fn restart(self) -> Sample {
            match self {
                Self::Sample(__step) => __step.restart(),
                Self::Average(__step) => __step.restart(),
            }
        }
        /// Ends all buffers and gives the arena back.
        #[inline]
        pub fn release(self) {
            match self {
                Self::Sample(__step) => __step.release(),
                Self::Average(__step) => __step.release(),
            }
        }
    }
    impl __private::core::convert::From<Sample> for Any {
        #[inline]
        fn from(__step: Sample) -> Self {
            Self::Sample(__step)
        }
    }
    impl __private::core::convert::From<Average> for Any {
        #[inline]
        fn from(__step: Average) -> Self {
            Self::Average(__step)
        }
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "blink",
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
    #[doc(hidden)]
    pub mod memory {
        use ::arena_plan::__private;
        pub static ram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::zeroed();
        __private::symbol!("raw", super::buf::Raw, 0u16, base0 = ram if 0);
        __private::symbol!("mean", super::buf::Mean, 0u16, base0 = ram if 0);
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 1usize] = ["ram"];
        pub const BUFFER_IDS: [&str; 2usize] = ["raw", "mean"];
        pub const STEP_IDS: [&str; 2usize] = ["sample", "average"];
        pub const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(1024u64)],
            &BUFFERS,
        );
        pub const BUFFERS: [__private::Buffer<'static>; 2usize] = [
            __private::at_least(
                __private::buffer::<super::buf::Raw>(0u32, 1u32, &[0u16], 1u32),
                2u64,
            ),
            __private::at_least(
                __private::buffer::<super::buf::Mean>(1u32, 1u32, &[0u16], 0u32),
                4u64,
            ),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: __private::Plan<1usize, 2usize> = __private::Plan::assumed(
            &BUFFERS,
            [512u64, 4u64],
            [
                __private::Placement {
                    bank: 0u16,
                    offset: 0u64,
                },
                __private::Placement {
                    bank: 0u16,
                    offset: 512u64,
                },
            ],
        );
        pub const SLOT_ALIGNS: [usize; 2usize] = __private::slot_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub const ALIGNS: [usize; 1usize] = __private::base_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub const BYTES: [usize; 1usize] = __private::bytes(&LAYOUT, &ALIGNS);
        pub static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
        const FAULT: __private::core::option::Option<__private::Fault> = LAYOUT.fault;
        const SOURCE: &__private::Source<'static> = &__private::Source {
            banks: &BANKS,
            bank_ids: &BANK_IDS,
            buffers: &BUFFERS,
            buffer_ids: &BUFFER_IDS,
            step_ids: &STEP_IDS,
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[&[0u16], &[0u16, 1u16]];
        /// What every `unsafe` of the plan rests on: with rustc's own sizes, each slot lies aligned within the memory of
        /// its bank, and the slots of each set are disjoint; a token typed by its step says which set exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            __private::check_plain::<
                <super::buf::Raw as __private::Content>::T,
            >(SOURCE, FAULT, __private::Token::Type(0u32));
            __private::check_plain::<
                <super::buf::Mean as __private::Content>::T,
            >(SOURCE, FAULT, __private::Token::Type(1u32));
            __private::prove::<
                2usize,
                1usize,
            >(
                SOURCE,
                FAULT,
                &[__private::region(&BANKS[0usize], &raw const super::memory::ram)],
                &[
                    __private::slot::<
                        super::buf::Raw,
                    >(0u16, super::buf::Raw::OFFSET, super::buf::Raw::ALIGN),
                    __private::slot::<
                        super::buf::Mean,
                    >(0u16, super::buf::Mean::OFFSET, super::buf::Mean::ALIGN),
                ],
                SETS,
                &[],
            );
        };
    }
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    impl ::arena_plan::__private::Content for blink::buf::Raw {
        type T = [u16; 256];
    }
    impl ::arena_plan::__private::Content for blink::buf::Mean {
        type T = u32;
    }
};
