//! A block without its module.
use arena_plan::arena_plan;

arena_plan! {
    bank ram { capacity: 64 }
    buffer pcm: [u8; 16];
    step capture() -> pcm;
    step play(pcm);
}

fn main() {
    let capture = kws::take().unwrap();
    capture.next().release();
}
