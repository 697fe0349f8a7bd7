//! The same where only rustc knows the number.
use arena_plan::arena_plan;

const ODD: usize = 24;
const LARGE: usize = 8192;

arena_plan! {
    mod odd {
        bank sram { capacity: 256, cache_line: ODD }
        buffer frame: [u8; 40], dma;
        step record() -> frame;
        step measure(frame);
    }
}

arena_plan! {
    mod large {
        bank sram { capacity: 256, cache_line: LARGE }
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
