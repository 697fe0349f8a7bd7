//! Buffers that persist and handles that are handed out. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | alive in |
|---|---|---|---|
| `frames` | `[[i16; 16]; 2]` | ram | all, persistent |
| `gain` | `f32` | ram | all, persistent |
| `taps` | `[f32; 4]` | ram | all, persistent |
| `log` | `heapless::Vec<u8, 64>` | ram | all, persistent |
| `filtered` | `[f32; 16]` | ram | filter..=measure |
| `tone` | `[u16; 16]` | ram | measure |

Steps: `filter`, `measure`.

Only the compiler knows the sizes here. `println!("{}", stream::PLAN)` prints the table with all figures. What `print!("{}", stream::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot stream.json -o stream.svg` draws the plan.*/
pub mod stream {
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
            " Buffer `frames`: `[[i16; 16]; 2]` in bank `ram`, persistent: alive from `take()` to `release()`."]]
            Frames = 0, super::__arena::offset(0usize), __private::content_bytes:: < Self
            > (), super::__arena::slot_align(0usize), "ram"; [#[doc =
            " Buffer `gain`: `f32` in bank `ram`, persistent: alive from `take()` to `release()`."]]
            Gain = 1, super::__arena::offset(1usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(1usize), "ram"; [#[doc =
            " Buffer `taps`: `[f32; 4]` in bank `ram`, persistent: alive from `take()` to `release()`."]]
            Taps = 2, super::__arena::offset(2usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(2usize), "ram"; [#[doc =
            " Buffer `log`: `heapless::Vec<u8, 64>` in bank `ram`, persistent: alive from `take()` to `release()`."]]
            Log = 3, super::__arena::offset(3usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(3usize), "ram"; [#[doc =
            " Buffer `filtered`: `[f32; 16]` in bank `ram`, alive in `filter..=measure`."]]
            Filtered = 4, super::__arena::offset(4usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(4usize), "ram"; [#[doc =
            " Buffer `tone`: `[u16; 16]` in bank `ram`, alive in `measure`."]] Tone = 5,
            super::__arena::offset(5usize), __private::content_bytes:: < Self > (),
            super::__arena::slot_align(5usize), "ram";
        }
    }
    __private::handles! {
        #[doc = " The persistent buffers that travel with the steps."] [pub] Kept =
        "Kept" {
        " Handle: `f32` in bank `ram`, persistent: alive from `take()` to `release()`."
        gain : Gain __1,
        " Handle: `[f32; 4]` in bank `ram`, persistent: alive from `take()` to `release()`."
        taps : Taps __2,
        " Handle: `heapless::Vec<u8, 64>` in bank `ram`, persistent: alive from `take()` to `release()`."
        log : Log __3, } { __3, }
    }
    __private::handles! {
        #[doc =
        " The persistent buffers whose handles belong to the application: `take()` returns them, `release()` takes them back."]
        [pub] Detached = "Detached" {
        " Handle: `[[i16; 16]; 2]` in bank `ram`, persistent: alive from `take()` to `release()`."
        frames : Frames __0, } {}
    }
    __private::state_step! {
        #[doc = " Step `filter`: the handles of the buffers alive in it."] [pub] Filter =
        "filter" { " Handle: `[f32; 16]` in bank `ram`, alive in `filter..=measure`."
        filtered : Filtered __4, } with Kept __kept io[FilterIo
        " What step `filter` declared." { taps = kept.taps, = [__private::f32; 4],
        " Input: `&[f32; 4]` in bank `ram`, persistent: alive from `take()` to `release()`.";
        gain = kept.gain, = __private::f32,
        " Input: `&f32` in bank `ram`, persistent: alive from `take()` to `release()`.";
        filtered = filtered, = [__private::f32; 16],
        " Output: `&mut [f32; 16]` in bank `ram`, alive in `filter..=measure`." mut; }]
        fn [#[doc = " Ends step `filter` and begins `measure`."] #[doc = ""] #[doc =
        " Begins the lifetime of `tone` and returns its handle."]] pub next() ->
        ((Measure, __private::Buf < buf::Tone >)) { kept : __kept, filtered : __4, } {}
        go[{ (Measure { kept : __kept, filtered : __4, __at : unsafe {
        __private::At::mint() }, }, unsafe { __private::Buf::born(true) }) }] enter[]
        first[] leave() end[] restart -> Filter { unsafe { __first(__kept) } }
        release(detached : Detached) { __kept.__end(); detached.__end(); unsafe {
        __arena::TAKEN.clear() } }
    }
    __private::state_step! {
        #[doc = " Step `measure`: the handles of the buffers alive in it."] [pub] Measure
        = "measure" { " Handle: `[f32; 16]` in bank `ram`, alive in `filter..=measure`."
        filtered : Filtered __4, } with Kept __kept io[MeasureIo
        " What step `measure` declared." { filtered = filtered, = [__private::f32; 16],
        " Input: `&[f32; 16]` in bank `ram`, alive in `filter..=measure`."; log = kept
        .log, Log
        " Read and written: `&mut heapless::Vec<u8, 64>` in bank `ram`, persistent: alive from `take()` to `release()`."
        mut; }] fn [#[doc = " Ends step `measure` and begins `filter`."] #[doc = ""]
        #[doc = " Takes back `tone`, which ends here."]] pub next(tone : Tone,) ->
        (Filter) { kept : __kept, filtered : __4, } {} go[{ let __5 = tone; unsafe {
        __first(__kept) } }] enter[] first[] leave(tone : Tone,) end[] restart -> Filter
        { let __5 = tone; unsafe { __first(__kept) } } release(detached : Detached) { let
        __5 = tone; __kept.__end(); detached.__end(); unsafe { __arena::TAKEN.clear() } }
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<(Filter, Detached)> {
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
    pub unsafe fn steal() -> (Filter, Detached) {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> (Filter, Detached) {
        let __0 = unsafe { __private::Buf::born(true) };
        let __1 = unsafe { __private::Buf::valued() };
        let __2 = unsafe { __private::Buf::copied() };
        let __3 = unsafe { __private::Buf::valued() };
        (
            unsafe {
                __first(Kept {
                    gain: __1,
                    taps: __2,
                    log: __3,
                })
            },
            Detached { frames: __0 },
        )
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first(__kept: Kept) -> Filter {
        Filter {
            kept: __kept,
            filtered: unsafe { __private::Buf::born(__arena::SCRUB[4usize]) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::state_any! {
        [pub] Any { " Step `filter`." Filter "Filter" "filter", " Step `measure`."
        Measure "Measure" "measure", } kept Kept { Filter, Measure, }
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "stream",
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
        __private::audit::<__arena::Arena, 6usize, 1usize, 1usize>()
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
            0 "frames" Frames[base0 ram 0] "gain" Gain[base0 ram 0] "taps" Taps[base0 ram
            0] "log" Log[base0 ram 0] "filtered" Filtered[base0 ram 0] "tone" Tone[base0
            ram 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\tfilter\\n\"\n.ascii \"step\\tmeasure\\n\"\n.ascii \"bank\\tram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\tframes\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tpersistent\\tdetached\\t\\n\"\n.ascii \"buffer\\tgain\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tpersistent\\t\\t\\n\"\n.ascii \"buffer\\ttaps\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tpersistent\\t\\t\\n\"\n.ascii \"buffer\\tlog\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tpersistent\\t\\t\\n\"\n.ascii \"buffer\\tfiltered\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\ttone\\t{}\\t{}\\t{}\\t{}\\t1\\t1\\t0\\tbuffer\\tdetached\\t\\n\"\n.ascii \"end\\n\""[0]
            [Frames Gain Taps Log Filtered Tone] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 1usize] = ["ram"];
        pub const BUFFER_IDS: &[&str; 6usize] = &[
            "frames",
            "gain",
            "taps",
            "log",
            "filtered",
            "tone",
        ];
        pub const STEP_IDS: [&str; 2usize] = ["filter", "measure"];
        pub const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(1024u64)],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 6usize] = &[
            __private::type_bytes::<super::buf::Frames>(),
            __private::type_bytes::<super::buf::Gain>(),
            __private::type_bytes::<super::buf::Taps>(),
            __private::type_bytes::<super::buf::Log>(),
            __private::type_bytes::<super::buf::Filtered>(),
            __private::type_bytes::<super::buf::Tone>(),
        ];
        const ALLOWED_0: &[u16] = &[0u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 6usize] = &[
            __private::at_least(
                    __private::buffer(TYPES[0usize], 0u32, 1u32, ALLOWED_0, 1u32),
                    2u64,
                )
                .with_kind(__private::BufferKind::Persistent)
                .with_detached(),
            __private::at_least(
                    __private::buffer(TYPES[1usize], 0u32, 1u32, ALLOWED_0, 2u32),
                    4u64,
                )
                .with_kind(__private::BufferKind::Persistent),
            __private::at_least(
                    __private::buffer(TYPES[2usize], 0u32, 1u32, ALLOWED_0, 4u32),
                    4u64,
                )
                .with_kind(__private::BufferKind::Persistent),
            __private::buffer(TYPES[3usize], 0u32, 1u32, ALLOWED_0, 3u32)
                .with_kind(__private::BufferKind::Persistent),
            __private::at_least(
                __private::buffer(TYPES[4usize], 0u32, 1u32, ALLOWED_0, 0u32),
                4u64,
            ),
            __private::at_least(
                    __private::buffer(TYPES[5usize], 1u32, 1u32, ALLOWED_0, 5u32),
                    2u64,
                )
                .with_detached(),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<1usize, 6usize> = &__private::plan::<
            1usize,
            6usize,
            4usize,
        >(&BANKS, BUFFERS, __private::Orders::Fast, &[]);
        pub const SLOT_ALIGNS: &[usize; 6usize] = &__private::slot_aligns(
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
        const OFFSETS: &[usize; 6usize] = &__private::offsets(&LAYOUT.placements);
        pub const fn offset(index: __private::usize) -> __private::usize {
            OFFSETS[index]
        }
        pub const fn slot_align(index: __private::usize) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 6usize] = &__private::places(
            BUFFERS,
            LAYOUT,
            SLOT_ALIGNS,
            &[__private::BankMem::base(&raw const super::memory::ram)],
        );
        pub enum Arena {}
        impl __private::Places for Arena {
            const PLACES: &'static [__private::Place] = PLACES;
        }
        /// Plain buffers whose bytes may contain another buffer's padding when they become live.
        pub const SCRUB: [bool; 6usize] = __private::scrub(
            &LAYOUT.placements,
            BUFFERS,
            &[true, true, true, false, true, true],
        );
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
        use __private::Token::*;
        #[track_caller]
        const fn check(token: __private::Token) {
            __private::check(SOURCE, REFUSAL, token);
        }
        #[track_caller]
        const fn check_name(buffer: __private::u32) {
            __private::check_name(SOURCE, REFUSAL, buffer);
        }
        #[track_caller]
        const fn check_type(buffer: __private::u32) {
            __private::check_type(SOURCE, REFUSAL, buffer);
        }
        const _: () = {
            (check)(Bank(0u32));
        };
        const _: () = {
            (check_name)(0);
            (check_type)(0);
        };
        const _: () = {
            (check_name)(1);
            (check_type)(1);
        };
        const _: () = {
            (check_name)(2);
            (check_type)(2);
        };
        const _: () = {
            (check_name)(3);
            (check_type)(3);
        };
        const _: () = {
            (check_name)(4);
            (check_type)(4);
        };
        const _: () = {
            (check_name)(5);
            (check_type)(5);
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[
            &[0u16, 1u16, 2u16, 3u16, 4u16],
            &[0u16, 1u16, 2u16, 3u16, 4u16, 5u16],
        ];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            let types = *TYPES;
            let slots = __private::slots(&types, PLACES);
            __private::prove::<
                6usize,
                1usize,
            >(
                SOURCE,
                REFUSAL,
                &[__private::region(&BANKS[0usize], &raw const super::memory::ram)],
                &slots,
                SETS,
                &__private::Checked {
                    banks: 1,
                    buffers: 6,
                    others: &[],
                },
            );
        };
        __private::audited! {
            6usize[0 super::memory::ram,]
        }
    }
}
#[allow(deprecated, arithmetic_overflow, unconditional_panic)]
const _: () = {
    impl ::arena_plan::__private::Content for stream::buf::Frames {
        type T = [[i16; 16]; 2];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <stream::buf::Frames as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for stream::buf::Gain {
        type T = f32;
    }
    impl ::arena_plan::__private::Init for stream::buf::Gain {
        #[inline]
        fn init() -> Self::T {
            1.0
        }
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <stream::buf::Gain as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for stream::buf::Taps {
        type T = [f32; 4];
    }
    impl ::arena_plan::__private::Image for stream::buf::Taps {
        const IMAGE: &'static Self::T = &{ TAPS };
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <stream::buf::Taps as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for stream::buf::Log {
        type T = heapless::Vec<u8, 64>;
    }
    impl ::arena_plan::__private::Init for stream::buf::Log {
        #[inline]
        fn init() -> Self::T {
            heapless::Vec::new()
        }
    }
    impl ::arena_plan::__private::Content for stream::buf::Filtered {
        type T = [f32; 16];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <stream::buf::Filtered as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for stream::buf::Tone {
        type T = [u16; 16];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <stream::buf::Tone as ::arena_plan::__private::Content>::T,
    >)();
};
