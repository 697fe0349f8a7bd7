//! A dead buffer no longer has a field.
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
    let emit = capture.next().next();
    println!("{}", emit.pcm.len());
}
