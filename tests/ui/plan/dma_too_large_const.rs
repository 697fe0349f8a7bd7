//! The same where only rustc knows the sizes.
use arena_plan::arena_plan;

type Byte = u8;
const LINE: usize = 32;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 60, cache_line: LINE }
        buffer frame: [Byte; 40], dma;
        buffer peak: Byte in dtcm, retain;
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
