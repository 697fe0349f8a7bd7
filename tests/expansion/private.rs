//! A private block with figures from outside. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | alive in |
|---|---|---|---|
| `type` | `[Reading; HALF]` | ram | only |

Steps: `only`.

Only the compiler knows the sizes here. `println!("{}", local::PLAN)` prints the table with all figures. What `print!("{}", local::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot local.json -o local.svg` draws the plan.*/
mod local {
    #![cfg(unix)]
    #![allow(
        deprecated,
        clippy::exhaustive_enums,
        clippy::exhaustive_structs,
        clippy::field_scoped_visibility_modifiers,
        clippy::partial_pub_fields
    )]
    use ::arena_plan::__private;
    /// A constant of the plan.
    pub(super) const HALF: <__arena::constant::HALF as __private::Constant>::T = <__arena::constant::HALF as __private::Constant>::VALUE;
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
        __private::buffers! {
            [pub (in super::super)] super::__arena::Arena; [#[doc =
            " Buffer `type`: `[Reading; HALF]` in bank `ram`, alive in `only`."]] Type =
            0, super::__arena::offset(0usize), __private::content_bytes:: < Self > (),
            super::__arena::slot_align(0usize), "ram";
        }
    }
    __private::step! {
        #[doc = " Step `only`: the handles of the buffers alive in it."] [pub (in super)]
        Only = "only" { " Handle: `[Reading; HALF]` in bank `ram`, alive in `only`."
        r#type : Type __0, } io[] #[doc = " Ends step `only` and begins `only`."] next
        Only { __0, } enter[] first[__first] leave Only[__end]
    }
    __private::end! {
        Only __end { r#type : Type __0, } { __0, }
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub(super) fn take() -> __private::core::option::Option<Only> {
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
    pub(super) unsafe fn steal() -> Only {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Only {
        unsafe { __first() }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first() -> Only {
        Only {
            r#type: unsafe { __private::Buf::valued() },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::any! {
        [pub (in super)] Any { " Step `only`." Only "Only" "only" => Only, } restart Only
        { unsafe { __first() } } release { unsafe { __arena::TAKEN.clear() } } { Only, }
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub(super) const PLAN: __private::Table = __private::Table {
        name: "local",
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
    pub(super) fn audit() -> __private::Audit {
        __private::audit::<__arena::Arena, 1usize, 1usize, 1usize>()
    }
    #[doc(hidden)]
    pub(super) mod memory {
        use ::arena_plan::__private;
        pub(in super::super) static ram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::zeroed();
        __private::symbols! {
            0 "type" Type[base0 ram 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\tonly\\n\"\n.ascii \"bank\\tram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\ttype\\t{}\\t{}\\t{}\\t{}\\t0\\t0\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"end\\n\""[0]
            [Type] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub(super) mod __arena {
        use ::arena_plan::__private;
        pub(in super::super) mod constant {
            pub(in super::super::super) enum HALF {}
        }
        pub(in super::super) mod number {
            pub(in super::super::super) enum BankCapacity0 {}
            pub(in super::super::super) enum BufferAlign0 {}
        }
        pub(in super::super) const BANK_IDS: [&str; 1usize] = ["ram"];
        pub(in super::super) const BUFFER_IDS: &[&str; 1usize] = &["type"];
        pub(in super::super) const STEP_IDS: [&str; 1usize] = ["only"];
        pub(in super::super) const BANKS: [__private::Bank; 1usize] = __private::banks(
            [
                __private::Bank::new(
                        __private::to_u64(
                            <number::BankCapacity0 as __private::Constant>::VALUE,
                        ),
                    )
                    .with_reserve(
                        __private::reserve_percent(
                            __private::to_u64(
                                <number::BankCapacity0 as __private::Constant>::VALUE,
                            ),
                            10u64,
                        ),
                    ),
            ],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 1usize] = &[
            __private::type_bytes::<super::buf::Type>(),
        ];
        const ALLOWED_0: &[u16] = &[0u16];
        pub(in super::super) const BUFFERS: &[__private::Buffer<'static>; 1usize] = &[
            __private::at_least(
                __private::buffer(TYPES[0usize], 0u32, 0u32, ALLOWED_0, 0u32),
                __private::to_u64(<number::BufferAlign0 as __private::Constant>::VALUE),
            ),
        ];
        #[allow(long_running_const_eval)]
        pub(in super::super) const LAYOUT: &__private::Plan<1usize, 1usize> = &__private::plan::<
            1usize,
            1usize,
            2usize,
        >(&BANKS, BUFFERS, __private::Orders::Fast, &[]);
        pub(in super::super) const SLOT_ALIGNS: &[usize; 1usize] = &__private::slot_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub(in super::super) const ALIGNS: [usize; 1usize] = __private::base_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub(in super::super) const BYTES: [usize; 1usize] = __private::bytes(
            LAYOUT,
            &ALIGNS,
        );
        const OFFSETS: &[usize; 1usize] = &__private::offsets(&LAYOUT.placements);
        pub(in super::super) const fn offset(
            index: __private::usize,
        ) -> __private::usize {
            OFFSETS[index]
        }
        pub(in super::super) const fn slot_align(
            index: __private::usize,
        ) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 1usize] = &__private::places(
            BUFFERS,
            LAYOUT,
            SLOT_ALIGNS,
            &[__private::BankMem::base(&raw const super::memory::ram)],
        );
        pub(in super::super) enum Arena {}
        impl __private::Places for Arena {
            const PLACES: &'static [__private::Place] = PLACES;
        }
        /// Plain buffers whose bytes may contain another buffer's padding when they become live.
        pub(in super::super) const SCRUB: [bool; 1usize] = __private::scrub(
            &LAYOUT.placements,
            BUFFERS,
            &[false],
        );
        pub(in super::super) static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
        const REFUSAL: &__private::core::option::Option<__private::Refusal> = &LAYOUT
            .refusal();
        const SOURCE: &__private::Source<'static> = &__private::Source {
            banks: &BANKS,
            bank_ids: &BANK_IDS,
            buffers: BUFFERS,
            buffer_ids: BUFFER_IDS,
            step_ids: &STEP_IDS,
        };
        use __private::Token::*;
        #[track_caller]
        const fn check(token: __private::Token) {
            __private::check(SOURCE, REFUSAL, token);
        }
        #[track_caller]
        const fn check_type(buffer: __private::u32) {
            __private::check_type(SOURCE, REFUSAL, buffer);
        }
        const _: () = {
            (check)(Bank(0u32));
            (check)(Reserve(0u32));
        };
        const _: () = {
            (check)(Buffer(0u32));
            (check_type)(0);
            (check)(Align(0u32));
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[&[0u16]];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            let types = *TYPES;
            let slots = __private::slots(&types, PLACES);
            __private::prove::<
                1usize,
                1usize,
            >(
                SOURCE,
                REFUSAL,
                &[__private::region(&BANKS[0usize], &raw const super::memory::ram)],
                &slots,
                SETS,
                &__private::Checked {
                    banks: 1,
                    buffers: 1,
                    others: &[Reserve(0u32)],
                },
            );
        };
        __private::audited! {
            1usize[0 super::memory::ram,]
        }
    }
}
#[cfg(unix)]
#[allow(deprecated, arithmetic_overflow, unconditional_panic)]
const _: () = {
    use local::HALF;
    impl ::arena_plan::__private::Constant for local::__arena::constant::HALF {
        type T = usize;
        const VALUE: Self::T = LENGTH / 2;
    }
    impl ::arena_plan::__private::Constant for local::__arena::number::BankCapacity0 {
        type T = ::arena_plan::__private::core::primitive::usize;
        const VALUE: Self::T = ROOM;
    }
    impl ::arena_plan::__private::Constant for local::__arena::number::BufferAlign0 {
        type T = ::arena_plan::__private::core::primitive::usize;
        const VALUE: Self::T = ALIGNMENT;
    }
    impl ::arena_plan::__private::Content for local::buf::Type {
        type T = [Reading; HALF];
    }
    impl ::arena_plan::__private::Init for local::buf::Type {
        #[inline]
        fn init() -> Self::T {
            [Reading::NONE; HALF]
        }
    }
};
