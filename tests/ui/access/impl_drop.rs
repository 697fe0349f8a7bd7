//! A step with a `Drop` of the user's would run on dead buffers.
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

impl Drop for kws::Window {
    fn drop(&mut self) {
        self.pcm.fill(1);
    }
}

fn main() {
    let _ = kws::take();
}
