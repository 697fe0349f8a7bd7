//! The program `hydration` without a planner: a `static mut` in the bank's memory, filled by `memcpy`.
#![no_std]
#![no_main]

use arena_plan_examples::Digest;
use arena_plan_firmware::{Counter, WEIGHTS, fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

const COUNT: usize = WEIGHTS.len();

static SOURCE: [u32; COUNT] = WEIGHTS;

#[unsafe(link_section = ".arena.psram")]
static mut COPY: [u32; COUNT] = [0; COUNT];

#[entry]
fn main() -> ! {
    let Some(peripherals) = cortex_m::Peripherals::take() else { fail("the peripherals are taken") };
    let mut counter = Counter::new(peripherals.SYST);
    hprintln!("{} bytes, {:08x}", size_of_val(&SOURCE), digest(&SOURCE));
    // SAFETY: nothing else refers to it, here and below.
    unsafe { (&raw mut COPY).write_bytes(0, 1) };
    hprintln!("before: {:08x}", digest(unsafe { &*&raw const COPY }));
    counter.begin();
    // SAFETY: as above.
    unsafe { copy_weights() };
    counter.end();
    // SAFETY: as above.
    let weights = unsafe { &*&raw const COPY };
    hprintln!("after: {:08x}", weights.iter().fold(0, |sum, weight| sum ^ weight));
    hprintln!("ticks {}", counter.total());
    succeed()
}

/// What the comparison counts.
///
/// # Safety
/// Nothing refers to the copy.
#[inline(never)]
unsafe fn copy_weights() {
    // SAFETY: two statics of one type, and the caller's promise.
    unsafe { core::ptr::copy_nonoverlapping(&raw const SOURCE, &raw mut COPY, 1) }
}

fn digest(words: &[u32; COUNT]) -> u32 {
    let mut digest = Digest::new();
    words.iter().for_each(|word| digest.add_bytes(&word.to_le_bytes()));
    digest.value()
}
