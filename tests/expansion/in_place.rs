//! A step in place, on the const route. Written by a test of `arena-plan-macros`.

/// A static memory plan.
/**

| buffer | type | bank | alive in |
|---|---|---|---|
| `windowed` | `[f32; 64]` | ram | window..=fft |
| `spectrum` | `[Complex; 32]` | ram | magnitude |
| `power` | `[f32; 32]` | ram | magnitude |

Steps: `window`, `fft`, `magnitude`.

Only the compiler knows the sizes here. `println!("{}", audio::PLAN)` prints the table with all figures. What `print!("{}", audio::PLAN.problem())` prints is a file for the command `arena-plan`: `arena-plan plot audio.json -o audio.svg` draws the plan.*/
pub mod audio {
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
            " Buffer `windowed`: `[f32; 64]` in bank `ram`, alive in `window..=fft`."]]
            Windowed = 0, super::__arena::offset(0usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(0usize), "ram"; [#[doc =
            " Buffer `spectrum`: `[Complex; 32]` in bank `ram`, alive in `magnitude`."]]
            Spectrum = 1, super::__arena::offset(1usize), __private::content_bytes:: <
            Self > (), super::__arena::slot_align(1usize), "ram"; [#[doc =
            " Buffer `power`: `[f32; 32]` in bank `ram`, alive in `magnitude`."]] Power =
            2, super::__arena::offset(2usize), __private::content_bytes:: < Self > (),
            super::__arena::slot_align(2usize), "ram";
        }
    }
    __private::step! {
        #[doc = " Step `window`: the handles of the buffers alive in it."] [pub] Window =
        "window" { " Handle: `[f32; 64]` in bank `ram`, alive in `window..=fft`."
        windowed : Windowed __0, } io[WindowIo " What step `window` declared." { windowed
        = windowed : = [__private::f32; 64],
        " Output: `&mut [f32; 64]` in bank `ram`, alive in `window..=fft`." mut; }] #[doc
        = " Ends step `window` and begins `fft`."] next Fft {} enter[{ windowed __0, } {}
        {}] first[] leave Window[]
    }
    __private::step! {
        #[doc = " Step `fft`: the handles of the buffers alive in it."] [pub] Fft = "fft"
        { " Handle: `[f32; 64]` in bank `ram`, alive in `window..=fft`." windowed :
        Windowed __0, } io[FftIo " What step `fft` declared." { windowed = windowed : =
        [__private::f32; 64],
        " Changed in place: `&mut [f32; 64]` in bank `ram`, alive in `window..=fft`."
        mut; }] #[doc = " Ends step `fft` and begins `magnitude`."] next Magnitude {}
        enter[{} { power born(false), } { spectrum __0, }] first[] leave Window[]
    }
    __private::step! {
        #[doc = " Step `magnitude`: the handles of the buffers alive in it."] [pub]
        Magnitude = "magnitude" {
        " Handle: `[Complex; 32]` in bank `ram`, alive in `magnitude`." spectrum :
        Spectrum __1, " Handle: `[f32; 32]` in bank `ram`, alive in `magnitude`." power :
        Power __2, } io[MagnitudeIo " What step `magnitude` declared." { spectrum =
        spectrum : Spectrum
        " Input: `&[Complex; 32]` in bank `ram`, alive in `magnitude`."; power = power :
        = [__private::f32; 32],
        " Output: `&mut [f32; 32]` in bank `ram`, alive in `magnitude`." mut; }] #[doc =
        " Ends step `magnitude` and begins `window`."] next Window {} enter[]
        first[__first] leave Window[]
    }
    /// Returns the first step, once: `None` while the arena is taken.
    #[inline]
    #[must_use = "dropping the first step ends the plan for good"]
    pub fn take() -> __private::core::option::Option<Window> {
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
    pub unsafe fn steal() -> Window {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not fill and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Window {
        unsafe { __first() }
    }
    /// Creates the handles of the first step's buffers.
    ///
    /// # Safety
    /// No handle of the plan but those of persistent buffers is used any more, and every byte of the banks has been
    /// written.
    #[inline(always)]
    unsafe fn __first() -> Window {
        Window {
            windowed: unsafe { __private::Buf::born(false) },
            __at: unsafe { __private::At::mint() },
        }
    }
    __private::any! {
        [pub] Any { " Step `window`." Window "Window" "window" => Fft, " Step `fft`." Fft
        "Fft" "fft" => Magnitude, " Step `magnitude`." Magnitude "Magnitude" "magnitude"
        => Window, } restart Window { unsafe { __first() } } release { unsafe {
        __arena::TAKEN.clear() } } {} else _
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "audio",
        banks: &__private::bank_rows(
            &__arena::BANK_IDS,
            &__arena::BANKS,
            __arena::LAYOUT,
            &__arena::BYTES,
        ),
        buffers: &__private::made_in_place(
            __private::buffer_rows(
                __arena::BUFFER_IDS,
                __arena::BUFFERS,
                __arena::LAYOUT,
                __arena::SLOT_ALIGNS,
            ),
            &[(1usize, 0u16)],
        ),
        steps: &__arena::STEP_IDS,
    };
    /// Verifies the plan once more, with the tables and addresses that the program has when it runs.
    #[inline]
    pub fn audit() -> __private::Audit {
        __private::audit::<__arena::Arena, 3usize, 1usize, 1usize>()
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
            0 "windowed" Windowed[base0 ram 0] "spectrum" Spectrum[base0 ram 0] "power"
            Power[base0 ram 0]
        }
        __private::describe! {
            "\\t\\t0\\n"
            ".ascii \"step\\twindow\\n\"\n.ascii \"step\\tfft\\n\"\n.ascii \"step\\tmagnitude\\n\"\n.ascii \"bank\\tram\\t{}\\t{}\\t{}\\t{}\\n\"\n.ascii \"buffer\\twindowed\\t{}\\t{}\\t{}\\t{}\\t0\\t1\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"buffer\\tspectrum\\t{}\\t{}\\t{}\\t{}\\t2\\t2\\t0\\tbuffer\\t\\twindowed\\n\"\n.ascii \"buffer\\tpower\\t{}\\t{}\\t{}\\t{}\\t2\\t2\\t0\\tbuffer\\t\\t\\n\"\n.ascii \"end\\n\""[0]
            [Windowed Spectrum Power] []
        }
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub const BANK_IDS: [&str; 1usize] = ["ram"];
        pub const BUFFER_IDS: &[&str; 3usize] = &["windowed", "spectrum", "power"];
        pub const STEP_IDS: [&str; 3usize] = ["window", "fft", "magnitude"];
        pub const BANKS: [__private::Bank; 1usize] = __private::banks(
            [__private::Bank::new(1024u64)],
            BUFFERS,
        );
        /// The size and alignment of each type, from rustc.
        const TYPES: &[__private::TypeBytes; 3usize] = &[
            __private::type_bytes::<super::buf::Windowed>(),
            __private::type_bytes::<super::buf::Spectrum>(),
            __private::type_bytes::<super::buf::Power>(),
        ];
        const ALLOWED_0: &[u16] = &[0u16];
        pub const BUFFERS: &[__private::Buffer<'static>; 3usize] = &[
            __private::at_least(
                __private::buffer(TYPES[0usize], 0u32, 1u32, ALLOWED_0, 2u32),
                4u64,
            ),
            __private::buffer(TYPES[1usize], 2u32, 2u32, ALLOWED_0, 1u32),
            __private::at_least(
                __private::buffer(TYPES[2usize], 2u32, 2u32, ALLOWED_0, 0u32),
                4u64,
            ),
        ];
        /// The index of each buffer's place.
        pub const PLACE_OF: [usize; 3usize] = [0usize, 0usize, 1usize];
        const SHARED_IDS: [&str; 2usize] = ["windowed => spectrum", "power"];
        const SHARED: [__private::Buffer<'static>; 2usize] = __private::merge(
            BUFFERS,
            &PLACE_OF,
            [0usize, 2usize],
        );
        #[allow(long_running_const_eval)]
        const SHARED_LAYOUT: __private::Plan<1usize, 2usize> = __private::plan::<
            1usize,
            2usize,
            6usize,
        >(&BANKS, &SHARED, __private::Orders::Fast, &[]);
        #[allow(long_running_const_eval)]
        pub const LAYOUT: &__private::Plan<1usize, 3usize> = &__private::spread(
            &SHARED_LAYOUT,
            &PLACE_OF,
        );
        pub const SLOT_ALIGNS: &[usize; 3usize] = &__private::slot_aligns(
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
        const OFFSETS: &[usize; 3usize] = &__private::offsets(&LAYOUT.placements);
        pub const fn offset(index: __private::usize) -> __private::usize {
            OFFSETS[index]
        }
        pub const fn slot_align(index: __private::usize) -> __private::usize {
            SLOT_ALIGNS[index]
        }
        /// The places of the slots: the proof checks this table, and the addresses are read from it.
        const PLACES: &[__private::Place; 3usize] = &__private::places(
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
        const REFUSAL: &__private::core::option::Option<__private::Refusal> = &SHARED_LAYOUT
            .refusal();
        const SOURCE: &__private::Source<'static> = &__private::Source {
            banks: &BANKS,
            bank_ids: &BANK_IDS,
            buffers: &SHARED,
            buffer_ids: &SHARED_IDS,
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
        const _: () = (__private::check_no_larger::<
            <super::buf::Spectrum as __private::Content>::T,
            <super::buf::Windowed as __private::Content>::T,
        >)("step `fft` (step 1) creates `spectrum` from `windowed` in place");
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[&[0u16], &[0u16], &[1u16, 2u16]];
        /// What every `unsafe` of the plan relies on: with rustc's own sizes, each slot is aligned and within the
        /// memory of its bank, and the slots of each set are disjoint; a token typed by its step says which set
        /// exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            let types = *TYPES;
            let slots = __private::slots(&types, PLACES);
            __private::prove_named::<
                3usize,
                1usize,
            >(
                SOURCE,
                BUFFER_IDS,
                REFUSAL,
                &[__private::region(&BANKS[0usize], &raw const super::memory::ram)],
                &slots,
                SETS,
                &__private::Checked {
                    banks: 1,
                    buffers: 2,
                    others: &[],
                },
            );
            __private::prove_in_place(BUFFER_IDS, REFUSAL, &slots, &[(1usize, 0usize)]);
        };
        __private::audited! {
            3usize[0 super::memory::ram,]
        }
    }
}
#[allow(deprecated)]
const _: () = {
    impl ::arena_plan::__private::Content for audio::buf::Windowed {
        type T = [f32; 64];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <audio::buf::Windowed as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for audio::buf::Spectrum {
        type T = [Complex; 32];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <audio::buf::Spectrum as ::arena_plan::__private::Content>::T,
    >)();
    impl ::arena_plan::__private::Content for audio::buf::Power {
        type T = [f32; 32];
    }
    const _: () = (::arena_plan::__private::assert_plain::<
        <audio::buf::Power as ::arena_plan::__private::Content>::T,
    >)();
};
