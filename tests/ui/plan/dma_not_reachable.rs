//! A buffer for DMA where bus masters do not reach: named after `in`, named alone, and without any bank that they reach.
use arena_plan::arena_plan;

arena_plan! {
    mod among_others {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 256, cache_line: 32 }
        buffer frame: [u8; 64] in dtcm | sram, dma;
        buffer peak: u8 in dtcm, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod alone {
        bank dtcm { capacity: 256, dma: no }
        bank sram { capacity: 256, cache_line: 32 }
        buffer frame: [u8; 64] in dtcm, dma;
        buffer peak: u8 in sram, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

arena_plan! {
    mod nowhere {
        bank itcm { capacity: 256, dma: no }
        bank dtcm { capacity: 256, dma: no }
        buffer frame: [u8; 64], dma;
        buffer peak: u8, retain;
        step record() -> frame;
        step measure(frame) -> peak;
    }
}

fn main() {
    let mut measure = among_others::take().unwrap().next();
    let among_others::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();

    let mut measure = alone::take().unwrap().next();
    let alone::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();

    let mut measure = nowhere::take().unwrap().next();
    let nowhere::MeasureIo { frame, peak } = measure.io();
    *peak = frame[0];
    measure.next().release();
}
