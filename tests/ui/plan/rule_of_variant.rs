//! A rule for buffers that this variant does not have.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place { default: sram | dtcm; echo_*: dtcm; }
        buffer frame: [u8; 64];
        #[cfg(any())]
        persistent echo_tail: [u8; 16];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame, #[cfg(any())] mut echo_tail) -> peak;
    }
}

fn main() {
    let mut measure = recorder::take().unwrap().next();
    let recorder::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
