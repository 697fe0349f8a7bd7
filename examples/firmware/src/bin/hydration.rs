//! What it costs to copy 256 KiB of staged constants into RAM. `hydration_by_hand` is the same with `memcpy`.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_examples::Digest;
use arena_plan_firmware::{Counter, WEIGHTS, fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

arena_plan! {
    mod network {
        bank flash { capacity: 256 KiB, read_only }
        bank psram { capacity: 260 KiB, section: ".arena.psram" }

        constant weights: [u32; WEIGHTS.len()] in flash -> psram = WEIGHTS;
        buffer sum: u32 in psram, retain;

        step add(weights) -> sum;
    }
}

#[entry]
fn main() -> ! {
    let (Some(peripherals), Some(mut cold)) = (cortex_m::Peripherals::take(), network::take()) else {
        fail("the peripherals or the arena are taken")
    };
    let mut counter = Counter::new(peripherals.SYST);
    let source = cold.io().psram.source;
    hprintln!("{} bytes, {:08x}", source.len(), digest(source));
    hprintln!("before: {:08x}", digest(&*cold.psram));
    counter.begin();
    let mut add = copy_weights(cold);
    counter.end();
    let network::AddIo { weights, sum } = add.io();
    *sum = weights.iter().fold(0, |sum, weight| sum ^ weight);
    hprintln!("after: {:08x}", *add.sum);
    hprintln!("ticks {}", counter.total());
    succeed()
}

/// What the comparison counts.
#[inline(never)]
fn copy_weights(cold: network::Cold) -> network::Add {
    cold.hydrate()
}

fn digest(bytes: &[u8]) -> u32 {
    let mut digest = Digest::new();
    digest.add_bytes(bytes);
    digest.value()
}
