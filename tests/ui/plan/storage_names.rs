//! Names that are generated for memory of the application.
#![forbid(unsafe_code)]
use std::mem::MaybeUninit;

use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: caller }
        const bind: usize = 4;
        buffer x: [u32; 4];
        step a() -> x;
        step regions(x);
    }
}

/// Memory of the application.
fn region() -> &'static mut [MaybeUninit<u8>] {
    Box::leak(Box::new([MaybeUninit::uninit(); 128]))
}

fn main() {
    let a = kws::bind(kws::Regions { ram: region() }).unwrap();
    drop(a.release());
}
