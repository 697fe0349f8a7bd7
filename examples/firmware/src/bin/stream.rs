//! A filter on frames that arrive by themselves: an interrupt fills one half of a buffer while the loop works on the
//! other, and what the filter remembers outlives the run. Nothing here is `unsafe`.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

#[path = "../pipeline.rs"]
mod pipeline;

use arena_plan::Buf;
use arena_plan_examples::Digest;
use arena_plan_firmware::stream::{FRAME, Line};
use arena_plan_firmware::{Counter, RECORDING, fail, succeed};
use core::cell::RefCell;
use cortex_m::interrupt::{self, Mutex};
use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::hprintln;
use pipeline::{Half, PERIOD, audio, process_frame};

/// Where the interrupt and the loop exchange halves.
static LINE: Mutex<RefCell<Line<Half>>> = Mutex::new(RefCell::new(Line::new()));

/// In place of a DMA controller that is done with a frame.
#[exception]
fn SysTick() {
    interrupt::free(|token| pipeline::deliver(&mut LINE.borrow(token).borrow_mut()));
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
