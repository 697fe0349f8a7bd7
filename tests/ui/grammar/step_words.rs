//! Words of other languages before a buffer: an input and an output have none.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer log: [u8; 16];
        step capture() -> pcm;
        step copy(in pcm, out log);
        step emit(log);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let mut copy = capture.next();
    let kws::CopyIo { pcm, log } = copy.io();
    log.copy_from_slice(pcm);
    let mut emit = copy.next();
    let _: &[u8; 16] = emit.io().log;
    emit.next().release();
}
