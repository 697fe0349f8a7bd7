//! Types without a size.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8];
        buffer text: str;
        buffer any: impl Copy;
        step capture() -> (pcm, text, any);
        step emit(pcm, text, any);
    }
}

fn main() {}
