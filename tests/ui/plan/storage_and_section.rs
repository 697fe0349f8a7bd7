//! Memory that is not the plan's has no section.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, storage: caller, section: ".arena.ram" }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    let mut capture = kws::bind(kws::Regions { ram: &mut [] }).unwrap();
    capture.pcm[0] = 1;
    let mut emit = capture.next();
    let kws::EmitIo { pcm } = emit.io();
    let _: &[u8; 16] = pcm;
    emit.next().release();
}
