//! A step reads what only a later step writes.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step emit(pcm);
        step capture() -> pcm;
    }
}

fn main() {
    let mut emit = kws::take().unwrap();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8; 16] = pcm;
    let mut capture = emit.next();
    capture.io().pcm[0] = 1;
    capture.next().release();
}
