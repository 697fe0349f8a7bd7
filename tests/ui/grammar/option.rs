//! An option with a value that it does not have.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        #![effort = thorogh]
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
