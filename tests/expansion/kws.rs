//! The keyword spotting front end. Written by a test of `arena-plan-macros`.

/// Keyword spotting front end.
pub mod kws {
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
        /// Buffer `pcm`, alive in `capture..=window`.
        pub enum Pcm {}
        impl Pcm {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[0usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[0usize];
            /// Name of the bank.
            pub const BANK: &'static str = "sram";
        }
        unsafe impl __private::Slot for Pcm {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                __private::BankMem::base(&raw const super::memory::sram)
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `windowed`, alive in `window..=fft`.
        pub enum Windowed {}
        impl Windowed {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[1usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[1usize];
            /// Name of the bank.
            pub const BANK: &'static str = __private::name(
                &super::__arena::BANK_IDS,
                super::buf::Windowed::__BANK,
            );
            #[doc(hidden)]
            pub const __BANK: u16 = __private::allowed_bank(
                super::__arena::LAYOUT.placements[1usize].bank,
                &[0u16, 1u16],
            );
        }
        unsafe impl __private::Slot for Windowed {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                match Self::__BANK {
                    0u16 => __private::BankMem::base(&raw const super::memory::dtcm),
                    _ => __private::BankMem::base(&raw const super::memory::sram),
                }
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `spectrum`, alive in `fft..=classify`.
        pub enum Spectrum {}
        impl Spectrum {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[2usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[2usize];
            /// Name of the bank.
            pub const BANK: &'static str = __private::name(
                &super::__arena::BANK_IDS,
                super::buf::Spectrum::__BANK,
            );
            #[doc(hidden)]
            pub const __BANK: u16 = __private::allowed_bank(
                super::__arena::LAYOUT.placements[2usize].bank,
                &[0u16, 1u16],
            );
        }
        unsafe impl __private::Slot for Spectrum {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                match Self::__BANK {
                    0u16 => __private::BankMem::base(&raw const super::memory::dtcm),
                    _ => __private::BankMem::base(&raw const super::memory::sram),
                }
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `twiddle`, alive in `fft`.
        pub enum Twiddle {}
        impl Twiddle {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[3usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[3usize];
            /// Name of the bank.
            pub const BANK: &'static str = __private::name(
                &super::__arena::BANK_IDS,
                super::buf::Twiddle::__BANK,
            );
            #[doc(hidden)]
            pub const __BANK: u16 = __private::allowed_bank(
                super::__arena::LAYOUT.placements[3usize].bank,
                &[0u16, 1u16],
            );
        }
        unsafe impl __private::Slot for Twiddle {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                match Self::__BANK {
                    0u16 => __private::BankMem::base(&raw const super::memory::dtcm),
                    _ => __private::BankMem::base(&raw const super::memory::sram),
                }
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `log`, alive in `classify`.
        pub enum Log {}
        impl Log {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[4usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[4usize];
            /// Name of the bank.
            pub const BANK: &'static str = __private::name(
                &super::__arena::BANK_IDS,
                super::buf::Log::__BANK,
            );
            #[doc(hidden)]
            pub const __BANK: u16 = __private::allowed_bank(
                super::__arena::LAYOUT.placements[4usize].bank,
                &[0u16, 1u16],
            );
        }
        unsafe impl __private::Slot for Log {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                match Self::__BANK {
                    0u16 => __private::BankMem::base(&raw const super::memory::dtcm),
                    _ => __private::BankMem::base(&raw const super::memory::sram),
                }
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
        /// Buffer `scores`, alive in `classify`.
        pub enum Scores {}
        impl Scores {
            /// Offset from the bank's base, in bytes.
            pub const OFFSET: usize = super::__arena::OFFSETS[5usize];
            /// Size in bytes.
            pub const BYTES: usize = __private::core::mem::size_of::<
                <Self as __private::Content>::T,
            >();
            /// Alignment of the slot.
            pub const ALIGN: usize = super::__arena::SLOT_ALIGNS[5usize];
            /// Name of the bank.
            pub const BANK: &'static str = __private::name(
                &super::__arena::BANK_IDS,
                super::buf::Scores::__BANK,
            );
            #[doc(hidden)]
            pub const __BANK: u16 = __private::allowed_bank(
                super::__arena::LAYOUT.placements[5usize].bank,
                &[0u16, 1u16],
            );
        }
        unsafe impl __private::Slot for Scores {
            #[inline(always)]
            fn ptr() -> *mut Self::T {
                match Self::__BANK {
                    0u16 => __private::BankMem::base(&raw const super::memory::dtcm),
                    _ => __private::BankMem::base(&raw const super::memory::sram),
                }
                    .wrapping_add(Self::OFFSET)
                    .cast()
            }
        }
    }
    /// Step `capture`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Capture {
        ///Handle of the buffer.
        pub pcm: __private::Buf<buf::Pcm>,
        __at: __private::At<Capture>,
    }
    impl Capture {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> CaptureIo<'_> {
            CaptureIo { pcm: &mut *self.pcm }
        }
        /// Ends step `capture` and begins `window`.
        #[inline(always)]
        pub fn next(self) -> Window {
            let Self { pcm: __0, __at } = self;
            Window {
                pcm: __0,
                windowed: unsafe {
                    __private::Buf::<buf::Windowed>::born(__arena::SCRUB[1usize])
                },
                __at: unsafe { __private::At::mint() },
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Capture {
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Capture {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("capture", __f)
        }
    }
    /// Step `window`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Window {
        ///Handle of the buffer.
        pub pcm: __private::Buf<buf::Pcm>,
        ///Handle of the buffer.
        pub windowed: __private::Buf<buf::Windowed>,
        __at: __private::At<Window>,
    }
    impl Window {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> WindowIo<'_> {
            WindowIo {
                pcm: &*self.pcm,
                windowed: &mut *self.windowed,
            }
        }
        /// Ends step `window` and begins `fft`.
        #[inline(always)]
        pub fn next(self) -> Fft {
            let Self { pcm: __0, windowed: __1, __at } = self;
            Fft {
                windowed: __1,
                spectrum: unsafe {
                    __private::Buf::<buf::Spectrum>::born(__arena::SCRUB[2usize])
                },
                twiddle: unsafe {
                    __private::Buf::<buf::Twiddle>::born(__arena::SCRUB[3usize])
                },
                __at: unsafe { __private::At::mint() },
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Capture {
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Window {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("window", __f)
        }
    }
    /// Step `fft`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Fft {
        ///Handle of the buffer.
        pub windowed: __private::Buf<buf::Windowed>,
        ///Handle of the buffer.
        pub spectrum: __private::Buf<buf::Spectrum>,
        ///Handle of the buffer.
        pub twiddle: __private::Buf<buf::Twiddle>,
        __at: __private::At<Fft>,
    }
    impl Fft {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> FftIo<'_> {
            FftIo {
                windowed: &*self.windowed,
                twiddle: &mut *self.twiddle,
                spectrum: &mut *self.spectrum,
            }
        }
        /// Ends step `fft` and begins `classify`.
        #[inline(always)]
        pub fn next(self) -> Classify {
            let Self { windowed: __1, spectrum: __2, twiddle: __3, __at } = self;
            Classify {
                spectrum: __2,
                log: unsafe {
                    __private::Buf::<
                        buf::Log,
                    >::with(<buf::Log as __private::Init>::init())
                },
                scores: unsafe {
                    __private::Buf::<buf::Scores>::born(__arena::SCRUB[5usize])
                },
                __at: unsafe { __private::At::mint() },
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Capture {
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Fft {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("fft", __f)
        }
    }
    /// Step `classify`: the handles of the buffers alive in it.
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub struct Classify {
        ///Handle of the buffer.
        pub spectrum: __private::Buf<buf::Spectrum>,
        ///Handle of the buffer.
        pub log: __private::Buf<buf::Log>,
        ///Handle of the buffer.
        pub scores: __private::Buf<buf::Scores>,
        __at: __private::At<Classify>,
    }
    impl Classify {
        /// Lends what the step declared: inputs to read, everything else to write.
        #[inline(always)]
        pub fn io(&mut self) -> ClassifyIo<'_> {
            ClassifyIo {
                spectrum: &*self.spectrum,
                scores: &mut *self.scores,
                log: &mut *self.log,
            }
        }
        /// Ends step `classify` and begins `capture`.
        #[inline(always)]
        pub fn next(self) -> Capture {
            let Self { spectrum: __2, log: __4, scores: __5, __at } = self;
            __private::Buf::end(__4);
            unsafe { __first() }
        }
        #[inline(always)]
        fn __end(self) {
            let Self { spectrum: __2, log: __4, scores: __5, __at } = self;
            __private::Buf::end(__4);
        }
        /// Ends all buffers and returns to the first step.
        #[inline(always)]
        pub fn restart(self) -> Capture {
            self.__end();
            unsafe { __first() }
        }
        /// Ends all buffers and gives the arena back, so that `take()` succeeds again.
        #[inline(always)]
        pub fn release(self) {
            self.__end();
            unsafe { __arena::TAKEN.clear() }
        }
    }
    impl __private::core::fmt::Debug for Classify {
        fn fmt(
            &self,
            __f: &mut __private::core::fmt::Formatter<'_>,
        ) -> __private::core::fmt::Result {
            __private::named("classify", __f)
        }
    }
    /// What step `capture` declared.
    pub struct CaptureIo<'a> {
        /// Output: buffer `pcm`.
        pub pcm: &'a mut <buf::Pcm as __private::Content>::T,
    }
    /// What step `window` declared.
    pub struct WindowIo<'a> {
        /// Input: buffer `pcm`.
        pub pcm: &'a <buf::Pcm as __private::Content>::T,
        /// Output: buffer `windowed`.
        pub windowed: &'a mut <buf::Windowed as __private::Content>::T,
    }
    /// What step `fft` declared.
    pub struct FftIo<'a> {
        /// Input: buffer `windowed`.
        pub windowed: &'a <buf::Windowed as __private::Content>::T,
        /// Scratch: buffer `twiddle`.
        pub twiddle: &'a mut <buf::Twiddle as __private::Content>::T,
        /// Output: buffer `spectrum`.
        pub spectrum: &'a mut <buf::Spectrum as __private::Content>::T,
    }
    /// What step `classify` declared.
    pub struct ClassifyIo<'a> {
        /// Input: buffer `spectrum`.
        pub spectrum: &'a <buf::Spectrum as __private::Content>::T,
        /// Output: buffer `scores`.
        pub scores: &'a mut <buf::Scores as __private::Content>::T,
        /// Output: buffer `log`.
        pub log: &'a mut <buf::Log as __private::Content>::T,
    }
    /// Gives the first step, once: `None` while the arena is out.
    #[inline]
    #[must_use = "without the step the arena is out for good"]
    pub fn take() -> __private::core::option::Option<Capture> {
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
    pub unsafe fn steal() -> Capture {
        __arena::TAKEN.claim();
        unsafe { __start() }
    }
    /// Fills the banks that start-up code does not and enters the first step.
    ///
    /// # Safety
    /// No handle of the plan is used any more.
    #[inline]
    unsafe fn __start() -> Capture {
        unsafe { __private::BankMem::fill(&raw const memory::dtcm) }
        unsafe { __first() }
    }
    /// Brings the first step's buffers to life.
    ///
    /// # Safety
    /// No handle of the plan is used any more, and every byte of the banks has been written.
    #[inline(always)]
    unsafe fn __first() -> Capture {
        Capture {
            pcm: unsafe { __private::Buf::<buf::Pcm>::born(__arena::SCRUB[0usize]) },
            __at: unsafe { __private::At::mint() },
        }
    }
    /// Any step, for state machines and statics.
    #[__private::core::prelude::v1::derive(__private::core::fmt::Debug)]
    #[must_use = "a step that is dropped ends the pipeline for good"]
    pub enum Any {
        /// Step `capture`.
        Capture(Capture),
        /// Step `window`.
        Window(Window),
        /// Step `fft`.
        Fft(Fft),
        /// Step `classify`.
        Classify(Classify),
    }
    impl Any {
        /// Ends the present step and begins the next.
        #[inline]
        pub fn next(self) -> Self {
            match self {
                Self::Capture(__step) => Self::Window(__step.next()),
                Self::Window(__step) => Self::Fft(__step.next()),
                Self::Fft(__step) => Self::Classify(__step.next()),
                Self::Classify(__step) => Self::Capture(__step.next()),
            }
        }
        /// Ends all buffers and returns to the first step.
        #[inline]
        pub fn restart(self) -> Capture {
            match self {
                Self::Capture(__step) => __step.restart(),
                Self::Window(__step) => __step.restart(),
                Self::Fft(__step) => __step.restart(),
                Self::Classify(__step) => __step.restart(),
            }
        }
        /// Ends all buffers and gives the arena back.
        #[inline]
        pub fn release(self) {
            match self {
                Self::Capture(__step) => __step.release(),
                Self::Window(__step) => __step.release(),
                Self::Fft(__step) => __step.release(),
                Self::Classify(__step) => __step.release(),
            }
        }
    }
    impl __private::core::convert::From<Capture> for Any {
        #[inline]
        fn from(__step: Capture) -> Self {
            Self::Capture(__step)
        }
    }
    impl __private::core::convert::From<Window> for Any {
        #[inline]
        fn from(__step: Window) -> Self {
            Self::Window(__step)
        }
    }
    impl __private::core::convert::From<Fft> for Any {
        #[inline]
        fn from(__step: Fft) -> Self {
            Self::Fft(__step)
        }
    }
    impl __private::core::convert::From<Classify> for Any {
        #[inline]
        fn from(__step: Classify) -> Self {
            Self::Classify(__step)
        }
    }
    /// The figures of the plan; `Display` prints the residency table.
    pub const PLAN: __private::Table = __private::Table {
        name: "kws",
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
        pub static sram: __private::BankMem<
            <__private::AlignTo<
                { super::__arena::ALIGNS[1usize] },
            > as __private::Alignment>::Unit,
            { super::__arena::BYTES[1usize] },
        > = __private::BankMem::zeroed();
        __private::symbol!("pcm", super::buf::Pcm, 1u16, base1 = sram if 1);
        __private::symbol!(
            "windowed", super::buf::Windowed, super::buf::Windowed::__BANK, base0 = dtcm
            if 0, base1 = sram if 1
        );
        __private::symbol!(
            "spectrum", super::buf::Spectrum, super::buf::Spectrum::__BANK, base0 = dtcm
            if 0, base1 = sram if 1
        );
        __private::symbol!(
            "twiddle", super::buf::Twiddle, super::buf::Twiddle::__BANK, base0 = dtcm if
            0, base1 = sram if 1
        );
        __private::symbol!(
            "log", super::buf::Log, super::buf::Log::__BANK, base0 = dtcm if 0, base1 =
            sram if 1
        );
        __private::symbol!(
            "scores", super::buf::Scores, super::buf::Scores::__BANK, base0 = dtcm if 0,
            base1 = sram if 1
        );
    }
    /// The model, the layout, the memory and the proof. Not part of the plan's interface.
    #[doc(hidden)]
    pub mod __arena {
        use ::arena_plan::__private;
        pub mod constant {
            pub enum FRAME {}
        }
        pub const BANK_IDS: [&str; 2usize] = ["dtcm", "sram"];
        pub const BUFFER_IDS: [&str; 6usize] = [
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
            &BUFFERS,
        );
        pub const BUFFERS: [__private::Buffer<'static>; 6usize] = [
            __private::at_least(
                    __private::buffer::<super::buf::Pcm>(0u32, 1u32, &[1u16], 1u32),
                    2u64,
                )
                .with_fixed(0u64),
            __private::at_least(
                __private::buffer::<
                    super::buf::Windowed,
                >(1u32, 2u32, &[0u16, 1u16], 5u32),
                4u64,
            ),
            __private::at_least(
                __private::at_least(
                    __private::buffer::<
                        super::buf::Spectrum,
                    >(2u32, 3u32, &[0u16, 1u16], 3u32),
                    4u64,
                ),
                32u64,
            ),
            __private::at_least(
                __private::buffer::<
                    super::buf::Twiddle,
                >(2u32, 2u32, &[0u16, 1u16], 4u32),
                4u64,
            ),
            __private::buffer::<super::buf::Log>(3u32, 3u32, &[0u16, 1u16], 0u32),
            __private::at_least(
                __private::buffer::<super::buf::Scores>(3u32, 3u32, &[0u16, 1u16], 2u32),
                4u64,
            ),
        ];
        #[allow(long_running_const_eval)]
        pub const LAYOUT: __private::Plan<2usize, 6usize> = __private::plan::<
            2usize,
            6usize,
            8usize,
        >(&BANKS, &BUFFERS, __private::Orders::Fast);
        pub const OFFSETS: [usize; 6usize] = __private::offsets(&LAYOUT.placements);
        pub const SLOT_ALIGNS: [usize; 6usize] = __private::slot_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub const ALIGNS: [usize; 2usize] = __private::base_aligns(
            &BANKS,
            &BUFFERS,
            &LAYOUT,
        );
        pub const BYTES: [usize; 2usize] = __private::bytes(&LAYOUT, &ALIGNS);
        /// Plain buffers whose bytes may hold another buffer's padding when they come to life.
        pub const SCRUB: [bool; 6usize] = __private::scrub(
            &LAYOUT.placements,
            &BUFFERS,
            &[true, true, true, true, false, true],
        );
        pub static TAKEN: __private::TakeFlag = __private::TakeFlag::new();
        const FAULT: __private::core::option::Option<__private::Fault> = LAYOUT.fault;
        const SOURCE: &__private::Source<'static> = &__private::Source {
            banks: &BANKS,
            bank_ids: &BANK_IDS,
            buffers: &BUFFERS,
            buffer_ids: &BUFFER_IDS,
            step_ids: &STEP_IDS,
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Bank(0u32));
            __private::check(SOURCE, FAULT, __private::Token::BankAlign(0u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Bank(1u32));
            __private::check(SOURCE, FAULT, __private::Token::Reserve(1u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(0u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(0u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(0u32));
            __private::check(SOURCE, FAULT, __private::Token::Fixed(0u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(1u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(1u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(1u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(2u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(2u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(2u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(3u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(3u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(3u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(4u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(4u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(4u32));
        };
        const _: () = {
            __private::check(SOURCE, FAULT, __private::Token::Buffer(5u32));
            __private::check(SOURCE, FAULT, __private::Token::Type(5u32));
            __private::check(SOURCE, FAULT, __private::Token::Align(5u32));
        };
        /// The sets of handles that can exist at once, one per state: the fields of each step's struct.
        const SETS: &[&[u16]] = &[
            &[0u16],
            &[0u16, 1u16],
            &[1u16, 2u16, 3u16],
            &[2u16, 4u16, 5u16],
        ];
        /// What every `unsafe` of the plan rests on: with rustc's own sizes, each slot lies aligned within the memory of
        /// its bank, and the slots of each set are disjoint; a token typed by its step says which set exists.
        #[allow(long_running_const_eval)]
        const _: () = {
            __private::prove::<
                6usize,
                1usize,
            >(
                SOURCE,
                FAULT,
                &[
                    __private::region(&BANKS[0usize], &raw const super::memory::dtcm),
                    __private::region(&BANKS[1usize], &raw const super::memory::sram),
                ],
                &[
                    __private::slot::<
                        super::buf::Pcm,
                    >(1u16, super::buf::Pcm::OFFSET, super::buf::Pcm::ALIGN),
                    __private::slot::<
                        super::buf::Windowed,
                    >(
                        super::buf::Windowed::__BANK,
                        super::buf::Windowed::OFFSET,
                        super::buf::Windowed::ALIGN,
                    ),
                    __private::slot::<
                        super::buf::Spectrum,
                    >(
                        super::buf::Spectrum::__BANK,
                        super::buf::Spectrum::OFFSET,
                        super::buf::Spectrum::ALIGN,
                    ),
                    __private::slot::<
                        super::buf::Twiddle,
                    >(
                        super::buf::Twiddle::__BANK,
                        super::buf::Twiddle::OFFSET,
                        super::buf::Twiddle::ALIGN,
                    ),
                    __private::slot::<
                        super::buf::Log,
                    >(
                        super::buf::Log::__BANK,
                        super::buf::Log::OFFSET,
                        super::buf::Log::ALIGN,
                    ),
                    __private::slot::<
                        super::buf::Scores,
                    >(
                        super::buf::Scores::__BANK,
                        super::buf::Scores::OFFSET,
                        super::buf::Scores::ALIGN,
                    ),
                ],
                SETS,
                &[
                    __private::Token::Bank(0u32),
                    __private::Token::BankAlign(0u32),
                    __private::Token::Bank(1u32),
                    __private::Token::Reserve(1u32),
                    __private::Token::Buffer(0u32),
                    __private::Token::Type(0u32),
                    __private::Token::Align(0u32),
                    __private::Token::Fixed(0u32),
                    __private::Token::Buffer(1u32),
                    __private::Token::Type(1u32),
                    __private::Token::Align(1u32),
                    __private::Token::Buffer(2u32),
                    __private::Token::Type(2u32),
                    __private::Token::Align(2u32),
                    __private::Token::Buffer(3u32),
                    __private::Token::Type(3u32),
                    __private::Token::Align(3u32),
                    __private::Token::Buffer(4u32),
                    __private::Token::Type(4u32),
                    __private::Token::Align(4u32),
                    __private::Token::Buffer(5u32),
                    __private::Token::Type(5u32),
                    __private::Token::Align(5u32),
                ],
            );
        };
    }
}
#[allow(
    deprecated,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic
)]
const _: () = {
    #[allow(unused_imports)]
    use kws::FRAME;
    impl ::arena_plan::__private::Constant for kws::__arena::constant::FRAME {
        type T = usize;
        const VALUE: Self::T = 512;
    }
    impl ::arena_plan::__private::Content for kws::buf::Pcm {
        type T = [i16; FRAME];
    }
    const _: () = ::arena_plan::__private::assert_plain::<
        <kws::buf::Pcm as ::arena_plan::__private::Content>::T,
    >();
    impl ::arena_plan::__private::Content for kws::buf::Windowed {
        type T = [f32; FRAME];
    }
    const _: () = ::arena_plan::__private::assert_plain::<
        <kws::buf::Windowed as ::arena_plan::__private::Content>::T,
    >();
    impl ::arena_plan::__private::Content for kws::buf::Spectrum {
        type T = [f32; FRAME / 2 + 1];
    }
    const _: () = ::arena_plan::__private::assert_plain::<
        <kws::buf::Spectrum as ::arena_plan::__private::Content>::T,
    >();
    impl ::arena_plan::__private::Content for kws::buf::Twiddle {
        type T = [f32; FRAME];
    }
    const _: () = ::arena_plan::__private::assert_plain::<
        <kws::buf::Twiddle as ::arena_plan::__private::Content>::T,
    >();
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
    const _: () = ::arena_plan::__private::assert_plain::<
        <kws::buf::Scores as ::arena_plan::__private::Content>::T,
    >();
};
