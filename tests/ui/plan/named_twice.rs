//! A buffer that a step names twice: one error, although a struct with the field twice does not compile either.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [i16; 8];
        step capture() -> pcm;
        step window(pcm, mut pcm);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let mut window = capture.next();
    let kws::WindowIo { pcm } = window.io();
    pcm[0] += 1;
    window.next().release();
}
