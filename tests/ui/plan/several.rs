//! Several mistakes in one run, each reported once.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 KB }
        bank rom { capacity: 64, align: 3 }
        buffer pcm: [u8; 16] in rma;
        buffer log: [u8; 0] in rom;
        buffer out: [bool; 4] in rom, align 6;
        step capture() -> (pcm, lgo);
        step emit(pcm, log) -> out;
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { pcm, log } = capture.io();
    let _: (&mut [u8; 16], &mut [u8]) = (pcm, log);
    let mut emit = capture.next();
    let kws::EmitIo { pcm, out, .. } = emit.io();
    out[0] = pcm[0] > 0;
    emit.next().release();
}
