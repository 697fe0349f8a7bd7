//! Rules, DMA and a staged constant. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | bytes | at | alive in |
|---|---|---|--:|--:|---|
| `hot_scaled` | `[i32; 20]` | dtcm | 80 | 0 | scale..=measure |
| `staged_dtcm` | `staged_dtcm` | dtcm | 8 | 80 | record..=measure |
| `ring` | `[i16; 20]` | sram | 40 | 0 | record..=scale |
| `peak` | `i32` | sram | 4 | 0 | measure |

Steps: `record`, `scale`, `measure`.

`println!("{}", recorder::PLAN)` prints the table with all figures. What `print!("{}", recorder::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot recorder.json -o recorder.svg` draws the plan.*/
pub mod recorder {
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
        /// Bank `dtcm`.
        pub enum Dtcm {}
        impl Dtcm {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[0usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub const BYTES: usize = super::__arena::BYTES[0usize];
            /// Base alignment of the bank's memory.
            pub const ALIGN: usize = super::__arena::ALIGNS[0usize];
        }
        /// Bank `sram`.
        pub enum Sram {}
        impl Sram {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::BANKS[1usize].capacity,
            );
            /// Bytes that the bank's memory takes.
            pub const BYTES: usize = super::__arena::BYTES[1usize];
            /// Base alignment of the bank's memory.
            pub const ALIGN: usize = super::__arena::ALIGNS[1usize];
        }
        /// Bank `flash`, which is read only.
        pub enum Flash {}
        impl Flash {
            /// Bytes of the region.
            pub const CAPACITY: usize = __private::to_usize(
                super::__arena::READ_ONLY[0usize].capacity,
            );
            /// Bytes that the bank's constants take.
            pub const BYTES: usize = super::__arena::STACK_0.1;
            /// Alignment of the bank's memory.
            pub const ALIGN: usize = __private::core::mem::align_of::<
                super::__arena::stored::Flash,
            >();
        }
    }
    /// The buffers of the plan, with their figures.
    pub mod buf {
        use ::arena_plan::__private;
        __private::buffers! {
            [pub] super::__arena::Arena; [#[doc =
            " Buffer `ring`: `[i16; 20]` in bank `sram`, 40 bytes at 0, alive in `record..=scale`."]]
            Ring = 0, 0, 40, 32, "sram"; [#[doc =
            " Buffer `hot_scaled`: `[i32; 20]` in bank `dtcm`, 80 bytes at 0, alive in `scale..=measure`."]]
            HotScaled = 1, 0, 80, 4, "dtcm"; [#[doc =
            " Buffer `peak`: `i32` in bank `sram`, 4 bytes at 0, alive in `measure`."]]
            Peak = 2, 0, 4, 4, "sram"; [#[doc =
            " Buffer `staged_dtcm`: `staged_dtcm` in bank `dtcm`, 8 bytes at 80, alive in `record..=measure`."]]
            StagedDtcm = 3, 80, 8, 2, "dtcm";
        }
    }
    /// The constants of the plan, with their figures.
    pub mod constant {
        use ::arena_plan::__private;
        __private::constants! {
            [pub] #[doc = " Constant `gains`, in bank `flash`."] Gains =
            super::buf::StagedDtcm::OFFSET +
            __private::core::mem::offset_of!(super::__arena::stored::StagedDtcm, gains),
            "dtcm" { < super::buf::StagedDtcm as __private::Slot > ::ptr().cast:: < u8 >
            ()
            .wrapping_add(__private::core::mem::offset_of!(super::__arena::stored::StagedDtcm,
            gains)).cast() };
        }
    }
    __private::handles! {
        #[doc = " The constants, which travel with the steps."] [pub] Kept = "Kept" {} {}
        constants { gains : Gains __c0, }
    }
    /// What constants are copied to, for each bank.
    pub mod staged {
        use ::arena_plan::__private;
        /// The constants that are copied to bank `dtcm`.
        pub type Dtcm = super::buf::StagedDtcm;
        impl Dtcm {
            /// The bytes to copy, in read-only memory.
            #[inline(always)]
            #[must_use]
            pub fn source() -> &'static <Dtcm as __private::Content>::T {
                unsafe { __private::bytes_of(&super::memory::staged_dtcm) }
            }
        }
    }
    __private::cold! {
        [pub] Cold ColdIo { dtcm : StagedDtcm __3, } hydrated -> Record { unsafe {
        __first(Kept { gains : unsafe { __private::Const::mint() }, }) } } release() {
        unsafe { __arena::TAKEN.clear() } }
    }
    __private::state_step! {
        #[doc = " Step `record`: the handles of the buffers alive in it."] [pub] Record =
        "record" {
        " Handle: `[i16; 20]` in bank `sram`, 40 bytes at 0, alive in `record..=scale`."
        ring : Ring __0, } with Kept __kept io[RecordIo " What step `record` declared." {
        ring = ring, = [__private::i16; 20],
        " Output: `&mut [i16; 20]` in bank `sram`, 40 bytes at 0, alive in `record..=scale`."
        mut; }] fn [#[doc = " Ends step `record` and begins `scale`."]] pub next() ->
        (Scale) { kept : __kept, ring : __0, } {} go[] enter[Scale[__kept] { ring __0, }
        { hot_scaled born(false), } {}] first[] leave() end[] restart -> Record { unsafe
        { __first(__kept) } } release() { __kept.__end(); unsafe { __arena::TAKEN.clear()
        } }
    }
    __private::state_step! {
        #[doc = " Step `scale`: the handles of the buffers alive in it."] [pub] Scale =
        "scale" {
        " Handle: `[i16; 20]` in bank `sram`, 40 bytes at 0, alive in `record..=scale`."
        ring : Ring __0,
        " Handle: `[i32; 20]` in bank `dtcm`, 80 bytes at 0, alive in `scale..=measure`."
        hot_scaled : HotScaled __1, } with Kept __kept io[ScaleIo
        " What step `scale` declared." { ring = ring, = [__private::i16; 20],
        " Input: `&[i16; 20]` in bank `sram`, 40 bytes at 0, alive in `record..=scale`.";
        hot_scaled = hot_scaled, = [__private::i32; 20],
        " Output: `&mut [i32; 20]` in bank `dtcm`, 80 bytes at 0, alive in `scale..=measure`."
        mut; } constants { gains = gains : = [__private::i16; 4], " Constant `gains`.";
        }] fn [#[doc = " Ends step `scale` and begins `measure`."]] pub next() ->
        (Measure) { kept : __kept, ring : __0, hot_scaled : __1, } {} go[]
        enter[Measure[__kept] { hot_scaled __1, } { peak born(false), } {}] first[]
        leave() end[] restart -> Record { unsafe { __first(__kept) } } release() { __kept
        .__end(); unsafe { __arena::TAKEN.clear() } }
    }
    __private::state_step! {
        #[doc = " Step `measure`: the handles of the buffers alive in it."] [pub] Measure
        = "measure" {
        " Handle: `[i32; 20]` in bank `dtcm`, 80 bytes at 0, alive in `scale..=measure`."
        hot_scaled : HotScaled __1,
        " Handle: `i32` in bank `sram`, 4 bytes at 0, alive in `measure`." peak : Peak
        __2, } with Kept __kept io[MeasureIo " What step `measure` declared." {
        hot_scaled = hot_scaled, = [__private::i32; 20],
        " Input: `&[i32; 20]` in bank `dtcm`, 80 bytes at 0, alive in `scale..=measure`.";
        peak = peak, = __private::i32,
        " Output: `&mut i32` in bank `sram`, 4 bytes at 0, alive in `measure`." mut; }]
        fn [#[doc = " Ends step `measure` and begins `record`."]] pub next() -> (Record)
        { kept : __kept, hot_scaled : __1, peak : __2, } {} go[] enter[]
        first[__first(__kept)] leave() end[] restart -> Record { unsafe { __first(__kept)
        } } release() { __kept.__end(); unsafe { __arena::TAKEN.clear() } }
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<Cold> {
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
    pub unsafe fn steal() -> Cold {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Cold {
        let __3 = unsafe { __private::Buf::born(false) };
        Cold {
            dtcm: __3,
            __at: unsafe { __private::At::mint() },
        }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first(__kept: Kept) -> Record {
        Record {
            kept: __kept,
            ring: unsafe { __private::Buf::born(false) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::state_any! {
        [pub] Any { " Step `record`." Record "Record" "record", " Step `scale`." Scale
        "Scale" "scale", " Step `measure`." Measure "Measure" "measure", } kept Kept {
        Record, Scale, Measure, } next { Record => Scale, Scale => Measure, Measure =>
        Record, } restart -> Record { unsafe { __first(__kept) } } release() { __kept
        .__end(); unsafe { __arena::TAKEN.clear() } } held __kept mut
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "recorder",
        banks: &__private::all_banks::<
            2usize,
            1usize,
            3usize,
        >(
            __private::bank_rows(
                &__arena::BANK_IDS,
                &__arena::BANKS,
                __arena::LAYOUT,
                &__arena::BYTES,
            ),
            &__arena::READ_ONLY_IDS,
            &__arena::READ_ONLY,
            [__arena::STACK_0.1],
        ),
        buffers: &__private::placed_by(
            __private::all_rows::<
                4usize,
                1usize,
                5usize,
            >(
                __private::buffer_rows(
                    __arena::BUFFER_IDS,
                    __arena::BUFFERS,
                    __arena::LAYOUT,
                    __arena::SLOT_ALIGNS,
                ),
                [
                    __private::constant_row(
                        "gains",
                        &[2u16],
                        [
                            __arena::STACK_0.0[1usize]
                                + __private::core::mem::offset_of!(
                                    __arena::stored::StagedDtcm, gains
                                ),
                            constant::Gains::BYTES,
                            constant::Gains::ALIGN,
                        ],
                        2u32,
                        __private::core::option::Option::Some((
                            0u16,
                            constant::Gains::OFFSET as u64,
                        )),
                    ),
                ],
            ),
            ["default", "hot_*", "default", "", "constant"],
        ),
        steps: &__arena::STEP_IDS,
    };
    /// Verifies the plan once more, with the tables and addresses that the program has when it runs.
    #[inline]
    pub fn audit() -> __private::Audit {
        __private::audit::<__arena::Arena, 4usize, 1usize, 2usize>()
    }
    #[doc(hidden)]
    pub mod memory {
        use ::arena_plan::__private;
        pub static dtcm: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::zeroed();
        pub static sram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[1usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[1usize] },
        > = __private::BankMem::zeroed();
        pub static flash: super::__arena::stored::Flash = super::__arena::stored::Flash {};
        pub static staged_dtcm: super::__arena::stored::StagedDtcm = super::__arena::stored::StagedDtcm {
            gains: <super::constant::Gains as __private::Stored>::VALUE,
            __pad0: [0; super::__arena::stored::PADS_StagedDtcm[0usize]],
        };
        __private::symbols! {
            0 "ring" Ring[base1 sram 1] "hot_scaled" HotScaled[base0 dtcm 0] "peak"
            Peak[base1 sram 1] "staged_dtcm" StagedDtcm[base0 dtcm 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\trecord\\n\"\n.ascii \"step\\tscale\\n\"\n.ascii \"step\\tmeasure\\n\"\n.ascii \"bank\\tdtcm\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"bank\\tsram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\tring\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\thot_scaled\\t{}\\t{}\\t{}\\t{}\\t1\\t2\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tpeak\\t{}\\t{}\\t{}\\t{}\\t2\\t2\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tstaged_dtcm\\t{}\\t{}\\t{}\\t{}\\t0\\t2\\t0\\tstaged\\t\\t\\n\"\n.ascii \"bank\\tflash\\t{}\\t{}\\t{}\\t{}\\tread_only\\n\"\n.ascii \"constant\\tgains\\t2\\t{}\\t{}\\t{}\\t0\\tstaged_dtcm\\t{}\\n\"\n.ascii \"end\\n\""[0
            1] [Ring HotScaled Peak StagedDtcm] [super::__arena::READ_ONLY[0usize]
            .capacity, super::__arena::READ_ONLY[0usize].reserve, super::__arena::STACK_0
            .1, super::__arena::STACK_0.1, super::PLAN.buffers[4usize].offset,
            super::constant::Gains::BYTES, super::constant::Gains::ALIGN,
            super::constant::Gains::OFFSET,]
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 2usize] = ["dtcm", "sram"];
        pub const BUFFER_IDS: &[&str; 4usize] = &[
            "ring",
            "hot_scaled",
            "peak",
            "staged_dtcm",
        ];
        pub const STEP_IDS: [&str; 3usize] = ["record", "scale", "measure"];
        pub const BANKS: [__private::Bank; 2usize] = __private::banks(
            [
                __private::Bank::new(1024u64).without_dma(),
                __private::Bank::new(1024u64).with_cache_line(32u64),
            ],
            BUFFERS,
        );
        const ALLOWED_0: &[u16] = &[1u16];
        const ALLOWED_1: &[u16] = &[0u16];
        const ALLOWED_2: &[u16] = &[1u16, 0u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 4usize] = &[
            __private::planned(40u64, 32u64, 0u32, 1u32, ALLOWED_0, 2u32)
                .with_dma(32u64),
            __private::planned(80u64, 4u64, 1u32, 2u32, ALLOWED_1, 0u32),
            __private::planned(4u64, 4u64, 2u32, 2u32, ALLOWED_2, 1u32),
            __private::planned(8u64, 2u64, 0u32, 2u32, ALLOWED_1, 3u32)
                .with_kind(__private::BufferKind::Staged),
        ];
        pub const READ_ONLY_IDS: [&str; 1usize] = ["flash"];
        pub const READ_ONLY: [__private::Bank; 1usize] = [__private::Bank::new(1024u64)];
        /// Where the statics of a read-only bank lie if they follow each other, and where the last ends.
        pub const STACK_0: ([usize; 2usize], usize) = __private::stacked([
            __private::TypeBytes::of::<stored::Flash>(),
            __private::TypeBytes::of::<stored::StagedDtcm>(),
        ]);
        /// The memory of the read-only banks, and of what is copied from there.
        pub mod stored {
            use ::arena_plan::__private;
            #[repr(C)]
            pub struct Flash {}
            #[allow(non_upper_case_globals)]
            pub const PADS_StagedDtcm: [__private::core::primitive::usize; 1usize] = __private::pads([
                __private::at_least_aligned(
                    __private::type_bytes::<super::super::constant::Gains>(),
                    2u64,
                ),
            ]);
            #[repr(C)]
            #[allow(clippy::pub_underscore_fields)]
            pub struct StagedDtcm {
                pub gains: <super::super::constant::Gains as __private::Content>::T,
                pub __pad0: [__private::core::primitive::u8; PADS_StagedDtcm[0usize]],
            }
        }
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<2usize, 4usize> = &__private::Plan::placed(
            BUFFERS,
            __private::placements([
                (1u16, 0u64),
                (0u16, 0u64),
                (1u16, 0u64),
                (0u16, 80u64),
            ]),
        );
        pub const SLOT_ALIGNS: &[usize; 4usize] = &__private::slot_aligns(
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
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 4usize] = &__private::in_lines(
            __private::places(
                BUFFERS,
                LAYOUT,
                SLOT_ALIGNS,
                &[
                    __private::BankMem::base(&raw const super::memory::dtcm),
                    __private::BankMem::base(&raw const super::memory::sram),
                ],
            ),
            &BANKS,
            BUFFERS,
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
        const _: () = (__private::check_read_only)(
            READ_ONLY_IDS[0usize],
            &READ_ONLY[0usize],
            STACK_0.1,
        );
        const _: () = __private::prove_layout::<
            stored::StagedDtcm,
            1usize,
        >([
            __private::at_least_aligned(
                __private::type_bytes::<super::constant::Gains>(),
                2u64,
            ),
        ]);
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[
            &[3u16, 0u16],
            &[1u16, 3u16, 0u16],
            &[1u16, 3u16, 2u16],
            &[3u16],
        ];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            use __private::{check_layout, Content, check_plain};
            let types = [
                (check_plain::<<super::buf::Ring as Content>::T>)(SOURCE, 0),
                (check_plain::<<super::buf::HotScaled as Content>::T>)(SOURCE, 1),
                (check_plain::<<super::buf::Peak as Content>::T>)(SOURCE, 2),
                (check_layout::<stored::StagedDtcm>)(SOURCE, 3),
            ];
            let slots = __private::slots(&types, PLACES);
            __private::prove::<
                4usize,
                1usize,
            >(
                SOURCE,
                REFUSAL,
                &[
                    __private::region(&BANKS[0usize], &raw const super::memory::dtcm),
                    __private::region(&BANKS[1usize], &raw const super::memory::sram),
                ],
                &slots,
                SETS,
                &__private::Checked::NONE,
            );
            __private::prove_reach(
                BUFFER_IDS,
                &BANK_IDS,
                REFUSAL,
                &BANKS,
                BUFFERS,
                PLACES,
            );
        };
        __private::audited! {
            4usize[0 super::memory::dtcm, 1 super::memory::sram,]
        }
    }
}
#[allow(deprecated)]
const _: () = {
    impl ::arena_plan::__private::Content for recorder::buf::Ring {
        type T = [i16; 20];
    }
    impl ::arena_plan::__private::Content for recorder::buf::HotScaled {
        type T = [i32; 20];
    }
    impl ::arena_plan::__private::Content for recorder::buf::Peak {
        type T = i32;
    }
    impl ::arena_plan::__private::Content for recorder::buf::StagedDtcm {
        type T = [::arena_plan::__private::core::primitive::u8; ::arena_plan::__private::core::mem::size_of::<
            recorder::__arena::stored::StagedDtcm,
        >()];
    }
    impl ::arena_plan::__private::Content for recorder::constant::Gains {
        type T = [i16; 4];
    }
    impl ::arena_plan::__private::Stored for recorder::constant::Gains {
        const VALUE: Self::T = [1, 2, 3, 4];
    }
    const _: &<recorder::constant::Gains as ::arena_plan::__private::Content>::T = &<recorder::constant::Gains as ::arena_plan::__private::Stored>::VALUE;
    const _: () = (::arena_plan::__private::assert_plain_constant::<
        <recorder::constant::Gains as ::arena_plan::__private::Content>::T,
    >)();
};
