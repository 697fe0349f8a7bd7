//! Steps are inclusive.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16], live capture..emit;
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
