//! A cascade over four memories: voice activity detection on every frame of a recording, and keyword spotting where a voice
//! ends. Placement rules put the buffers of both plans into serial flash, tightly coupled memory, SRAM and DDR. Both plans use
//! the tightly coupled memory in turn; one has a memory that the linker script names, the other one that it gets here.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod app;
mod kws;
mod vad;

use arena_plan::arena_pool;
use core::mem::MaybeUninit;
use cortex_m_rt::entry;

arena_pool! {
    /// Tightly coupled memory: what a run works on, of one plan at a time.
    pub mod scratch for vad::plan, kws::plan { section: ".arena.dtcm" }
}

/// Memory of the application, aligned as the bank that it is for.
#[repr(C, align(32))]
struct Memory<const BYTES: usize>([MaybeUninit<u8>; BYTES]);

#[entry]
fn main() -> ! {
    static mut SHORT: Memory<32> = Memory([MaybeUninit::uninit(); 32]);
    static mut RAM: Memory<{ kws::plan::bank::Ram::BYTES }> =
        Memory([MaybeUninit::uninit(); kws::plan::bank::Ram::BYTES]);
    app::listen(&mut SHORT.0, &mut RAM.0)
}
