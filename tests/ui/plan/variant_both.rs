//! Two variants of one buffer, of which both are there.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram { capacity: 256 }
        #[cfg(all())]
        buffer frame: [u8; 64];
        #[cfg(not(any()))]
        buffer frame: [u8; 32];
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
