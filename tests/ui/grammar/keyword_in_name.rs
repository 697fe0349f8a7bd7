//! A keyword of Rust between the word and the name.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer static pcm: [u8; 16];
        buffer mut log: [u8; 16];
        step fn capture() -> (pcm, log);
        step emit(pcm, log);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { pcm, log } = capture.io();
    pcm[0] = log[0];
    let mut emit = capture.next();
    let kws::EmitIo { pcm, log } = emit.io();
    let _: (&[u8; 16], &[u8; 16]) = (pcm, log);
    emit.next().release();
}
