//! Arithmetic that underflows, with figures that only rustc knows: one error, without the lint.
use arena_plan::arena_plan;

const RAM: usize = 64;
const STACK: usize = 128;

arena_plan! {
    mod kws {
        bank ram { capacity: RAM - STACK }
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
