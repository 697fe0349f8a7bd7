//! A section that may be more than memory.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, section: ".init_array" }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
