//! Options stand inside the module.
use arena_plan::arena_plan;

arena_plan! {
    #![order = base]
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {}
