//! A buffer for DMA becomes another one in place.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 256, cache_line: 32 }
        buffer raw: [u8; 64], dma;
        buffer frame: [u8; 64] in dtcm;
        buffer peak: u8, retain;
        step record() -> raw;
        step turn(raw => frame);
        step measure(frame) -> peak;
    }
}

fn main() {
    let mut measure = recorder::take().unwrap().next();
    let recorder::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
