//! Sections that may be more than memory, and one that a linker may treat as read-only.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, section: ".init_array" }
        bank constant { capacity: 64, section: ".bss.rel.ro" }
        bank marked { capacity: 64, section: ".arena.tcm-1" }
        buffer pcm: [u8; 16] in ram | constant | marked;
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
