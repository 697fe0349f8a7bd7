//! A reserve that leaves no room: the error is at the percentage, not at a buffer.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, reserve: 100 % }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let mut emit = capture.next();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8; 16] = pcm;
    emit.next().release();
}
