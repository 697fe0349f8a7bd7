//! Whole cache lines are more than its bank has: the message says why each bank is no place for it.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 60, cache_line: 32 }
        buffer frame: [u8; 40], dma;
        buffer peak: u8 in dtcm, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

fn main() {
    let mut measure = recorder::take().unwrap().next();
    let recorder::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
