//! What the handles compile to by themselves: the function below is checked in the listing.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::{fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

arena_plan! {
    mod plan {
        bank tcm { capacity: 16 KiB, section: ".arena.tcm" }
        bank psram { capacity: 64 KiB, section: ".arena.psram" }

        buffer samples: [i16; 512] in psram;
        buffer scaled: [i32; 512] in tcm;
        buffer total: [u64; 2] in tcm;

        step capture() -> samples;
        step scale(samples) -> scaled;
        step sum(scaled) -> total;
        step emit(total);
    }
}

// Steps exist only at compile time.
const _: () = assert!(size_of::<plan::Capture>() == 0 && size_of::<plan::Scale>() == 0);
const _: () = assert!(size_of::<plan::Sum>() == 0 && size_of::<plan::Emit>() == 0);

#[entry]
fn main() -> ! {
    let Some(capture) = plan::take() else { fail("the arena is taken") };
    let emit = touch_buffers(capture, core::hint::black_box(3));
    hprintln!("{} {}", emit.total[0], emit.total[1]);
    succeed()
}

/// One run through all steps, with the first and the last element of each buffer.
#[inline(never)]
fn touch_buffers(mut capture: plan::Capture, sample: i16) -> plan::Emit {
    capture.samples[0] = sample;
    capture.samples[511] = 2;
    let mut scale = capture.next();
    let io = scale.io();
    io.scaled[0] = i32::from(io.samples[0]) << 8;
    io.scaled[511] = i32::from(io.samples[511]) << 8;
    let mut sum = scale.next();
    let io = sum.io();
    io.total[1] = u64::from(io.scaled[0].cast_unsigned() ^ io.scaled[511].cast_unsigned());
    io.total[0] = 2;
    sum.next()
}
