//! `forbid` sees the user's `unsafe`.
#![forbid(unsafe_code)]
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 4], live s = unsafe { core::mem::zeroed() };
        step s;
    }
}

fn main() {
    let _ = kws::take();
}
