//! A rule whose banks no bus master reaches, for a buffer for DMA; only rustc knows the sizes.
use arena_plan::arena_plan;

type Byte = u8;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 256, cache_line: 32 }
        place { hot_*: dtcm; }
        buffer hot_frame: [Byte; 40], dma;
        buffer peak: Byte, retain;
        step record() -> hot_frame;
        step measure(hot_frame) -> peak;
    }
}

fn main() {
    let mut measure = recorder::take().unwrap().next();
    let recorder::MeasureIo { hot_frame, peak } = measure.io();
    *peak = hot_frame[0];
    measure.next().release();
}
