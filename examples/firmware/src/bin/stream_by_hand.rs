//! The program `stream` as one writes it without a planner: `static mut` memory in two banks, offsets worked out by hand, and
//! a number for the half that the interrupt or the loop may touch, which nothing holds them to.
#![no_std]
#![no_main]

use arena_plan_examples::Digest;
use arena_plan_firmware::stream::{self, FRAME, HISTORY, Line};
use arena_plan_firmware::{Counter, RECORDING, fail, succeed};
use core::cell::RefCell;
use core::mem::MaybeUninit;
use cortex_m::interrupt::{self, Mutex};
use cortex_m_rt::{entry, exception};
use cortex_m_semihosting::hprintln;

/// Fast memory: all that the processor works on.
#[repr(C, align(32))]
struct Tcm([MaybeUninit<u8>; TCM_BYTES]);
/// Slow memory, where a converter delivers samples.
#[repr(C, align(32))]
struct Psram([MaybeUninit<u8>; PSRAM_BYTES]);

#[unsafe(link_section = ".arena.tcm")]
static mut TCM: Tcm = Tcm([MaybeUninit::uninit(); TCM_BYTES]);
#[unsafe(link_section = ".arena.psram")]
static mut PSRAM: Psram = Psram([MaybeUninit::uninit(); PSRAM_BYTES]);

// Bytes of both banks.
const PSRAM_BYTES: usize = 1024;
const TCM_BYTES: usize = 608;
const FILTERED: usize = 0;
const HISTORY_AT: usize = 512;
const LEVEL: usize = 576;

/// Where the interrupt and the loop exchange halves.
static LINE: Mutex<RefCell<Line<u8>>> = Mutex::new(RefCell::new(Line::new()));

/// Ticks between two frames: more than a frame takes.
const PERIOD: u32 = 400_000;

/// The `T` at `offset` in the fast memory.
///
/// # Safety
/// The caller knows that no other reference to these bytes is alive, and that they are in the bank.
unsafe fn tcm<T>(offset: usize) -> &'static mut T {
    // SAFETY: by the caller's promise; all types here are arrays of numbers.
    unsafe { &mut *(&raw mut TCM).cast::<u8>().add(offset).cast::<T>() }
}

/// One half of the slow memory.
///
/// # Safety
/// The caller has the number from the line, where each is once.
unsafe fn frame(half: u8) -> &'static mut [i16; FRAME] {
    // SAFETY: by the caller's promise; the numbers are 0 and 1.
    unsafe { &mut *(&raw mut PSRAM).cast::<[i16; FRAME]>().add(usize::from(half)) }
}

/// In place of a DMA controller that is done with a frame.
#[exception]
fn SysTick() {
    // SAFETY: the number is the one that is being filled.
    let fill = |half: &mut u8, samples: &[i16; FRAME]| unsafe { *frame(*half) = *samples };
    interrupt::free(|token| LINE.borrow(token).borrow_mut().deliver(&RECORDING, fill));
}

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    // SAFETY: nothing refers to the banks yet; the sections are not filled by start-up code.
    unsafe {
        (&raw mut TCM).write_bytes(0, 1);
        (&raw mut PSRAM).write_bytes(0, 1);
    }
    interrupt::free(|token| LINE.borrow(token).borrow_mut().start(0, 1));
    let mut counter = Counter::interrupting(peripherals.SYST, PERIOD);
    let (mut digest, mut loudest) = (Digest::new(), 0);
    for _ in 0..RECORDING.len() / FRAME {
        let half = loop {
            if let Some(half) = interrupt::free(|token| LINE.borrow(token).borrow_mut().get()) {
                break half;
            }
        };
        counter.begin();
        let half = process_frame(half, &mut digest);
        counter.end();
        interrupt::free(|token| LINE.borrow(token).borrow_mut().put(half));
        // SAFETY: nothing else refers to the level.
        loudest = loudest.max(*unsafe { tcm::<u32>(LEVEL) });
    }
    let missed = interrupt::free(|token| LINE.borrow(token).borrow().missed());
    hprintln!("filtered {:08x}, loudest {}, missed {}", digest.value(), loudest, missed);
    hprintln!("ticks {}", counter.total());
    succeed()
}

/// One run of the pipeline: what the comparison counts.
#[inline(never)]
fn process_frame(half: u8, digest: &mut Digest) -> u8 {
    // SAFETY: the ranges do not overlap, and the half is the loop's.
    unsafe {
        let filtered: &mut [i16; FRAME] = tcm(FILTERED);
        let history: &mut [i16; HISTORY] = tcm(HISTORY_AT);
        stream::filter(frame(half), history, filtered);
        let level: &mut u32 = tcm(LEVEL);
        *level = stream::peak(filtered);
        digest.add_bytes(&level.to_le_bytes());
    }
    half
}
