//! A fixed offset within a cache line.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram { capacity: 256, cache_line: 32 }
        buffer frame: [u8; 64] in sram @ 16, dma;
        buffer peak: u8, retain;
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
