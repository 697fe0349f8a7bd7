//! Buffers without bytes, one known to the macro and one to rustc.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16 - 16];
        step capture() -> pcm;
        step emit(pcm);
        step idle;
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm.fill(1);
    let mut emit = capture.next();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8] = pcm;
    emit.next().next().release();
}
