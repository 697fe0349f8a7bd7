//! The keyword spotting front end. Written by a test of `arena-plan-macros`.

/// Keyword spotting front end.
/**

| buffer | type | bank | alive in |
|---|---|---|---|
| `pcm` | `[i16; FRAME]` | sram | capture..=window |
| `windowed` | `[f32; FRAME]` | dtcm or sram | window..=fft |
| `spectrum` | `[f32; FRAME / 2 + 1]` | dtcm or sram | fft..=classify |
| `twiddle` | `[f32; FRAME]` | dtcm or sram | fft |
| `log` | `heapless::Vec<u8, 64>` | dtcm or sram | classify |
| `scores` | `[f32; 12]` | dtcm or sram | classify |

Steps: `capture`, `window`, `fft`, `classify`.

Only the compiler knows the sizes here. `println!("{}", kws::PLAN)` prints the table with all figures. What `print!("{}", kws::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot kws.json -o kws.svg` draws the plan.*/
pub mod kws {
    #![allow(
        deprecated,
        unreachable_pub,
        clippy::exhaustive_enums,
        clippy::exhaustive_structs,
        clippy::field_scoped_visibility_modifiers,
        clippy::partial_pub_fields
    )]
    use ::arena_plan::__private;
    /// A constant of the plan.
    pub const FRAME: <__arena::constant::FRAME as __private::Constant>::T = <__arena::constant::FRAME as __private::Constant>::VALUE;
    /// The banks of the plan, with their figures.
    pub mod bank {
        use ::arena_plan::__private;
        /// Zero wait states, not reachable by DMA.
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
    }
    /// The buffers of the plan, with their figures.
    pub mod buf {
        use ::arena_plan::__private;
        __private::buffers! {
            [pub] super::__arena::Arena; [#[doc =
            " Buffer `pcm`: `[i16; FRAME]` in bank `sram`, alive in `capture..=window`."]]
            Pcm = 0, super::__arena::offset(0usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(0usize), "sram"; [#[doc =
            " Buffer `windowed`: `[f32; FRAME]` in bank `dtcm` or `sram`, alive in `window..=fft`."]]
            Windowed = 1, super::__arena::offset(1usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(1usize), super::__arena::bank(1usize);
            [#[doc =
            " Buffer `spectrum`: `[f32; FRAME / 2 + 1]` in bank `dtcm` or `sram`, alive in `fft..=classify`."]]
            Spectrum = 2, super::__arena::offset(2usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(2usize), super::__arena::bank(2usize);
            [#[doc =
            " Buffer `twiddle`: `[f32; FRAME]` in bank `dtcm` or `sram`, alive in `fft`."]]
            Twiddle = 3, super::__arena::offset(3usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(3usize), super::__arena::bank(3usize);
            [#[doc =
            " Buffer `log`: `heapless::Vec<u8, 64>` in bank `dtcm` or `sram`, alive in `classify`."]]
            Log = 4, super::__arena::offset(4usize), __private::content_bytes:: < Self >
            (), super::__arena::slot_align(4usize), super::__arena::bank(4usize); [#[doc
            =
            " Buffer `scores`: `[f32; 12]` in bank `dtcm` or `sram`, alive in `classify`."]]
            Scores = 5, super::__arena::offset(5usize), __private::content_bytes:: < Self
            > (), super::__arena::slot_align(5usize), super::__arena::bank(5usize);
        }
    }
    __private::step! {
        #[doc = " Step `capture`: the handles of the buffers alive in it."] [pub] Capture
        = "capture" {
        " Handle: `[i16; FRAME]` in bank `sram`, alive in `capture..=window`." pcm : Pcm
        __0, } io[CaptureIo " What step `capture` declared." { pcm = pcm : =
        [__private::i16; 512],
        " Output: `&mut [i16; FRAME]` in bank `sram`, alive in `capture..=window`." mut;
        }] #[doc = " Ends step `capture` and begins `window`."] next Window {} enter[{
        pcm __0, } { windowed born(__arena::SCRUB[1usize]), } {}] first[] leave Capture[]
    }
    __private::step! {
        #[doc = " Step `window`: the handles of the buffers alive in it."] [pub] Window =
        "window" { " Handle: `[i16; FRAME]` in bank `sram`, alive in `capture..=window`."
        pcm : Pcm __0,
        " Handle: `[f32; FRAME]` in bank `dtcm` or `sram`, alive in `window..=fft`."
        windowed : Windowed __1, } io[WindowIo " What step `window` declared." { pcm =
        pcm : = [__private::i16; 512],
        " Input: `&[i16; FRAME]` in bank `sram`, alive in `capture..=window`."; windowed
        = windowed : = [__private::f32; 512],
        " Output: `&mut [f32; FRAME]` in bank `dtcm` or `sram`, alive in `window..=fft`."
        mut; }] #[doc = " Ends step `window` and begins `fft`."] next Fft {} enter[{
        windowed __1, } { spectrum born(__arena::SCRUB[2usize]), twiddle
        born(__arena::SCRUB[3usize]), } {}] first[] leave Capture[]
    }
    __private::step! {
        #[doc = " Step `fft`: the handles of the buffers alive in it."] [pub] Fft = "fft"
        { " Handle: `[f32; FRAME]` in bank `dtcm` or `sram`, alive in `window..=fft`."
        windowed : Windowed __1,
        " Handle: `[f32; FRAME / 2 + 1]` in bank `dtcm` or `sram`, alive in `fft..=classify`."
        spectrum : Spectrum __2,
        " Handle: `[f32; FRAME]` in bank `dtcm` or `sram`, alive in `fft`." twiddle :
        Twiddle __3, } io[FftIo " What step `fft` declared." { windowed = windowed : =
        [__private::f32; 512],
        " Input: `&[f32; FRAME]` in bank `dtcm` or `sram`, alive in `window..=fft`.";
        twiddle = twiddle : = [__private::f32; 512],
        " Scratch: `&mut [f32; FRAME]` in bank `dtcm` or `sram`, alive in `fft`." mut;
        spectrum = spectrum : = [__private::f32; 257],
        " Output: `&mut [f32; FRAME / 2 + 1]` in bank `dtcm` or `sram`, alive in `fft..=classify`."
        mut; }] #[doc = " Ends step `fft` and begins `classify`."] next Classify {}
        enter[{ spectrum __2, } { log valued(), scores born(__arena::SCRUB[5usize]), }
        {}] first[] leave Capture[]
    }
    __private::step! {
        #[doc = " Step `classify`: the handles of the buffers alive in it."] [pub]
        Classify = "classify" {
        " Handle: `[f32; FRAME / 2 + 1]` in bank `dtcm` or `sram`, alive in `fft..=classify`."
        spectrum : Spectrum __2,
        " Handle: `heapless::Vec<u8, 64>` in bank `dtcm` or `sram`, alive in `classify`."
        log : Log __4,
        " Handle: `[f32; 12]` in bank `dtcm` or `sram`, alive in `classify`." scores :
        Scores __5, } io[ClassifyIo " What step `classify` declared." { spectrum =
        spectrum : = [__private::f32; 257],
        " Input: `&[f32; FRAME / 2 + 1]` in bank `dtcm` or `sram`, alive in `fft..=classify`.";
        scores = scores : = [__private::f32; 12],
        " Output: `&mut [f32; 12]` in bank `dtcm` or `sram`, alive in `classify`." mut;
        log = log : Log
        " Output: `&mut heapless::Vec<u8, 64>` in bank `dtcm` or `sram`, alive in `classify`."
        mut; }] #[doc = " Ends step `classify` and begins `capture`."] next Capture {
        __4, } enter[] first[__first] leave Capture[__end]
    }
    __private::end! {
        Classify __end { spectrum : Spectrum __2, log : Log __4, scores : Scores __5, } {
        __4, }
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<Capture> {
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
    pub unsafe fn steal() -> Capture {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Capture {
        unsafe { __private::BankMem::fill(&raw const memory::dtcm) }
        unsafe { __first() }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first() -> Capture {
        Capture {
            pcm: unsafe { __private::Buf::born(__arena::SCRUB[0usize]) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::any! {
        [pub] Any { " Step `capture`." Capture "Capture" "capture" => Window,
        " Step `window`." Window "Window" "window" => Fft, " Step `fft`." Fft "Fft" "fft"
        => Classify, " Step `classify`." Classify "Classify" "classify" => Capture, }
        restart Capture { unsafe { __first() } } release { unsafe { __arena::TAKEN
        .clear() } } { Classify, } else _
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "kws",
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
        __private::audit::<__arena::Arena, 6usize, 1usize, 2usize>()
    }
    #[doc(hidden)]
    pub mod memory {
        use ::arena_plan::__private;
        #[cfg_attr(
            not(any(target_vendor = "apple", windows, target_family = "wasm")),
            unsafe(link_section = ".arena.dtcm")
        )]
        pub static dtcm: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[0usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[0usize] },
        > = __private::BankMem::uninit();
        __private::placed!(dtcm, super::__arena::BYTES[0usize], "_arena_dtcm_start");
        pub static sram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[1usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[1usize] },
        > = __private::BankMem::zeroed();
        __private::symbols! {
            0 "pcm" Pcm[base1 sram 1] "windowed" Windowed[base0 dtcm 0 base1 sram 1]
            "spectrum" Spectrum[base0 dtcm 0 base1 sram 1] "twiddle" Twiddle[base0 dtcm 0
            base1 sram 1] "log" Log[base0 dtcm 0 base1 sram 1] "scores" Scores[base0 dtcm
            0 base1 sram 1]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\tcapture\\n\"\n.ascii \"step\\twindow\\n\"\n.ascii \"step\\tfft\\n\"\n.ascii \"step\\tclassify\\n\"\n.ascii \"bank\\tdtcm\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"bank\\tsram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\tpcm\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\twindowed\\t{}\\t{}\\t{}\\t{}\\t1\\t2\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tspectrum\\t{}\\t{}\\t{}\\t{}\\t2\\t3\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\ttwiddle\\t{}\\t{}\\t{}\\t{}\\t2\\t2\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tlog\\t{}\\t{}\\t{}\\t{}\\t3\\t3\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tscores\\t{}\\t{}\\t{}\\t{}\\t3\\t3\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"end\\n\""[0
            1] [Pcm Windowed Spectrum Twiddle Log Scores] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub mod constant {
            pub enum FRAME {}
        }
        pub const BANK_IDS: [&str; 2usize] = ["dtcm", "sram"];
        pub const BUFFER_IDS: &[&str; 6usize] = &[
            "pcm",
            "windowed",
            "spectrum",
            "twiddle",
            "log",
            "scores",
        ];
        pub const STEP_IDS: [&str; 4usize] = ["capture", "window", "fft", "classify"];
        pub const BANKS: [__private::Bank; 2usize] = __private::banks(
            [
                __private::Bank::new(131072u64).with_align(32u64),
                __private::Bank::new(262144u64).with_reserve(49152u64),
            ],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 6usize] = &[
            __private::type_bytes::<super::buf::Pcm>(),
            __private::type_bytes::<super::buf::Windowed>(),
            __private::type_bytes::<super::buf::Spectrum>(),
            __private::type_bytes::<super::buf::Twiddle>(),
            __private::type_bytes::<super::buf::Log>(),
            __private::type_bytes::<super::buf::Scores>(),
        ];
        const ALLOWED_0: &[u16] = &[1u16];
        const ALLOWED_1: &[u16] = &[0u16, 1u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 6usize] = &[
            __private::at_least(
                    __private::buffer(TYPES[0usize], 0u32, 1u32, ALLOWED_0, 1u32),
                    2u64,
                )
                .with_fixed(0u64),
            __private::at_least(
                __private::buffer(TYPES[1usize], 1u32, 2u32, ALLOWED_1, 5u32),
                4u64,
            ),
            __private::at_least(
                __private::at_least(
                    __private::buffer(TYPES[2usize], 2u32, 3u32, ALLOWED_1, 3u32),
                    4u64,
                ),
                32u64,
            ),
            __private::at_least(
                __private::buffer(TYPES[3usize], 2u32, 2u32, ALLOWED_1, 4u32),
                4u64,
            ),
            __private::buffer(TYPES[4usize], 3u32, 3u32, ALLOWED_1, 0u32),
            __private::at_least(
                __private::buffer(TYPES[5usize], 3u32, 3u32, ALLOWED_1, 2u32),
                4u64,
            ),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<2usize, 6usize> = &__private::plan::<
            2usize,
            6usize,
            8usize,
        >(&BANKS, BUFFERS, __private::Orders::Fast, &[]);
        pub const SLOT_ALIGNS: &[usize; 6usize] = &__private::slot_aligns(
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
        const OFFSETS: &[usize; 6usize] = &__private::offsets(&LAYOUT.placements);
        pub const fn offset(index: __private::usize) -> __private::usize {
            OFFSETS[index]
        }
        pub const fn slot_align(index: __private::usize) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        pub const fn bank(
            index: __private::usize,
        ) -> &'static __private::core::primitive::str {
            __private::name(&BANK_IDS, PLACES[index].bank)
        }
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 6usize] = &__private::places(
            BUFFERS,
            LAYOUT,
            SLOT_ALIGNS,
            &[
                __private::BankMem::base(&raw const super::memory::dtcm),
                __private::BankMem::base(&raw const super::memory::sram),
            ],
        );
        pub enum Arena {}
        impl __private::Places for Arena {
            const PLACES: &'static [__private::Place] = PLACES;
        }
        /// Plain buffers whose bytes may contain another buffer's padding when they become live.
        pub const SCRUB: [bool; 6usize] = __private::scrub(
            &LAYOUT.placements,
            BUFFERS,
            &[true, true, true, true, false, true],
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
            (check)(BankAlign(0u32));
        };
        const _: () = {
            (check)(Bank(1u32));
            (check)(Reserve(1u32));
        };
        const _: () = {
            (check_name)(0);
            (check_type)(0);
            (check)(Fixed(0u32));
        };
        const _: () = {
            (check_name)(1);
            (check_type)(1);
        };
        const _: () = {
            (check)(Buffer(2u32));
            (check_type)(2);
            (check)(Align(2u32));
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
            &[0u16],
            &[0u16, 1u16],
            &[1u16, 2u16, 3u16],
            &[2u16, 4u16, 5u16],
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
                &[
                    __private::region(&BANKS[0usize], &raw const super::memory::dtcm),
                    __private::region(&BANKS[1usize], &raw const super::memory::sram),
                ],
                &slots,
                SETS,
                &__private::Checked {
                    banks: 2,
                    buffers: 6,
                    others: &[BankAlign(0u32), Reserve(1u32), Fixed(0u32)],
                },
            );
        };
        __private::audited! {
            6usize[0 super::memory::dtcm, 1 super::memory::sram,]
        }
    }
}
#[allow(deprecated, arithmetic_overflow, unconditional_panic)]
const _: () = {
    use kws::FRAME;
    impl ::arena_plan::__private::Constant for kws::__arena::constant::FRAME {
        type T = usize;
        const VALUE: Self::T = 512;
    }
    impl ::arena_plan::__private::Content for kws::buf::Pcm {
        type T = [i16; FRAME];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <kws::buf::Pcm as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for kws::buf::Windowed {
        type T = [f32; FRAME];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <kws::buf::Windowed as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for kws::buf::Spectrum {
        type T = [f32; FRAME / 2 + 1];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <kws::buf::Spectrum as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for kws::buf::Twiddle {
        type T = [f32; FRAME];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <kws::buf::Twiddle as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for kws::buf::Log {
        type T = heapless::Vec<u8, 64>;
    }
    impl ::arena_plan::__private::Init for kws::buf::Log {
        #[inline]
        fn init() -> Self::T {
            heapless::Vec::new()
        }
    }
    impl ::arena_plan::__private::Content for kws::buf::Scores {
        type T = [f32; 12];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <kws::buf::Scores as ::arena_plan::__private::Content>::T,
    >)();
};
