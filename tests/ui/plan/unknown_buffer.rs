//! A misspelt buffer: one error, none about the buffer that was meant.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pmc;
        step emit(pcm);
    }
}

fn main() {}
