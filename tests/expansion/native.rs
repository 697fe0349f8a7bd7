//! Every size is known to the macro. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | bytes | at | alive in |
|---|---|---|--:|--:|---|
| `raw` | `[u16; 256]` | ram | 512 | 0 | sample..=average |
| `mean` | `u32` | ram | 4 | 512 | average |

Steps: `sample`, `average`.

`println!("{}", blink::PLAN)` prints the table with all figures. What `print!("{}", blink::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot blink.json -o blink.svg` draws the plan.*/
pub mod blink {
    #![allow(
        deprecated,
        unreachable_pub,
        clippy::exhaustive_enums,
        clippy::exhaustive_structs,
        clippy::field_scoped_visibility_modifiers,
        clippy::partial_pub_fields
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
        __private::buffers! {
            [pub] super::__arena::Arena; [#[doc =
            " Buffer `raw`: `[u16; 256]` in bank `ram`, 512 bytes at 0, alive in `sample..=average`."]]
            Raw = 0, 0, 512, 2, "ram"; [#[doc =
            " Buffer `mean`: `u32` in bank `ram`, 4 bytes at 512, alive in `average`."]]
            Mean = 1, 512, 4, 4, "ram";
        }
    }
    __private::step! {
        #[doc = " Step `sample`: the handles of the buffers alive in it."] [pub] Sample =
        "sample" {
        " Handle: `[u16; 256]` in bank `ram`, 512 bytes at 0, alive in `sample..=average`."
        raw : Raw __0, } io[SampleIo " What step `sample` declared." { raw = raw : =
        [__private::u16; 256],
        " Output: `&mut [u16; 256]` in bank `ram`, 512 bytes at 0, alive in `sample..=average`."
        mut; }] #[doc = " Ends step `sample` and begins `average`."] next Average {}
        enter[{ raw __0, } { mean born(true), } {}] first[] leave Sample[]
    }
    __private::step! {
        #[doc = " Step `average`: the handles of the buffers alive in it."] [pub] Average
        = "average" {
        " Handle: `[u16; 256]` in bank `ram`, 512 bytes at 0, alive in `sample..=average`."
        raw : Raw __0,
        " Handle: `u32` in bank `ram`, 4 bytes at 512, alive in `average`." mean : Mean
        __1, } io[AverageIo " What step `average` declared." { raw = raw : =
        [__private::u16; 256],
        " Read and written: `&mut [u16; 256]` in bank `ram`, 512 bytes at 0, alive in `sample..=average`."
        mut; mean = mean : = __private::u32,
        " Output: `&mut u32` in bank `ram`, 4 bytes at 512, alive in `average`." mut; }]
        #[doc = " Ends step `average` and begins `sample`."] next Sample {} enter[]
        first[__first] leave Sample[]
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<Sample> {
        if __arena::TAKEN.claim() {
            __private::core::option::Option::Some(unsafe { __start() })
        } else {
            __private::core::option::Option::None
        }
    }
    /// Returns the first step without checking whether the arena is taken.
    ///
    /// # Safety
    /// No step, handle or reference of an earlier run is used any more, and no function that received a reference
    /// to a buffer as an argument is still running, not even one with a leaked reference. The contents of a
    /// buffer must not be pinned, since its bytes are reused. Contents that need dropping are not dropped.
    #[inline]
    pub unsafe fn steal() -> Sample {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Sample {
        unsafe { __first() }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first() -> Sample {
        Sample {
            raw: unsafe { __private::Buf::born(false) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::any! {
        [pub] Any { " Step `sample`." Sample "Sample" "sample" => Average,
        " Step `average`." Average "Average" "average" => Sample, } restart Sample {
        unsafe { __first() } } release { unsafe { __arena::TAKEN.clear() } } {} else _
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "blink",
        banks: &__private::bank_rows(
            &__arena::BANK_IDS,
            &__arena::BANKS,
            __arena::LAYOUT,
            &__arena::BYTES,
        ),
        buffers: &__private::buffer_rows(
            __arena::BUFFER_IDS,
            __arena::BUFFERS,
            __arena::LAYOUT,
            __arena::SLOT_ALIGNS,
        ),
        steps: &__arena::STEP_IDS,
    };
    /// Verifies the plan once more, with the tables and addresses that the program has when it runs.
    #[inline]
    pub fn audit() -> __private::Audit {
        __private::audit::<__arena::Arena, 2usize, 1usize, 1usize>()
    }
    #[doc(hidden)]
    pub mod memory {
        use ::arena_plan::__private;
        pub static ram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::zeroed();
        __private::symbols! {
            0 "raw" Raw[base0 ram 0] "mean" Mean[base0 ram 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\tsample\\n\"\n.ascii \"step\\taverage\\n\"\n.ascii \"bank\\tram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\traw\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tmean\\t{}\\t{}\\t{}\\t{}\\t1\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"end\\n\""[0]
            [Raw Mean] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 1usize] = ["ram"];
        pub const BUFFER_IDS: &[&str; 2usize] = &["raw", "mean"];
        pub const STEP_IDS: [&str; 2usize] = ["sample", "average"];
        pub const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(1024u64)],
            BUFFERS,
        );
        const ALLOWED_0: &[u16] = &[0u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 2usize] = &[
            __private::planned(512u64, 2u64, 0u32, 1u32, ALLOWED_0, 1u32),
            __private::planned(4u64, 4u64, 1u32, 1u32, ALLOWED_0, 0u32),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<1usize, 2usize> = &__private::Plan::placed(
            BUFFERS,
            __private::placements([(0u16, 0u64), (0u16, 512u64)]),
        );
        pub const SLOT_ALIGNS: &[usize; 2usize] = &__private::slot_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub const ALIGNS: [usize; 1usize] = __private::base_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub const BYTES: [usize; 1usize] = __private::bytes(LAYOUT, &ALIGNS);
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 2usize] = &__private::places(
            BUFFERS,
            LAYOUT,
            SLOT_ALIGNS,
            &[__private::BankMem::base(&raw const super::memory::ram)],
        );
        pub enum Arena {}
        impl __private::Places for Arena {
            const PLACES: &'static [__private::Place] = PLACES;
        }
        pub static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
        const REFUSAL: &__private::core::option::Option<__private::Refusal> = &LAYOUT
            .refusal();
        const SOURCE: &__private::Source<'static> = &__private::Source {
            banks: &BANKS,
            bank_ids: &BANK_IDS,
            buffers: BUFFERS,
            buffer_ids: BUFFER_IDS,
            step_ids: &STEP_IDS,
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[&[0u16], &[0u16, 1u16]];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            use __private::{Content, check_plain};
            let types = [
                (check_plain::<<super::buf::Raw as Content>::T>)(SOURCE, 0),
                (check_plain::<<super::buf::Mean as Content>::T>)(SOURCE, 1),
            ];
            let slots = __private::slots(&types, PLACES);
            __private::prove::<
                2usize,
                1usize,
            >(
                SOURCE,
                REFUSAL,
                &[__private::region(&BANKS[0usize], &raw const super::memory::ram)],
                &slots,
                SETS,
                &__private::Checked::NONE,
            );
        };
        __private::audited! {
            2usize[0 super::memory::ram,]
        }
    }
}
#[allow(deprecated)]
const _: () = {
    impl ::arena_plan::__private::Content for blink::buf::Raw {
        type T = [u16; 256];
    }
    impl ::arena_plan::__private::Content for blink::buf::Mean {
        type T = u32;
    }
};
