//! Whose memory a bank is: words that do not say it.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64, storage: elsewhere }
        bank sram { capacity: 64, storage: unsafe static }
        bank ccm { capacity: 64, storage: "caller" }
        bank slow { capacity: 64, storage: 0x2000_0000 }
        buffer pcm: [u8; 16] in dtcm | sram | ccm | slow;
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
