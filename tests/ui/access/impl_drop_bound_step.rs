//! A step in memory of the application has no `Drop` of the user's.
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

impl Drop for plan::B {
    fn drop(&mut self) {}
}

fn main() {
    let a = plan::bind(plan::Regions { dtcm: region() }).unwrap();
    a.next().release();
}
