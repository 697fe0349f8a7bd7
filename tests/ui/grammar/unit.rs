//! A unit of ten instead of two.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 KB }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
