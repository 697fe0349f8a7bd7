//! A handle is not `Clone`: what is cloned is its contents.
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
    let twice: arena_plan::Buf<kws::buf::Pcm> = capture.pcm.clone();
    drop(twice);
}
