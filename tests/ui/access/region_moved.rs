//! Memory that was given is gone.
#![forbid(unsafe_code)]
use std::mem::MaybeUninit;

use arena_plan::arena_plan;

arena_plan! {
    mod plan {
        bank dtcm { capacity: 1 KiB, align: 16, storage: caller }
        buffer x: [u32; 8];
        buffer y: [u32; 4], retain;
        step a() -> x;
        step b(x) -> y;
    }
}

/// Memory of the application.
fn region() -> &'static mut [MaybeUninit<u8>] {
    Box::leak(Box::new([MaybeUninit::uninit(); 128]))
}

fn main() {
    let memory: &'static mut [MaybeUninit<u8>] = region();
    let a = plan::bind(plan::Regions { dtcm: memory }).unwrap();
    drop(memory);
    a.release();
}
