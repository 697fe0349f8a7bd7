//! Plans whose banks are in sections of a linker script: one in use, one of two bytes, and one that the program does
//! not use and that has no place. `cargo xtask targets` links it for bare targets, with the fragment of
//! `docs/firmware.md` and with fragments that leave a bank without a place. On a host it is an ordinary program.

#![cfg_attr(target_os = "none", no_std, no_main)]
#![allow(unexpected_cfgs, reason = "`cargo xtask targets` sets `promised`")]

/// The plans, with the user's promise about their sections or without.
macro_rules! plans {
    ($($promise:tt)?) => {
        arena_plan::arena_plan! {
            mod levels {
                bank tcm { capacity: 1 KiB, section: $($promise)? ".arena.tcm" }
                bank tiny { capacity: 2, section: $($promise)? ".arena.tcm.tiny" }
                buffer samples: [u16; 64] in tcm;
                buffer sum: [u32; 4] in tcm;
                buffer last: u16 in tiny;
                step record() -> samples;
                step add(samples) -> (sum, last);
                step show(sum, last);
            }
        }
        arena_plan::arena_plan! {
            #[allow(dead_code, reason = "the program does not use it")]
            mod spare {
                bank other { capacity: 1 KiB, section: $($promise)? ".arena.other" }
                buffer samples: [u16; 64] in other;
                step record() -> samples;
                step show(samples);
            }
        }
    };
}

#[cfg(not(promised))]
plans!();
#[cfg(promised)]
plans!(unsafe);

/// One pass; `seed` keeps it from being computed by the compiler.
fn pass(seed: u16) -> u32 {
    let Some(mut record) = levels::take() else { return 0 };
    for (sample, n) in record.samples.iter_mut().zip(0..) {
        *sample = seed.wrapping_add(n);
    }
    let mut add = record.next();
    let levels::AddIo { samples, sum, last } = add.io();
    for (sum, part) in sum.iter_mut().zip(samples.chunks(16)) {
        *sum = part.iter().map(|sample| u32::from(*sample)).sum();
    }
    *last = samples[63];
    let show = add.next();
    let total = show.sum.iter().sum::<u32>() + u32::from(*show.last);
    show.release();
    total
}

#[cfg(not(target_os = "none"))]
fn main() {
    assert_eq!(pass(1), 64 * 65 / 2 + 64);
}

/// Where the program begins.
#[cfg(target_os = "none")]
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    loop {
        core::hint::black_box(pass(core::hint::black_box(1)));
    }
}

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
