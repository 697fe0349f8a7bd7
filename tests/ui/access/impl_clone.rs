//! A step with a user's `Clone` does not clone handles.
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

impl Clone for kws::Capture {
    fn clone(&self) -> Self {
        let Self { pcm, log, .. } = *self;
        kws::Capture { pcm, log, ..kws::take().unwrap() }
    }
}

fn main() {
    let _ = kws::take();
}
