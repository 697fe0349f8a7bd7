//! What the language will have and has not yet.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: caller }
        persistent count: u32 = 0;
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
