//! A plan in memory of the application cannot be taken without it.
#![forbid(unsafe_code)]
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
    let a = plan::take().unwrap();
    a.release();
}
