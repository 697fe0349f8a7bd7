//! What `io` borrows is borrowed until its last use.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer windowed: [u8; 16];
        buffer log: [u8; 8], source, retain;
        step capture() -> pcm;
        step window(pcm) -> windowed;
        step emit(windowed, mut log);
    }
}

fn main() {
    let mut window = kws::take().unwrap().next();
    let kws::WindowIo { pcm, windowed } = window.io();
    let emit = window.next();
    windowed.copy_from_slice(pcm);
    drop(emit);
}
