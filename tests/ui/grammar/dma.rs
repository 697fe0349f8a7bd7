//! The field `dma` of a bank takes `yes` or `no`, and the flag of a buffer takes nothing.
use arena_plan::arena_plan;

arena_plan! {
    mod maybe {
        bank dtcm { capacity: 256, dma: false }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod alone {
        bank dtcm { capacity: 256, dma }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod twice {
        bank sram { capacity: 256, dma: yes, dma: no }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod flag {
        bank sram { capacity: 256 }
        buffer x: [u8; 4], dma: yes;
        step load() -> x;
        step send(x);
    }
}

fn main() {
    let mut send = maybe::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = alone::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = twice::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = flag::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();
}
