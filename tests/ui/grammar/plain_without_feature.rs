//! What makes a type plain is the word of a crate that is not there.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16], plain(zerocopy);
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
