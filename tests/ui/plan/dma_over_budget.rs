//! Two buffers for DMA that would fit, and do not in whole cache lines.
use arena_plan::arena_plan;

arena_plan! {
    mod recorder {
        bank sram { capacity: 96, cache_line: 32 }
        buffer left: [u8; 40], dma;
        buffer right: [u8; 40], dma;
        step record() -> (left, right);
        step mix(left, right);
    }
}

fn main() {
    let mut mix = recorder::take().unwrap().next();
    let recorder::MixIo { left, right } = mix.io();
    assert_eq!(left[0], right[0]);
    mix.next().release();
}
