//! A draft reports what no layout can mend: bus masters reach no bank of the buffer.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        #![draft]
        bank dtcm { capacity: 256, dma: no }
        buffer frame: [u8; 64], dma;
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
