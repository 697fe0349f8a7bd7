//! A filter on frames that arrive by themselves: an interrupt fills one half of a buffer while the loop works on the
//! other, and what the filter remembers outlives the run. Nothing here is `unsafe`.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::{Buf, Part, arena_plan};
use arena_plan_examples::Digest;
use arena_plan_firmware::stream::{self, FRAME, HISTORY, Line};
use arena_plan_firmware::{Counter, RECORDING, fail, succeed};
use core::cell::RefCell;
use cortex_m::interrupt::{self, Mutex};
use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::hprintln;

arena_plan! {
    /// A frame through the filter.
    mod audio {
        /// Fast memory: all that the processor works on.
        bank tcm { capacity: 16 KiB, align: 32, section: ".arena.tcm" }
        /// Slow memory, where a converter delivers samples.
        bank psram { capacity: 64 KiB, align: 32, section: ".arena.psram" }

        /// One half is filled while the other is worked on, over the end of the run.
        persistent frames: [[i16; FRAME]; 2] in psram, detached;
        /// The last samples of the frame before.
        persistent history: [i16; HISTORY] in tcm;
        buffer filtered: [i16; FRAME] in tcm;
        buffer level: u32 in tcm, retain;

        step filter(mut history) -> filtered;
        step measure(filtered) -> level;
    }
}

/// Half of the buffer: one byte that says which, and the right to its samples.
type Half = Part<audio::buf::Frames>;

/// Where the interrupt and the loop exchange halves.
static LINE: Mutex<RefCell<Line<Half>>> = Mutex::new(RefCell::new(Line::new()));

/// Ticks between two frames: more than a frame takes.
const PERIOD: u32 = 400_000;

/// In place of a DMA controller that is done with a frame.
#[exception]
fn SysTick() {
    let fill = |half: &mut Half, samples: &[i16; FRAME]| **half = *samples;
    interrupt::free(|token| LINE.borrow(token).borrow_mut().deliver(&RECORDING, fill));
}

#[entry]
fn main() -> ! {
    let (Some(peripherals), Some((mut filter, detached))) = (cortex_m::Peripherals::take(), audio::take())
    else {
        fail("the peripherals or the arena are taken")
    };
    let [ping, pong] = Buf::split(detached.frames);
    interrupt::free(|token| LINE.borrow(token).borrow_mut().start(ping, pong));
    let mut counter = Counter::interrupting(peripherals.SYST, PERIOD);
    let (mut digest, mut loudest) = (Digest::new(), 0);
    for _ in 0..RECORDING.len() / FRAME {
        let half = loop {
            if let Some(half) = interrupt::free(|token| LINE.borrow(token).borrow_mut().get()) {
                break half;
            }
        };
        counter.begin();
        let (next, half) = process_frame(filter, half, &mut digest);
        counter.end();
        interrupt::free(|token| LINE.borrow(token).borrow_mut().put(half));
        loudest = loudest.max(*next.level);
        filter = next.next();
    }
    let missed = interrupt::free(|token| LINE.borrow(token).borrow().missed());
    hprintln!("filtered {:08x}, loudest {}, missed {}", digest.value(), loudest, missed);
    hprintln!("ticks {}", counter.total());
    succeed()
}

/// One run of the pipeline: what the comparison counts.
#[inline(never)]
fn process_frame(mut filter: audio::Filter, half: Half, digest: &mut Digest) -> (audio::Measure, Half) {
    let io = filter.io();
    stream::filter(&half, io.history, io.filtered);
    let mut measure = filter.next();
    let io = measure.io();
    *io.level = stream::peak(io.filtered);
    digest.add_bytes(&io.level.to_le_bytes());
    (measure, half)
}
