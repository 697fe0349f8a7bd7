//! How a step in place is written: the successor is missing, `mut` precedes it, or it is on the wrong side.
use arena_plan::arena_plan;

arena_plan! {
    mod missing {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step relu(pcm => );
    }
}

arena_plan! {
    mod word {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer out: [u8; 16];
        step capture() -> pcm;
        step relu(mut pcm => out);
        step emit(out);
    }
}

arena_plan! {
    mod outside {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        buffer out: [u8; 16];
        step capture() -> pcm;
        step relu(pcm) => out;
        step emit(out);
    }
}

fn main() {
    let mut capture = missing::take().unwrap();
    capture.pcm[0] = 1;
    let mut relu = capture.next();
    let missing::ReluIo { pcm } = relu.io();
    pcm[0] += 1;
    relu.next().release();

    let mut relu = word::take().unwrap().next();
    relu.io().pcm[0] += 1;
    let emit = relu.next();
    println!("{:?}", emit.out);

    let mut relu = outside::take().unwrap().next();
    let outside::ReluIo { pcm, out } = relu.io();
    out[0] = pcm[0];
    relu.next().release();
}
