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

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let mut relu = capture.next();
    let kws::ReluIo { pcm, out } = relu.io();
    out[0] = pcm[0];
    relu.next().release();
}
