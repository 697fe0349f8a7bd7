//! The markers of a merge: one error, whatever is between them.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        <<<<<<< HEAD
        buffer pcm: [u8; 16];
        =======
        buffer pcm: [u8; 32], retain;
        buffer log: [u8; 4];
        >>>>>>> origin/longer-frames
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
