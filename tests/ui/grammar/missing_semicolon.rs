//! A declaration without its semicolon; the next one is read all the same.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16]
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
