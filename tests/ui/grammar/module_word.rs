//! The keyword before the module.
use arena_plan::arena_plan;

arena_plan! {
    module kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let mut emit = capture.next();
    let _: &[u8; 16] = emit.io().pcm;
    emit.next().release();
}
