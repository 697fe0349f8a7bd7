//! Types larger than any memory.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u64; 1 << 60];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
