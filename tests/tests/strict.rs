//! A whole pipeline in a crate that forbids as much as possible: the expansion adds no warning, on either route, and
//! no `unsafe` that the lint would see. Clippy checks this file with the same levels.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms,
    let_underscore,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    clippy::missing_docs_in_private_items,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    clippy::as_conversions,
    clippy::std_instead_of_core
)]

/// Figures and types from outside the block: const evaluation plans.
pub mod outside {
    use arena_plan::arena_plan;

    /// Samples of a frame.
    const FRAME: usize = 64;

    arena_plan! {
        /// Const evaluation computes this plan.
        pub mod kws {
            /// Zero wait states.
            bank dtcm { capacity: 1 KiB, align: 32, section: ".arena.strict" }
            /// The rest.
            bank sram { capacity: 4 KiB, reserve: 10 % }

            /// Bands.
            pub const BANDS: usize = 4;

            /// From the microphone.
            buffer pcm: [i16; FRAME] in sram @ 0;
            buffer windowed: [f32; FRAME];
            #[cfg(not(miri))]
            buffer twiddle: [f32; FRAME];
            buffer spectrum: [f32; FRAME / 2 + 1] in dtcm | sram, align 32;
            buffer log: heapless::Vec<u8, 64> = heapless::Vec::new();
            buffer scores: [f32; BANDS], retain;

            /// Reads the microphone.
            step capture() -> pcm;
            step window(pcm) -> windowed;
            step fft(windowed, scratch twiddle) -> spectrum;
            step classify(spectrum, mut log) -> scores;
        }
    }

    /// One round; the score of the first band.
    #[must_use]
    pub fn round(sample: i16) -> Option<f32> {
        let mut capture = kws::take()?;
        *capture.pcm = [sample; FRAME];
        let mut window = capture.next();
        let kws::WindowIo { pcm, windowed } = window.io();
        for (out, sample) in windowed.iter_mut().zip(pcm) {
            *out = f32::from(*sample);
        }
        let mut fft = window.next();
        let kws::FftIo { windowed, twiddle, spectrum } = fft.io();
        *twiddle = *windowed;
        for (out, value) in spectrum.iter_mut().zip(twiddle.iter()) {
            *out = value * 2.0;
        }
        let mut classify = fft.next();
        let kws::ClassifyIo { spectrum, log, scores } = classify.io();
        log.push(1).ok()?;
        scores.fill(*spectrum.first()?);
        let score = classify.scores.first().copied();
        classify.next().release();
        score
    }
}

/// Every size is known: the macro plans.
pub mod native {
    use arena_plan::arena_plan;

    arena_plan! {
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

    /// The sum of 32 samples.
    #[must_use]
    pub fn sum(sample: i16) -> Option<i32> {
        let mut fill = plan::take()?;
        *fill.io().pcm = [sample; 32];
        let mut add = fill.next();
        let plan::AddIo { pcm, sum } = add.io();
        *sum = pcm.iter().map(|sample| i32::from(*sample)).sum();
        let result = *add.sum;
        add.release();
        Some(result)
    }
}

/// Both pipelines run, and again after their arenas were returned.
#[test]
fn strict_crates_use_plans_of_both_routes() {
    for sample in [3, -4] {
        assert_eq!(outside::round(sample), Some(f32::from(sample) * 2.0));
        assert_eq!(native::sum(sample), Some(i32::from(sample) * 32));
    }
    assert!(outside::kws::PLAN.planned_bytes() < outside::kws::PLAN.sum_of_sizes());
}

/// What persists, and handles that are handed out.
pub mod state {
    use arena_plan::{Buf, arena_plan};

    /// Samples of a frame.
    const FRAME: usize = 8;

    arena_plan! {
        /// Const evaluation computes this plan.
        pub mod stream {
            bank sram { capacity: 1 KiB, section: ".arena.strict_state" }
            /// The microphone's.
            persistent frames: [[i16; FRAME]; 2], detached;
            persistent history: [i16; FRAME] = const { [1; FRAME] };
            persistent log: heapless::Vec<i16, 64> = heapless::Vec::new();
            buffer filtered: [i16; FRAME];
            buffer tone: u8, live measure, detached, zeroed;
            step filter(mut history) -> filtered;
            step measure(filtered, mut log);
        }
    }

    #[test]
    fn runs() {
        let (mut filter, stream::Detached { frames }) = stream::take().expect("the arena is free");
        let [other, mut half] = Buf::split(frames);
        for round in 1..4 {
            half.fill(round);
            let stream::FilterIo { history, filtered } = filter.io();
            for ((to, old), new) in filtered.iter_mut().zip(history.iter_mut()).zip(half.iter()) {
                *to = old.wrapping_add(*new);
                *old = *new;
            }
            let (mut measure, tone) = filter.next();
            let stream::MeasureIo { filtered, log } = measure.io();
            log.push(filtered.iter().copied().max().unwrap_or(0)).expect("room for three");
            assert_eq!(*tone, 0, "zeroed");
            filter = measure.next(tone);
        }
        assert_eq!(*filter.kept.log, [2, 3, 5], "what the loop left");
        filter.release(stream::Detached { frames: Buf::join([half, other]) });
    }
}

/// A pool, a plan of each route in it.
pub mod pooled {
    use arena_plan::{arena_plan, arena_pool};

    /// Samples of a frame.
    const FRAME: usize = 8;

    arena_pool! {
        /// What both plans use in turn.
        pub mod scratch for listen, tell { section: ".arena.strict_pool" }
    }

    arena_plan! {
        /// Const evaluation computes this plan.
        pub mod listen {
            bank work { capacity: 1 KiB, storage: shared(scratch) }
            bank sram { capacity: 1 KiB }
            persistent rounds: u32;
            buffer frame: [i16; FRAME] in work;
            step hear() -> frame;
            step judge(frame, mut rounds);
        }
    }

    arena_plan! {
        /// The macro computes this plan.
        pub mod tell {
            bank work { capacity: 1 KiB, storage: shared(scratch) }
            buffer text: heapless::String<16> in work = heapless::String::new();
            step say(mut text);
            step fade(text);
        }
    }

    #[test]
    fn runs() {
        let mut lease = scratch::take().expect("nobody has it");
        let (mut listen, mut tell) = (listen::take().expect("free"), tell::take().expect("free"));
        for _ in 0..3 {
            let mut hear = listen.start(lease);
            hear.frame.fill(1);
            let mut judge = hear.next();
            let listen::JudgeIo { frame, rounds } = judge.io();
            *rounds = rounds.wrapping_add(frame.iter().map(|sample| u32::from(sample.unsigned_abs())).sum());
            (listen, lease) = judge.stop();
            let mut say = tell.start(lease);
            say.io().text.push_str("heard").expect("room");
            (tell, lease) = say.next().stop();
        }
        assert_eq!(*listen.kept.rounds, 24, "three frames of eight ones");
        listen.release();
        tell.release();
        scratch::release(lease);
    }
}
