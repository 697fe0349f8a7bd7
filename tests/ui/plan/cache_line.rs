//! A cache line that is no power of two, and one that is larger than any.
use arena_plan::arena_plan;

arena_plan! {
    mod odd {
        bank sram { capacity: 256, cache_line: 24 }
        buffer frame: [u8; 40], dma;
        step record() -> frame;
        step measure(frame);
    }
}

arena_plan! {
    mod large {
        bank sram { capacity: 256, cache_line: 8192 }
        buffer frame: [u8; 40], dma;
        step record() -> frame;
        step measure(frame);
    }
}

fn main() {
    let mut measure = odd::take().unwrap().next();
    assert_eq!(measure.io().frame[0], 0);
    measure.next().release();

    let mut measure = large::take().unwrap().next();
    assert_eq!(measure.io().frame[0], 0);
    measure.next().release();
}
