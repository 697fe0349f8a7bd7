//! A handle that was moved away prevents the step from advancing.
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
    let capture = kws::take().unwrap();
    let pcm = capture.pcm;
    let window = capture.next();
    drop((pcm, window));
}
