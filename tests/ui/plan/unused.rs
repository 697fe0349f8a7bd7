//! A buffer and a bank that nothing uses.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        bank spare { capacity: 64 }
        buffer pcm: [u8; 16] in ram;
        buffer idle: [u8; 16] in ram;
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
    let _: u8 = emit.idle[0];
    emit.next().release();
}
