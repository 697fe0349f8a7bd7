//! A step in place.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer out: [u8; 16], retain;
        step capture() -> pcm;
        step relu(pcm => out);
    }
}

fn main() {}
