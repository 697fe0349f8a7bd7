//! The ways to use a plan that `docs/firmware.md` shows, as it shows them.

use arena_plan::Buf;

/// A step kept in a driver's struct, and one kept in a static between two calls of an interrupt handler.
mod kept {
    use arena_plan::arena_plan;

    arena_plan! {
        mod radio {
            bank ram { capacity: 256 }
            buffer frame: [u8; 64] in ram;
            buffer sum: u32 in ram, retain;
            step receive() -> frame;
            step check(frame) -> sum;
        }
    }

    pub(crate) struct Driver {
        step: Option<radio::Receive>,
    }

    impl Driver {
        pub(crate) fn new() -> Self {
            Self { step: radio::take() }
        }

        /// One frame; `None` while the plan is away.
        pub(crate) fn poll(&mut self, byte: u8) -> Option<u32> {
            let mut receive = self.step.take()?;
            receive.frame.fill(byte);
            let mut check = receive.next();
            let radio::CheckIo { frame, sum } = check.io();
            *sum = frame.iter().map(|byte| u32::from(*byte)).sum();
            let result = *check.sum;
            self.step = Some(check.next());
            Some(result)
        }
    }

    impl Drop for Driver {
        fn drop(&mut self) {
            if let Some(step) = self.step.take() {
                step.release();
            }
        }
    }
}

/// A plan that an interrupt handler goes on with.
mod interrupt {
    use std::sync::Mutex; // on a chip: `critical_section::Mutex` with a `RefCell` in it

    arena_plan::arena_plan! {
        mod adc {
            bank ram { capacity: 256 }
            buffer samples: [u16; 32] in ram;
            buffer mean: u16 in ram, retain;
            step fill() -> samples;
            step average(samples) -> mean;
        }
    }

    static STATE: Mutex<Option<adc::Any>> = Mutex::new(None);

    pub(crate) fn start() -> bool {
        let first = adc::take().map(adc::Any::from);
        let mut state = STATE.lock().unwrap();
        *state = first;
        state.is_some()
    }

    /// What each interrupt does: one step.
    pub(crate) fn handler(sample: u16) -> Option<u16> {
        let mut state = STATE.lock().unwrap();
        let (next, mean) = match state.take()? {
            adc::Any::Fill(mut fill) => {
                fill.samples.fill(sample);
                (adc::Any::from(fill.next()), None)
            }
            adc::Any::Average(mut average) => {
                let adc::AverageIo { samples, mean } = average.io();
                *mean = samples.iter().sum::<u16>() / 32;
                let mean = *average.mean;
                (adc::Any::from(average.next()), Some(mean))
            }
        };
        *state = Some(next);
        mean
    }
}

/// Buffers in use for ever: one step, which is never left.
mod forever {
    arena_plan::arena_plan! {
        pub(crate) mod tables {
            bank ram { capacity: 512 }
            buffer window: [i16; 64] in ram, live ..;
            buffer history: [i16; 128] in ram, zeroed, live ..;
            step run();
        }
    }
}

/// Two modes over one memory: the steps of one, then those of the other; `next()` hops over a mode.
mod modes {
    arena_plan::arena_plan! {
        pub(crate) mod device {
            bank ram { capacity: 1 KiB }
            buffer audio: [i16; 256] in ram;
            buffer loud: [u8; 64] in ram, retain;
            buffer page: [u8; 896] in ram, retain;
            step listen() -> audio;
            step detect(audio) -> loud;
            step update() -> page;
        }
    }
}

/// A DMA buffer with its cache lines to itself.
mod cache {
    arena_plan::arena_plan! {
        pub(crate) mod camera {
            // 32 is the cache line: each buffer of this bank begins on one.
            bank dma { capacity: 2 KiB, align: 32 }
            buffer line: [u8; 100] in dma, live ..;
            buffer header: [u8; 8] in dma, live ..;
            step grab();
        }
    }
}

/// Tests that share one plan: whichever comes first, the other waits and finds it returned.
mod shared {
    arena_plan::arena_plan! {
        mod meter {
            bank ram { capacity: 2 KiB }
            buffer samples: [i16; 256] in ram;
            buffer levels: [u32; 16] in ram, retain;
            step record() -> samples;
            step sum(samples) -> levels;
        }
    }

    static PLAN: std::sync::Mutex<()> = std::sync::Mutex::new(());

    /// The levels of a constant signal.
    fn levels(sample: i16) -> [u32; 16] {
        let _guard = PLAN.lock().unwrap();
        let mut record = meter::take().expect("the test before gave it back");
        record.samples.fill(sample);
        let mut sum = record.next();
        let meter::SumIo { samples, levels } = sum.io();
        for (level, part) in levels.iter_mut().zip(samples.chunks(16)) {
            *level = part.iter().map(|sample| u32::from(sample.unsigned_abs())).sum();
        }
        let result = *sum.levels;
        sum.release();
        result
    }

    #[test]
    fn silence_is_level_zero() {
        assert_eq!(levels(0), [0; 16]);
    }

    #[test]
    fn a_plan_is_audited_at_boot() {
        let audit = meter::audit();
        if !audit.holds() {
            panic!("{audit}"); // for example: buffer 1 and 2 in step 1: overlap
        }
    }

    #[test]
    fn a_constant_is_sixteen_times_itself() {
        assert_eq!(levels(-3), [48; 16]);
    }
}

#[test]
fn a_step_is_kept_in_a_struct() {
    let mut driver = kept::Driver::new();
    assert_eq!((driver.poll(1), driver.poll(3)), (Some(64), Some(192)));
    assert_eq!(kept::Driver::new().poll(1), None, "the first driver has the plan");
    drop(driver);
    assert_eq!(kept::Driver::new().poll(2), Some(128), "and gave it back");
}

#[test]
fn a_step_is_kept_in_a_static() {
    assert!(interrupt::start());
    let results: Vec<Option<u16>> = [7, 0, 9, 0].map(interrupt::handler).into();
    assert_eq!(results, [None, Some(7), None, Some(9)]);
}

#[test]
fn buffers_are_in_use_forever() {
    use forever::tables;
    let tables::Run { window, history, .. } = tables::take().unwrap();
    let (window, history) = (Buf::leak(window), Buf::leak(history));
    window.fill(3);
    history[0] = window[63];
    assert_eq!((history[0], history[1]), (3, 0));
    assert!(tables::take().is_none(), "for good");
}

#[test]
fn two_modes_share_one_memory() {
    use modes::device;
    let mut listen = device::take().unwrap();
    for round in 0..2 {
        listen.audio.fill(round);
        let mut detect = listen.next();
        detect.io().loud.fill(1);
        let mut update = detect.next(); // the page takes the memory of `audio`
        update.page.fill(0);
        listen = update.next();
    }
    listen.next().restart().release(); // without the update
    assert_eq!((device::PLAN.sum_of_sizes(), device::PLAN.planned_bytes()), (1472, 960));
}

#[test]
fn a_dma_buffer_has_its_cache_lines_to_itself() {
    use cache::camera::buf::{Header, Line};
    assert_eq!((Line::OFFSET % 32, Header::OFFSET % 32), (0, 0));
    let lines = |offset: usize, bytes: usize| offset / 32..(offset + bytes).div_ceil(32);
    let (line, header) = (lines(Line::OFFSET, Line::BYTES), lines(Header::OFFSET, Header::BYTES));
    assert!(line.end <= header.start || header.end <= line.start, "{line:?} {header:?}");
    assert_eq!(cache::camera::bank::Dma::ALIGN % 32, 0);
}

/// Each Rust sample in the documentation is in this file, line by line, except for the one whole program, which
/// `cargo xtask firmware` builds and runs.
#[test]
fn the_documentation_shows_the_code_of_this_file() {
    let lines = |text: &'static str| -> Vec<&str> {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
    };
    let page = include_str!("../../docs/firmware.md");
    let mut shown = 0;
    for block in page.split("\n```rust\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or_default())
    {
        let block = lines(block);
        if block[0] == "#![no_std]" {
            continue;
        }
        let here = lines(include_str!("patterns.rs"));
        assert!(here.windows(block.len()).any(|part| part == block), "not in this file:\n{block:#?}");
        shown += 1;
    }
    assert!(shown >= 6, "{shown} samples");
}
