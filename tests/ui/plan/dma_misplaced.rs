//! The flag on a constant, and on a buffer that takes the place of another.
use arena_plan::arena_plan;

arena_plan! {
    mod constant {
        bank flash { capacity: 1 KiB, read_only }
        bank sram { capacity: 256, cache_line: 32 }
        constant window: [u8; 4] in flash, dma = [1, 2, 3, 4];
        buffer x: [u8; 4];
        step load() -> x;
        step shape(x, window);
    }
}

arena_plan! {
    mod in_place {
        bank sram { capacity: 256, cache_line: 32 }
        buffer x: [u8; 4];
        buffer y: [u8; 4], dma;
        step load() -> x;
        step turn(x => y);
        step send(y);
    }
}

fn main() {
    let mut shape = constant::take().unwrap().next();
    let constant::ShapeIo { x, window } = shape.io();
    assert_eq!(x[0], window[0]);
    shape.next().release();

    let mut turn = in_place::take().unwrap().next();
    turn.io().x.fill(1);
    let mut send = turn.next();
    assert_eq!(send.io().y[0], 1);
    send.next().release();
}
