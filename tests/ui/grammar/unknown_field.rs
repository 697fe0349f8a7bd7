//! A field of a bank that does not exist.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, algin: 32 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
