//! Two initial values.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16], zeroed = [1; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
