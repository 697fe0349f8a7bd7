//! Two modes over one memory: a detector that waits for a loud frame, and a meter of its spectrum that runs once for each.
//! They take turns in the fast memory, each keeps a state of its own, and the function below is checked in the listing.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::{Lease, arena_plan, arena_pool};
use arena_plan_firmware::{RECORDING, fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

/// Samples of a frame.
const FRAME: usize = 512;

arena_pool! { mod scratch for wait, measure { section: ".arena.tcm" } }

arena_plan! {
    mod wait {
        bank work { capacity: 4 KiB, storage: shared(scratch) }
        bank psram { capacity: 64 KiB, section: ".arena.psram" }

        persistent loud: u32 in psram;
        buffer samples: [i16; FRAME] in work;
        buffer squares: [u32; FRAME / 4] in work;

        step record() -> samples;
        step sum(samples, mut loud) -> squares;
        step decide(squares);
    }
}

arena_plan! {
    mod measure {
        bank work { capacity: 4 KiB, storage: shared(scratch) }
        bank psram { capacity: 64 KiB, section: ".arena.psram" }

        persistent crossings: [u32; 2] in psram;
        buffer copy: [i16; FRAME] in work;
        buffer signs: [u8; FRAME] in work, retain;

        step load() -> copy;
        step compare(copy, mut crossings) -> signs;
    }
}

// States, steps and leases exist only at compile time.
const _: () = assert!(size_of::<(wait::Idle, wait::Record, Lease<scratch::Pool>)>() == 0);

#[entry]
fn main() -> ! {
    let (Some(mut wait), Some(mut measure)) = (wait::take(), measure::take()) else {
        fail("a plan is taken")
    };
    let Some(mut lease) = scratch::take() else { fail("the pool is taken") };
    for frame in RECORDING.as_chunks::<FRAME>().0.iter().take(16) {
        let mut record = wait.start(lease);
        *record.samples = *frame;
        let mut sum = record.next();
        let wait::SumIo { samples, loud, squares } = sum.io();
        for (square, four) in squares.iter_mut().zip(samples.as_chunks::<4>().0) {
            *square = four
                .iter()
                .map(|sample| u32::from(sample.unsigned_abs()) >> 4)
                .map(|level| level * level)
                .sum();
        }
        *loud += u32::from(squares.iter().max() > Some(&10_000));
        let decide = sum.next();
        // The answer is copied: the buffers end with `stop`.
        let is_loud = decide.squares.iter().max() > Some(&10_000);
        (wait, lease) = decide.stop();

        if is_loud {
            let mut load = measure.start(lease);
            *load.copy = *frame;
            let mut compare = load.next();
            let measure::CompareIo { copy, crossings, signs } = compare.io();
            for (sign, sample) in signs.iter_mut().zip(copy) {
                *sign = u8::from(*sample < 0);
            }
            crossings[0] += 1;
            crossings[1] += signs.windows(2).map(|pair| u32::from(pair[0] != pair[1])).sum::<u32>();
            (measure, lease) = compare.stop();
        }
    }
    let record = touch_pool(wait, lease);
    (wait, lease) = record.stop();
    let [frames, crossings] = *measure.kept.crossings;
    hprintln!("{} loud frames, {} of them measured, {} crossings", *wait.kept.loud, frames, crossings);
    hprintln!(
        "{} bytes for both, {} and {}",
        scratch::Pool::BYTES,
        wait::bank::Work::BYTES,
        measure::bank::Work::BYTES
    );
    wait.release();
    measure.release();
    scratch::release(lease);
    succeed()
}

/// A start, and the first and the last element of a buffer in the pool.
#[inline(never)]
fn touch_pool(wait: wait::Idle, lease: Lease<scratch::Pool>) -> wait::Record {
    let mut record = wait.start(lease);
    record.samples[0] = 1;
    record.samples[FRAME - 1] = 2;
    record
}
