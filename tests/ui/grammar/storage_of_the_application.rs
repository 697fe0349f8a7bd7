//! Whose memory a bank is: what is meant for memory of the application.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: caler }
        bank dtcm { capacity: 64, storage: heap }
        bank sram { capacity: 64, storage: unsafe caller }
        bank tcm { capacity: 64, storage: caller(memory) }
        buffer pcm: [u8; 16] in ram | dtcm | sram | tcm;
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    let mut capture = kws::bind(kws::Regions { ram: &mut [], dtcm: &mut [], sram: &mut [], tcm: &mut [] }).unwrap();
    capture.pcm[0] = 1;
    let mut emit = capture.next();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8; 16] = pcm;
    let kws::Regions { ram, .. } = emit.next().release();
    drop(ram);
}
