//! Written and never read.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit;
    }
}

fn main() {}
