//! A condition where none may be: on a number, behind a name, on the whole block, and on a type or value.
use arena_plan::arena_plan;

arena_plan! {
    mod number {
        bank sram { capacity: #[cfg(all())] 256 }
        buffer frame: [u8; 64];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod behind {
        bank sram { capacity: 256 }
        buffer frame #[cfg(all())]: [u8; 64];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod whole {
        #![cfg(all())]
        bank sram { capacity: 256 }
        buffer frame: [u8; 64];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod length {
        bank sram { capacity: 256 }
        buffer frame: #[cfg(all())] [u8; 64];
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

fn main() {
    let mut measure = number::take().unwrap().next();
    let number::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
    let mut measure = behind::take().unwrap().next();
    let behind::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
    let mut measure = whole::take().unwrap().next();
    let whole::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
    let mut measure = length::take().unwrap().next();
    let length::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
