//! The promise about memory between symbols is the user's, and so is its `unsafe`.
#![forbid(unsafe_code)]
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: unsafe linker(_arena_start, _arena_end) }
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
