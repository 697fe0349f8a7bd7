//! A bank without a capacity in this variant.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram {
        #[cfg(any())]
        capacity: 256,
        align: 32,
        }
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
