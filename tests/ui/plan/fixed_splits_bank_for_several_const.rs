//! Two fixed buffers split a bank: each other buffer has a piece, but not all of them together; rustc knows a size.
use arena_plan::arena_plan;

const N: usize = 40;

arena_plan! {
    mod kws {
        bank ram { capacity: 256 }
        buffer rx: [u8; 32] in ram @ 64, live ..;
        buffer tx: [u8; 32] in ram @ 160, live ..;
        buffer left: [u8; 60];
        buffer right: [u8; 60];
        buffer mix: [u8; N];
        buffer gain: [u8; 30], live blend;
        step capture() -> (left, right);
        step blend(left, right) -> mix;
        step emit(mix);
    }
}

fn main() {
    let mut capture = kws::take().expect("the arena is free");
    capture.left.fill(1);
    let mut blend = capture.next();
    let kws::BlendIo { left, right, mix } = blend.io();
    mix.copy_from_slice(&left[..40]);
    assert_eq!(right.len(), 60);
    assert_eq!(blend.gain.len(), 30);
    let mut emit = blend.next();
    assert_eq!(emit.io().mix[0], 1);
}
