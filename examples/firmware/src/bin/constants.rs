//! Constants on a board: biases that are read in flash, and weights that are copied to the fast memory before the first
//! step, with checksums before and after.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::{fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

/// Inputs of the layer.
const INPUTS: usize = 64;
/// Its outputs.
const OUTPUTS: usize = 10;

/// Weights that no one trained: every value of an `i8` turns up.
const WEIGHTS: [[i8; INPUTS]; OUTPUTS] = {
    let mut weights = [[0; INPUTS]; OUTPUTS];
    let mut state = 1_u32;
    let mut output = 0;
    while output < OUTPUTS {
        let mut input = 0;
        while input < INPUTS {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            weights[output][input] = i8::from_le_bytes([state.to_le_bytes()[3]]);
            input += 1;
        }
        output += 1;
    }
    weights
};

const BIASES: [i32; OUTPUTS] = [5, -3, 250, 0, 99, -1000, 7, 7, 31, -12];

arena_plan! {
    mod dense {
        bank flash { capacity: 64 KiB, read_only }
        bank tcm { capacity: 16 KiB, section: ".arena.tcm" }
        bank ram { capacity: 1 KiB }

        constant biases: [i32; OUTPUTS] in flash = BIASES;
        constant version: u16 in flash -> tcm = 7;
        constant weights: [[i8; INPUTS]; OUTPUTS] in flash -> tcm = WEIGHTS;

        buffer x: [i8; INPUTS] in ram;
        buffer y: [i32; OUTPUTS] in tcm;

        step load() -> x;
        step multiply(x, weights, biases) -> y;
        step tell(version, y);
    }
}

/// The checksum of Adler, modulo 65521.
fn checksum(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    high << 16 | low
}

/// One run on a ramp that begins with `first`.
fn run(mut load: dense::Load, first: i8) -> dense::Load {
    for (number, x) in (0..).zip(load.x.iter_mut()) {
        *x = first.wrapping_add(number);
    }
    let mut multiply = load.next();
    let dense::MultiplyIo { x, weights, biases, y } = multiply.io();
    for ((row, bias), y) in weights.iter().zip(biases).zip(y) {
        *y = row.iter().zip(x).map(|(w, x)| i32::from(*w) * i32::from(*x)).sum::<i32>() + bias;
    }
    let mut tell = multiply.next();
    let dense::TellIo { version, y } = tell.io();
    hprintln!("version {}: {:?}", version, y);
    tell.next()
}

#[entry]
fn main() -> ! {
    let Some(mut cold) = dense::take() else { fail("the arena is taken") };
    let dense::ColdIo { tcm } = cold.io();
    hprintln!("{} bytes to copy, {:08x}", tcm.source.len(), checksum(tcm.source));
    hprintln!("before: {:08x}", checksum(tcm.destination));
    let mut load = cold.hydrate();
    for first in [0, 100] {
        load = run(load, first);
    }
    let in_place = core::ptr::eq(&*load.kept.biases, dense::constant::Biases::get());
    hprintln!("biases read in flash: {}", in_place);
    load.release();

    // Another time, by hand. Start-up code does not fill this bank, so `take()` has done it again.
    let Some(mut cold) = dense::take() else { fail("the arena is taken") };
    hprintln!("taken again: {:08x}", checksum(&*cold.tcm));
    let source = dense::staged::Tcm::source();
    cold.tcm.copy_from_slice(source);
    hprintln!("after: {:08x}", checksum(&*cold.tcm));
    run(cold.hydrated(), -50).release();
    hprintln!("flash {} bytes, tcm {} bytes", dense::bank::Flash::BYTES, dense::bank::Tcm::BYTES);
    succeed()
}
