//! A rule by kind puts a ring for DMA where bus masters do not reach.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 256, cache_line: 32 }
        place { persistent: dtcm; }
        persistent ring: [[u8; 32]; 2], detached, dma;
        buffer frame: [u8; 32];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

fn main() {
    let (record, detached) = recorder::take().unwrap();
    let mut measure = record.next();
    let recorder::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release(detached);
}
