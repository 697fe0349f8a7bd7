//! A fixed buffer splits a bank, and neither piece is large enough.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 256 }
        buffer dma: [u8; 64] in ram @ 96, live ..;
        buffer big: [u8; 160];
        step capture() -> big;
        step emit(big);
    }
}

fn main() {
    let mut capture = kws::take().expect("the arena is free");
    capture.big.fill(1);
    let mut emit = capture.next();
    assert_eq!(emit.io().big[0], 1);
    assert_eq!(emit.dma.len(), 64);
}
