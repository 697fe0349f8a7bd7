//! A bank of the application has a budget as any other, also where only rustc knows the sizes.
#![forbid(unsafe_code)]
use std::mem::MaybeUninit;

use arena_plan::arena_plan;

type Word = u32;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: caller }
        buffer x: [Word; 12];
        buffer y: [Word; 8], retain;
        step a() -> x;
        step b(x) -> y;
    }
}

/// Memory of the application.
fn region() -> &'static mut [MaybeUninit<u8>] {
    Box::leak(Box::new([MaybeUninit::uninit(); 128]))
}

fn main() {
    let a = kws::bind(kws::Regions { ram: region() }).unwrap();
    let kws::Regions { ram } = kws::Any::from(a.next()).release();
    drop(ram);
}
