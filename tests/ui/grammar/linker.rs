//! The promise about memory between symbols, and symbols that are missing.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: linker(_arena_start, _arena_end) }
        bank dtcm { capacity: 64, storage: unsafe linker(_arena_start) }
        bank sram { capacity: 64, storage: unsafe linker("") }
        bank tcm { capacity: 64, storage: unsafe linker(_here, _here) }
        buffer pcm: [u8; 16] in ram | dtcm | sram | tcm;
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
