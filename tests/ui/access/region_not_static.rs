//! Memory that ends before the plan cannot be given.
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

fn main() {
    let mut memory = [MaybeUninit::uninit(); 128];
    let a = plan::bind(plan::Regions { dtcm: &mut memory }).unwrap();
    a.release();
}
