//! Rules that cannot be read: one without its semicolon, one without a colon, a default with a name, an unknown kind, and two
//! groups of rules.
use arena_plan::arena_plan;

arena_plan! {
    mod comma {
        bank near { capacity: 256 }
        bank far { capacity: 256 }
        place { default: near, far; }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod arrow {
        bank near { capacity: 256 }
        bank far { capacity: 256 }
        place { default = near; }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod named {
        bank near { capacity: 256 }
        bank far { capacity: 256 }
        place { default x: near; }
        buffer x: [u8; 4];
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod kind {
        bank near { capacity: 256 }
        bank far { capacity: 256 }
        place { state x*: near; }
        persistent x: [u8; 4];
        step load(mut x);
        step send(x);
    }
}

arena_plan! {
    mod twice {
        bank near { capacity: 256 }
        bank far { capacity: 256 }
        place { x: near; }
        place { y: far; }
        buffer x: [u8; 4];
        buffer y: [u8; 4];
        step load() -> (x, y);
        step send(x, y);
    }
}

fn main() {
    let mut send = comma::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = arrow::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = named::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = kind::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = twice::take().unwrap().next();
    let twice::SendIo { x, y } = send.io();
    assert_eq!(x[0], y[0]);
    send.next().release();
}
