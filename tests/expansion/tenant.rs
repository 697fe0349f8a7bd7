//! A plan in a pool. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | alive in |
|---|---|---|---|
| `heard` | `u32` | sram | all, persistent |
| `pcm` | `[i16; 64]` | work | listen..=decide |
| `log` | `heapless::Vec<u8, 64>` | work | decide |

Steps: `listen`, `decide`.

Only the compiler knows the sizes here. `println!("{}", wake::PLAN)` prints the table with all figures. What `print!("{}", wake::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot wake.json -o wake.svg` draws the plan.*/
pub mod wake {
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
        /// Bank `sram`.
        pub enum Sram {}
        impl Sram {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[0usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub const BYTES: usize = super::__arena::BYTES[0usize];
            /// Base alignment of the bank's memory.
            pub const ALIGN: usize = super::__arena::ALIGNS[0usize];
        }
        /// Bank `work`.
        pub enum Work {}
        impl Work {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[1usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub const BYTES: usize = super::__arena::BYTES[1usize];
            /// Base alignment of the bank's memory.
            pub const ALIGN: usize = super::__arena::ALIGNS[1usize];
        }
    }
    /// The buffers of the plan, with their figures.
    pub mod buf {
        use ::arena_plan::__private;
        __private::buffers! {
            [pub] super::__arena::Arena; [#[doc =
            " Buffer `heard`: `u32` in bank `sram`, persistent: alive from `take()` to `release()`."]]
            Heard = 0, super::__arena::offset(0usize), __private::content_bytes:: < Self
            > (), super::__arena::slot_align(0usize), "sram"; [#[doc =
            " Buffer `pcm`: `[i16; 64]` in bank `work`, alive in `listen..=decide`."]]
            Pcm = 1, super::__arena::offset(1usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(1usize), "work"; [#[doc =
            " Buffer `log`: `heapless::Vec<u8, 64>` in bank `work`, alive in `decide`."]]
            Log = 2, super::__arena::offset(2usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(2usize), "work";
        }
    }
    __private::handles! {
        #[doc = " The persistent buffers that travel with the steps."] [pub] Kept =
        "Kept" {
        " Handle: `u32` in bank `sram`, persistent: alive from `take()` to `release()`."
        heard : Heard __0, } {}
    }
    __private::idle! {
        [pub] Idle with Kept __kept start -> Listen { lease : Work, } { unsafe {
        __private::begin:: < __arena::pool::Work, __arena::Arena > () } unsafe {
        __first(__kept) } } release() { __kept.__end(); unsafe { __arena::TAKEN.clear() }
        }
    }
    __private::state_step! {
        #[doc = " Step `listen`: the handles of the buffers alive in it."] [pub] Listen =
        "listen" { " Handle: `[i16; 64]` in bank `work`, alive in `listen..=decide`." pcm
        : Pcm __1, } with Kept __kept io[ListenIo " What step `listen` declared." { pcm =
        pcm, = [__private::i16; 64],
        " Output: `&mut [i16; 64]` in bank `work`, alive in `listen..=decide`." mut; }]
        fn [#[doc = " Ends step `listen` and begins `decide`."]] pub next() -> (Decide) {
        kept : __kept, pcm : __1, } {} go[] enter[Decide[__kept] { pcm __1, } { log
        valued(), } {}] first[] leave() end[] restart -> Listen { unsafe {
        __first(__kept) } } stop() -> ((Idle, __private::Lease < < __arena::pool::Work as
        __private::Shared > ::Pool >)) { (Idle { kept : __kept, __at : unsafe {
        __private::At::mint() }, }, unsafe { < __private::Lease < < __arena::pool::Work
        as __private::Shared > ::Pool > > ::mint() }) }
    }
    __private::state_step! {
        #[doc = " Step `decide`: the handles of the buffers alive in it."] [pub] Decide =
        "decide" { " Handle: `[i16; 64]` in bank `work`, alive in `listen..=decide`." pcm
        : Pcm __1, " Handle: `heapless::Vec<u8, 64>` in bank `work`, alive in `decide`."
        log : Log __2, } with Kept __kept io[DecideIo " What step `decide` declared." {
        pcm = pcm, = [__private::i16; 64],
        " Input: `&[i16; 64]` in bank `work`, alive in `listen..=decide`."; heard = kept
        .heard, = __private::u32,
        " Read and written: `&mut u32` in bank `sram`, persistent: alive from `take()` to `release()`."
        mut; log = log, Log
        " Read and written: `&mut heapless::Vec<u8, 64>` in bank `work`, alive in `decide`."
        mut; }] fn [#[doc = " Ends step `decide` and begins `listen`."]] pub next() ->
        (Listen) { kept : __kept, pcm : __1, log : __2, } { __2, } go[] enter[]
        first[__first(__kept)] fn [] __end() { kept : __kept, pcm : __1, log : __2, } {
        __2, } go[] enter[] first[] leave() end[__end] restart -> Listen { unsafe {
        __first(__kept) } } stop() -> ((Idle, __private::Lease < < __arena::pool::Work as
        __private::Shared > ::Pool >)) { (Idle { kept : __kept, __at : unsafe {
        __private::At::mint() }, }, unsafe { < __private::Lease < < __arena::pool::Work
        as __private::Shared > ::Pool > > ::mint() }) }
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<Idle> {
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
    pub unsafe fn steal() -> Idle {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Idle {
        let __0 = unsafe { __private::Buf::born(true) };
        Idle {
            kept: Kept { heard: __0 },
            __at: unsafe { __private::At::mint() },
        }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first(__kept: Kept) -> Listen {
        Listen {
            kept: __kept,
            pcm: unsafe { __private::Buf::born(__arena::SCRUB[1usize]) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::state_any! {
        [pub] Any { " Step `listen`." Listen "Listen" "listen", " Step `decide`." Decide
        "Decide" "decide", } kept Kept { Listen, Decide, } next { Listen => Decide,
        Decide => Listen, } restart -> Listen { unsafe { __first(__kept) } } stop() ->
        ((Idle, __private::Lease < < __arena::pool::Work as __private::Shared > ::Pool
        >)) { (Idle { kept : __kept, __at : unsafe { __private::At::mint() }, }, unsafe {
        < __private::Lease < < __arena::pool::Work as __private::Shared > ::Pool > >
        ::mint() }) } held __kept mut end __end { Decide, } else _
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "wake",
        banks: &__private::stored(
            __private::bank_rows(
                &__arena::BANK_IDS,
                &__arena::BANKS,
                __arena::LAYOUT,
                &__arena::BYTES,
            ),
            &[
                (
                    1usize,
                    __private::Storage::Shared {
                        pool: "scratch",
                    },
                ),
            ],
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
        __private::audit::<__arena::Arena, 3usize, 1usize, 2usize>()
    }
    #[doc(hidden)]
    pub mod memory {
        use ::arena_plan::__private;
        pub static sram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::zeroed();
        __private::symbols! {
            0 "heard" Heard[base0 sram 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\tlisten\\n\"\n.ascii \"step\\tdecide\\n\"\n.ascii \"bank\\tsram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"bank\\twork\\t{}\\t{}\\t{}\\t{}\\tpool\\tscratch\\n\"\n.ascii \"buffer\\theard\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tpersistent\\t\\t\\n\"\n.ascii \"buffer\\tpcm\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tlog\\t{}\\t{}\\t{}\\t{}\\t1\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"end\\n\""[0
            1] [Heard Pcm Log] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 2usize] = ["sram", "work"];
        pub const BUFFER_IDS: &[&str; 3usize] = &["heard", "pcm", "log"];
        pub const STEP_IDS: [&str; 2usize] = ["listen", "decide"];
        pub const BANKS: [__private::Bank; 2usize] = __private::banks(
            [__private::Bank::new(64u64), __private::Bank::new(1024u64)],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 3usize] = &[
            __private::type_bytes::<super::buf::Heard>(),
            __private::type_bytes::<super::buf::Pcm>(),
            __private::type_bytes::<super::buf::Log>(),
        ];
        const ALLOWED_0: &[u16] = &[0u16];
        const ALLOWED_1: &[u16] = &[1u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 3usize] = &[
            __private::at_least(
                    __private::buffer(TYPES[0usize], 0u32, 1u32, ALLOWED_0, 0u32),
                    4u64,
                )
                .with_kind(__private::BufferKind::Persistent),
            __private::at_least(
                __private::buffer(TYPES[1usize], 0u32, 1u32, ALLOWED_1, 2u32),
                2u64,
            ),
            __private::buffer(TYPES[2usize], 1u32, 1u32, ALLOWED_1, 1u32),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<2usize, 3usize> = &__private::plan::<
            2usize,
            3usize,
            4usize,
        >(&BANKS, BUFFERS, __private::Orders::Fast, &[]);
        pub const SLOT_ALIGNS: &[usize; 3usize] = &__private::slot_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub const ALIGNS: [usize; 2usize] = __private::base_aligns(
            &BANKS,
            BUFFERS,
            LAYOUT,
        );
        pub const BYTES: [usize; 2usize] = __private::bytes(LAYOUT, &ALIGNS);
        const OFFSETS: &[usize; 3usize] = &__private::offsets(&LAYOUT.placements);
        pub const fn offset(index: __private::usize) -> __private::usize {
            OFFSETS[index]
        }
        pub const fn slot_align(index: __private::usize) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        /// The paths of the pools.
        pub mod pool {
            pub enum Work {}
        }
        unsafe impl __private::Tenancy<<pool::Work as __private::Shared>::Pool>
        for Arena {
            const SHARE: __private::Share = __private::Share {
                bytes: BYTES[1usize],
                align: ALIGNS[1usize],
                plain: {
                    const PLAIN: [__private::core::primitive::bool; 3usize] = [
                        true, true, false,
                    ];
                    __private::plain_in(1u16, BUFFERS, LAYOUT, &PLAIN)
                },
            };
        }
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 3usize] = &__private::places(
            BUFFERS,
            LAYOUT,
            SLOT_ALIGNS,
            &[
                __private::BankMem::base(&raw const super::memory::sram),
                <<pool::Work as __private::Shared>::Pool as __private::PoolMemory>::BASE,
            ],
        );
        pub enum Arena {}
        impl __private::Places for Arena {
            const PLACES: &'static [__private::Place] = PLACES;
        }
        /// Plain buffers whose bytes may contain another buffer's padding when they become live.
        pub const SCRUB: [bool; 3usize] = __private::scrub(
            &LAYOUT.placements,
            BUFFERS,
            &[true, true, false],
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
            (check)(Bank(1u32));
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
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[&[0u16, 1u16], &[0u16, 1u16, 2u16], &[0u16]];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            let types = *TYPES;
            let slots = __private::slots(&types, PLACES);
            __private::prove::<
                3usize,
                1usize,
            >(
                SOURCE,
                REFUSAL,
                &[
                    __private::region(&BANKS[0usize], &raw const super::memory::sram),
                    __private::pool_region::<pool::Work, Arena>(&BANKS[1usize]),
                ],
                &slots,
                SETS,
                &__private::Checked {
                    banks: 2,
                    buffers: 3,
                    others: &[],
                },
            );
            __private::prove_idle(PLACES, &[0u16], &[1u16]);
        };
        __private::audited! {
            3usize[__private::region(& BANKS[0usize], & raw const super::memory::sram),
            __private::pool_region:: < pool::Work, Arena > (& BANKS[1usize]),]
            [__private::BankMem::base(& raw const super::memory::sram), << pool::Work as
            __private::Shared > ::Pool as __private::PoolMemory > ::BASE,]
        }
    }
}
#[allow(deprecated, arithmetic_overflow, unconditional_panic)]
const _: () = {
    impl ::arena_plan::__private::Content for wake::buf::Heard {
        type T = u32;
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <wake::buf::Heard as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for wake::buf::Pcm {
        type T = [i16; 64];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <wake::buf::Pcm as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for wake::buf::Log {
        type T = heapless::Vec<u8, 64>;
    }
    impl ::arena_plan::__private::Init for wake::buf::Log {
        #[inline]
        fn init() -> Self::T {
            heapless::Vec::new()
        }
    }
    impl ::arena_plan::__private::Shared for wake::__arena::pool::Work {
        type Pool = scratch::Pool;
        const UNPLAIN: ::arena_plan::__private::core::primitive::usize = <Self::Pool as ::arena_plan::__private::Lists<
            wake::__arena::Arena,
        >>::UNPLAIN;
    }
};
