//! A rule for a buffer whose declaration names its banks.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place { default: sram | dtcm; frame: dtcm; }
        buffer frame: [u8; 64] in sram;
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
