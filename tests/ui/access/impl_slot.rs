//! A slot is a promise: `unsafe` and of the user's own type.
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

struct Mine;

impl arena_plan::__private::Content for Mine {
    type T = [u8; 16];
}

impl arena_plan::Slot for Mine {
    fn ptr() -> *mut [u8; 16] {
        <kws::buf::Pcm as arena_plan::Slot>::ptr()
    }
}

impl arena_plan::__private::Content for kws::buf::Pcm {
    type T = [u8; 1024];
}

fn main() {
    let _ = kws::take();
}
