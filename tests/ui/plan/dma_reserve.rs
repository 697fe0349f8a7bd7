//! The reserve of a bank leaves too few whole cache lines.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram { capacity: 128, cache_line: 32, reserve: 40 }
        buffer frame: [u8; 65], dma;
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
