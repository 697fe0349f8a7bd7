//! A rule names a bank that this variant does not have.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        #[cfg(any())]
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place { default: dtcm | sram; }
        buffer frame: [u8; 64];
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
