//! Alignments that only rustc knows, of a bank and of a buffer in another bank.
use arena_plan::arena_plan;

const ODD: usize = 12;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, align: ODD }
        bank rom { capacity: 64 }
        buffer pcm: [u8; 16] in ram;
        buffer log: [u8; 16] in rom, align ODD;
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
