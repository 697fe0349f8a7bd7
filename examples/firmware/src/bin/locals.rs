//! Plans of the same name in several functions of one module, one of them generic: each has its own memory and
//! symbols, even if one assembler sees all of them.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::{fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

#[entry]
fn main() -> ! {
    hprintln!("{} {}", first(), second());
    // One plan for all types: the items inside a function do not depend on its parameters.
    hprintln!("{:?} {:?}", generic(40u32), generic("word"));
    succeed()
}

fn first() -> u32 {
    arena_plan! {
        mod local {
            bank ram { capacity: 64 }
            buffer count: u32;
            buffer bytes: [u8; 8];
            step fill() -> (count, bytes);
            step read(count, bytes);
        }
    }
    let Some(mut fill) = local::take() else { fail("the arena is taken") };
    (*fill.count, fill.bytes[7]) = (7, 1);
    let read = fill.next();
    *read.count + u32::from(read.bytes[7])
}

fn second() -> u32 {
    arena_plan! {
        mod local {
            bank ram { capacity: 64 }
            buffer count: u32;
            buffer bytes: [u8; 16];
            step fill() -> (count, bytes);
            step read(count, bytes);
        }
    }
    let Some(mut fill) = local::take() else { fail("the arena is taken") };
    (*fill.count, fill.bytes[15]) = (20, 2);
    let read = fill.next();
    *read.count + u32::from(read.bytes[15])
}

fn generic<T>(value: T) -> (T, u32) {
    arena_plan! {
        mod local {
            bank tcm { capacity: 64, section: ".arena.tcm" }
            buffer count: u32 in tcm;
            step fill() -> count;
            step read(count);
        }
    }
    let Some(mut fill) = local::take() else { fail("the arena is taken") };
    *fill.count += 1;
    let read = fill.next();
    let count = *read.count;
    read.release();
    (value, count)
}
