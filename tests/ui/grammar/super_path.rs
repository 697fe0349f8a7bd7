//! Types and values resolve next to the module, not in it.
use arena_plan::arena_plan;

const X: [u8; 16] = [0; 16];
type Sample = u8;

arena_plan! {
    mod kws {
        bank ram { capacity: super::X.len() }
        buffer pcm: [super::Sample; 16];
        buffer log: [u8; 16] = super::X;
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
    let _: (&[u8; 16], &[u8; 16]) = (pcm, log);
    emit.next().release();
}
