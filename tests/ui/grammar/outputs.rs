//! Two outputs without parentheses.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer log: [u8; 16];
        step capture() -> pcm, log;
        step emit(pcm, log);
    }
}

fn main() {}
