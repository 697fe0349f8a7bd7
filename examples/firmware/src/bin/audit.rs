//! The audit of a plan at boot. `without-audit` leaves it out, which gives its size; `wrong-table` audits a table in which
//! two buffers share bytes, as a flipped bit in the flash would make one.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::{fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

arena_plan! {
    mod plan {
        bank tcm { capacity: 256, section: ".arena.tcm" }
        bank ram { capacity: 1 KiB }

        buffer samples: [i16; 64] in ram;
        buffer sums: [i32; 8] in tcm;
        buffer mean: i32 in tcm, retain;

        step record() -> samples;
        step add(samples) -> sums;
        step average(sums) -> mean;
    }
}

#[entry]
fn main() -> ! {
    boot();
    let Some(mut record) = plan::take() else { fail("the arena is taken") };
    for (sample, n) in record.samples.iter_mut().zip(0..) {
        *sample = n;
    }
    let mut add = record.next();
    let plan::AddIo { samples, sums } = add.io();
    for (sum, part) in sums.iter_mut().zip(samples.chunks(8)) {
        *sum = part.iter().map(|sample| i32::from(*sample)).sum();
    }
    let mut average = add.next();
    let plan::AverageIo { sums, mean } = average.io();
    *mean = sums.iter().sum::<i32>() / 64;
    hprintln!("mean {}", *average.mean);
    succeed()
}

/// No buffer is used before the plan holds.
#[cfg(not(any(feature = "without-audit", feature = "wrong-table")))]
fn boot() {
    let audit = plan::audit();
    if !audit.holds() {
        fail("the plan does not hold");
    }
    hprintln!("the plan holds");
}

#[cfg(feature = "without-audit")]
fn boot() {
    hprintln!("the plan holds");
}

/// The plan's own addresses, and a table in which `mean` is in the bytes of `sums`.
#[cfg(feature = "wrong-table")]
fn boot() {
    use arena_plan::__private::{Audited, Evidence, Places, audit_of};
    type Arena = plan::__arena::Arena;
    hprintln!("{}", plan::audit());
    let mut slots = [Arena::SLOTS[0], Arena::SLOTS[1], Arena::SLOTS[2]];
    slots[2].offset = 4;
    let evidence = Evidence {
        regions: Arena::REGIONS,
        bases: Arena::BASES,
        slots: &slots,
        places: Arena::PLACES,
        sets: Arena::SETS,
        memory: (Arena::REGIONS, Arena::BASES),
    };
    hprintln!("{}", audit_of::<3, 1, 2>(&evidence));
}
