//! Two fixed buffers that share bytes in a step.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16] in ram @ 0;
        buffer log: [u8; 16] in ram @ 12;
        step capture() -> (pcm, log);
        step emit(pcm, log);
    }
}

fn main() {}
