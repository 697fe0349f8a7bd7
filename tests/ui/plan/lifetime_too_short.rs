//! An explicit lifetime that does not cover a use.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16], live capture..=window;
        step capture() -> pcm;
        step window;
        step emit(pcm);
    }
}

fn main() {}
