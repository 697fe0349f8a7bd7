//! Two fixed buffers that share bytes in a step; rustc knows the sizes.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; N] in ram @ 0;
        buffer log: [u8; N] in ram @ 12;
        step capture() -> (pcm, log);
        step emit(pcm, log);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { pcm, log } = capture.io();
    pcm[0] = log[0];
    let mut emit = capture.next();
    let kws::EmitIo { pcm, log } = emit.io();
    let _: (&[u8], &[u8]) = (pcm, log);
    emit.next().release();
}
