//! A declaration that ends with another sign than `;`.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 };
        buffer pcm: [u8; 16],
        buffer log: [u8; 16], retain,
        const N: usize = 4:
        step capture() -> pcm.
        step emit(pcm) -> log,
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = kws::N as u8;
    let mut emit = capture.next();
    let kws::EmitIo { pcm, log } = emit.io();
    log.copy_from_slice(pcm);
    emit.next().release();
}
