//! A bank without capacity.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { align: 32 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
