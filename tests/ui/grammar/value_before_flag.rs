//! The value comes last.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16] = [0; 16], retain;
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
