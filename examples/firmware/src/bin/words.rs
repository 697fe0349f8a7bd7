//! Sizes are the target's, not the host's: a plan of words and pointers that fits its bank exactly if a word has four
//! bytes (and what does not fit goes to another bank). With the host's sizes the build would fail.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use arena_plan::arena_plan;
use arena_plan_firmware::{fail, succeed};
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

/// Where an event came from: two words and a stamp whose alignment is the target's.
#[derive(Clone, Copy)]
struct Origin {
    name: Option<&'static str>,
    line: usize,
    stamp: u64,
}

arena_plan! {
    mod plan {
        bank tcm { capacity: 64, section: ".arena.tcm" }
        bank psram { capacity: 1 KiB, section: ".arena.psram" }

        buffer links: [usize; 10] in tcm;
        buffer origin: Origin in tcm = Origin { name: None, line: 0, stamp: 0 };
        buffer trace: [usize; 12] in tcm | psram;
        buffer sum: [u64; 3] in tcm;

        step gather() -> links;
        step locate(links) -> (origin, trace);
        step add(origin, trace) -> sum;
        step tell(sum);
    }
}

#[entry]
fn main() -> ! {
    let Some(mut gather) = plan::take() else { fail("the arena is taken") };
    for (index, link) in gather.links.iter_mut().enumerate() {
        *link = index;
    }
    let mut locate = gather.next();
    let io = locate.io();
    *io.origin = Origin { name: Some("words"), line: io.links[9], stamp: 1 << 40 };
    io.trace.fill(io.links[2]);
    let mut add = locate.next();
    let io = add.io();
    *io.sum = [
        io.origin.line as u64,
        io.origin.stamp,
        io.origin.name.map_or(0, str::len) as u64 + io.trace[11] as u64,
    ];
    let tell = add.next();
    hprintln!("{} {} {}", tell.sum[0], tell.sum[1], tell.sum[2]);
    hprintln!("links {} bytes at {}", plan::buf::Links::BYTES, plan::buf::Links::OFFSET);
    hprintln!("origin {} bytes at {}", plan::buf::Origin::BYTES, plan::buf::Origin::OFFSET);
    hprintln!(
        "trace {} bytes at {} of {}",
        plan::buf::Trace::BYTES,
        plan::buf::Trace::OFFSET,
        plan::buf::Trace::BANK
    );
    hprintln!("sum {} bytes at {}", plan::buf::Sum::BYTES, plan::buf::Sum::OFFSET);
    hprintln!("bank {} bytes", plan::bank::Tcm::BYTES);
    succeed()
}
