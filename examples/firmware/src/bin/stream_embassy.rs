//! The pipeline of `stream` as a task of embassy-executor: the task holds its step over the `await` in which it waits for
//! the next frame.
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
use cortex_m_rt::exception;
use cortex_m_semihosting::hprintln;
use embassy_executor::Spawner;
use embassy_sync::blocking_mutex::CriticalSectionMutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use pipeline::{Half, PERIOD, audio, process_frame};

/// Where the interrupt and the task exchange halves.
static LINE: CriticalSectionMutex<RefCell<Line<Half>>> = CriticalSectionMutex::new(RefCell::new(Line::new()));

/// Wakes the task.
static DELIVERED: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// In place of a DMA controller that is done with a frame.
#[exception]
fn SysTick() {
    LINE.lock(|line| pipeline::deliver(&mut line.borrow_mut()));
    DELIVERED.signal(());
}

/// The next full half.
async fn frame() -> Half {
    loop {
        if let Some(half) = LINE.lock(|line| line.borrow_mut().get()) {
            return half;
        }
        DELIVERED.wait().await;
    }
}

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    let (Some(peripherals), Some((mut filter, detached))) = (cortex_m::Peripherals::take(), audio::take())
    else {
        fail("the peripherals or the arena are taken")
    };
    let [ping, pong] = Buf::split(detached.frames);
    LINE.lock(|line| line.borrow_mut().start(ping, pong));
    let mut counter = Counter::interrupting(peripherals.SYST, PERIOD);
    let (mut digest, mut loudest) = (Digest::new(), 0);
    for _ in 0..RECORDING.len() / FRAME {
        let half = frame().await; // `filter` is a local of the task meanwhile
        counter.begin();
        let (measure, half) = process_frame(filter, half, &mut digest);
        counter.end();
        LINE.lock(|line| line.borrow_mut().put(half));
        loudest = loudest.max(*measure.level);
        filter = measure.next();
    }
    let missed = LINE.lock(|line| line.borrow().missed());
    hprintln!("filtered {:08x}, loudest {}, missed {}", digest.value(), loudest, missed);
    hprintln!("ticks {}", counter.total());
    succeed()
}
