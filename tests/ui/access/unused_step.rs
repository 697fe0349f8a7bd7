//! Dropping a step ends the pipeline.
#![deny(unused_must_use)]
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer windowed: [u8; 16];
        buffer log: [u8; 8], source, retain;
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step emit(windowed, mut log);
    }
}

fn main() {
    kws::take().unwrap().next();
}
