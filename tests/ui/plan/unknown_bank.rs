//! A misspelt bank: one error, none about the intended bank.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64 }
        bank sram { capacity: 64 }
        buffer pcm: [u8; 16] in dctm;
        buffer log: [u8; 16] in sram;
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
