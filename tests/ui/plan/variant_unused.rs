//! What only a step of another variant uses, and a bank that only a buffer of another variant may be in.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram { capacity: 256 }
        buffer frame: [u8; 64];
        buffer tail: [u8; 16];
        buffer peak: u8, retain;
        step record() -> frame;
        #[cfg(any())]
        step echo(mut frame) -> tail;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod banks {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        buffer frame: [u8; 64] in #[cfg(any())] dtcm | sram;
        buffer peak: u8 in sram, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

fn main() {
    let mut measure = recorder::take().unwrap().next();
    let recorder::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
    let mut measure = banks::take().unwrap().next();
    let banks::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
