//! Blocks under all of clippy's groups, restriction included: the expansion of neither route triggers a lint. Clippy
//! checks this file like any other; the code of the file itself is written to avoid the lints.
#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    // In a public module, where `unreachable_pub` and the lints on public items apply.
    unreachable_pub,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations
)]
#![allow(clippy::blanket_clippy_restriction_lints, reason = "new lints of the group are wanted here")]

/// Sizes that only rustc knows.
pub mod outside {
    /// Samples of a frame.
    const FRAME: usize = 64;

    arena_plan::arena_plan! {
        /// Const evaluation computes this plan; [`buf::Spectrum`](kws::buf::Spectrum) has a choice of banks.
        pub mod kws {
            /// Zero wait states.
            bank dtcm { capacity: 1 KiB, align: 32, section: ".arena.lints" }
            /// The rest.
            bank sram { capacity: 4 KiB, reserve: 10 % }

            /// Bands.
            pub const BAND_COUNT: usize = 4;

            /// From the microphone.
            buffer pcm: [i16; FRAME] in sram @ 0;
            buffer windowed: [f32; FRAME], zeroed;
            buffer twiddle: [f32; FRAME];
            buffer spectrum: [f32; FRAME] in dtcm | sram, align 32;
            buffer log: heapless::Vec<u8, 64> = heapless::Vec::new();
            buffer held: Option<u8>, live capture..=fft = None;
            buffer scores: [f32; BAND_COUNT], retain;

            /// Reads the microphone.
            step capture() -> pcm;
            step window(pcm) -> windowed;
            step fft(windowed, scratch twiddle, mut held) -> spectrum;
            step classify(spectrum, mut log) -> scores;
            step idle();
        }
    }
}

/// State, constants and a step in place, with sizes that only rustc knows.
pub mod kinds {
    /// A sample.
    type Sample = i32;

    arena_plan::arena_plan! {
        /// Const evaluation computes this plan.
        pub mod model {
            /// Fast memory.
            bank dtcm { capacity: 256, align: 8, section: ".arena.lints" }
            /// The rest.
            bank sram { capacity: 128 }
            /// Read only.
            bank flash { capacity: 1 KiB, read_only }

            /// Read in place.
            constant bias: [Sample; 2] in flash = [100, -100];
            /// Copied.
            constant weights: [i8; 5] in flash -> dtcm = [1, -2, 3, -4, 5];
            constant table: [u16; 3] in flash -> sram = [7, 8, 9];

            /// Yours.
            persistent ring: [[i16; 4]; 2] in sram, detached;
            persistent runs: u32;
            buffer x: [Sample; 4];
            /// Takes the place of `x`.
            buffer wide: [u8; 16];
            buffer y: [Sample; 2], retain;

            step load(mut runs) -> x;
            step turn(x => wide, weights);
            step dense(wide, bias) -> y;
            step tell(y, table);
        }
    }
}

/// The same with every size known.
pub mod known_kinds {
    arena_plan::arena_plan! {
        /// The macro computes this plan.
        pub mod model {
            bank dtcm { capacity: 256 }
            bank flash { capacity: 1 KiB, read_only }

            constant bias: [i32; 2] in flash = [100, -100];
            constant weights: [i8; 5] in flash -> dtcm = [1, -2, 3, -4, 5];

            persistent runs: u32;
            buffer x: [i32; 4];
            buffer wide: [u8; 16];
            buffer y: [i32; 2], retain;

            step load(mut runs) -> x;
            step turn(x => wide, weights);
            step dense(wide, bias) -> y;
        }
    }
}

/// Every size is known.
pub mod native {
    arena_plan::arena_plan! {
        /// The macro computes this plan.
        pub mod plan {
            /// Memory.
            bank ram { capacity: 256 }
            /// Samples.
            buffer pcm: [i16; 32];
            /// Their sum.
            buffer sum: i32, retain;
            /// Fills.
            step fill() -> pcm;
            /// Adds.
            step add(pcm) -> sum;
        }
    }
}

/// A plan for the parent module, part of which nothing uses.
mod inner {
    arena_plan::arena_plan! {
        pub(super) mod plan {
            bank ram { capacity: 256 }
            buffer pcm: [i16; 32];
            step fill() -> pcm;
            step show(pcm);
        }
    }
}

/// A private plan that nothing uses, with names of more than one word.
mod unused {
    arena_plan::arena_plan! {
        mod a_plan {
            const FRAME_LENGTH: usize = 8;
            bank slow_ram { capacity: 256 }
            bank tcm_2 { capacity: 256 }
            buffer raw_pcm_2: [i16; FRAME_LENGTH] in slow_ram | tcm_2;
            buffer event_log: Option<u8> = None;
            step fill_it() -> raw_pcm_2;
            step show_it(raw_pcm_2, mut event_log);
        }
    }
}

/// The code of this file: the first three plans run, so that no lint is silent because code is missing.
mod run {
    #![allow(
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction,
        reason = "only blocks are tried"
    )]

    #[test]
    fn plans_under_every_lint_run() {
        assert!(super::inner::plan::take().is_some() && super::native::plan::take().is_some());
        super::outside::kws::take().expect("free").next().release();
    }
}

/// What persists, and handles that are handed out, on both routes.
pub mod state {
    /// Samples of a frame.
    const FRAME: usize = 64;

    arena_plan::arena_plan! {
        /// Const evaluation makes this plan.
        pub mod outside {
            bank sram { capacity: 4 KiB, section: ".arena.lints_state" }
            /// The microphone's.
            persistent frames: [[i16; FRAME]; 2], detached;
            persistent history: [f32; FRAME] = const { [0.0; FRAME] };
            persistent log: heapless::Vec<u8, 64> = heapless::Vec::new();
            buffer filtered: [f32; FRAME];
            buffer tone: Option<u8>, live measure, detached = None;
            step filter(mut history) -> filtered;
            step measure(filtered, mut log);
        }
    }

    arena_plan::arena_plan! {
        /// The macro computes this plan.
        pub mod inside {
            bank sram { capacity: 4 KiB }
            persistent frames: [[i16; 64]; 2], detached;
            persistent history: [f32; 64];
            buffer filtered: [f32; 64];
            step filter(mut history) -> filtered;
            step measure(filtered);
        }
    }
}

/// A pool, a plan of each route in it.
pub mod pooled {
    /// Samples of a frame.
    const FRAME: usize = 64;

    arena_plan::arena_pool! {
        /// What both plans use in turn.
        pub mod scratch for outside, inside { section: ".arena.lints_pool" }
    }

    arena_plan::arena_plan! {
        /// Const evaluation makes this plan.
        pub mod outside {
            bank sram { capacity: 4 KiB }
            bank work { capacity: 4 KiB, storage: shared(scratch) }
            persistent history: [f32; FRAME];
            buffer filtered: [f32; FRAME] in work;
            buffer tone: Option<u8> in work, live measure, detached = None;
            step filter(mut history) -> filtered;
            step measure(filtered);
        }
    }

    arena_plan::arena_plan! {
        /// The macro computes this plan.
        pub mod inside {
            bank work { capacity: 4 KiB, storage: shared(scratch) }
            buffer filtered: [f32; 64];
            step filter() -> filtered;
            step measure(filtered);
        }
    }
}
