//! A block that is pasted and not renamed: the second as it was, the third with a change.
use arena_plan::arena_plan;

const TAPS: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 * BANKS }
        const BANKS: usize = 2;
        buffer pcm: [f32; TAPS];
        buffer sum: f32, retain;
        step capture() -> pcm;
        step add(pcm) -> sum;
    }
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 * BANKS }
        const BANKS: usize = 2;
        buffer pcm: [f32; TAPS];
        buffer sum: f32, retain;
        step capture() -> pcm;
        step add(pcm) -> sum;
    }
}

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 32];
        buffer energy: u32, retain;
        step capture() -> pcm;
        step add(pcm) -> energy;
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.io().pcm.fill(kws::BANKS as f32);
    let mut add = capture.next();
    let kws::AddIo { pcm, sum } = add.io();
    *sum = pcm.iter().sum();
    add.release();
}
