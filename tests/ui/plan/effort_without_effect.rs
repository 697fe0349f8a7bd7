//! Efforts without a search: a warning at each, which this crate denies.
#![deny(deprecated)]

use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod constant {
        #![effort = thorough]
        bank ram { capacity: 64 }
        buffer pcm: [u8; N];
        step capture() -> pcm;
        step emit(pcm);
    }
}

arena_plan! {
    mod ordered {
        #![order = base]
        #![effort = default]
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16];
        step capture() -> pcm;
        step emit(pcm);
    }
}

fn main() {
    let mut capture = constant::take().expect("the arena is free");
    capture.pcm.fill(1);
    capture.next().release();
    let mut capture = ordered::take().expect("the arena is free");
    capture.pcm.fill(1);
    capture.next().release();
}
