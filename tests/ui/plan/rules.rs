//! Rules that match nothing, that others hide, whose kind is misspelt, and whose banks are for something else.
use arena_plan::arena_plan;

arena_plan! {
    mod nothing {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place {
            default: dtcm | sram;
            hut_*: dtcm;
        }
        buffer hot_x: [u8; 4];
        step load() -> hot_x;
        step send(hot_x);
    }
}

arena_plan! {
    mod hidden {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place {
            hot_*: dtcm | sram;
            hot_x: sram;
        }
        buffer hot_x: [u8; 4];
        step load() -> hot_x;
        step send(hot_x);
    }
}

arena_plan! {
    mod listed {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place { default: dtcm; }
        buffer x: [u8; 4] in dtcm | sram;
        step load() -> x;
        step send(x);
    }
}

arena_plan! {
    mod misspelt {
        bank dtcm { capacity: 256 }
        bank sram { capacity: 256 }
        place {
            default: dtcm;
            persistant: sram;
        }
        persistent gain: [u8; 4];
        buffer x: [u8; 4] in dtcm | sram;
        step load(mut gain) -> x;
        step send(x);
    }
}

arena_plan! {
    mod constants {
        bank flash { capacity: 256, read_only }
        bank dtcm { capacity: 256 }
        place { constant: dtcm; }
        constant window: [u8; 4] = [1, 2, 3, 4];
        buffer x: [u8; 4];
        step load() -> x;
        step send(x, window);
    }
}

fn main() {
    let mut send = nothing::take().unwrap().next();
    assert_eq!(send.io().hot_x[0], 0);
    send.next().release();

    let mut send = hidden::take().unwrap().next();
    assert_eq!(send.io().hot_x[0], 0);
    send.next().release();

    let mut send = listed::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = misspelt::take().unwrap().next();
    assert_eq!(send.io().x[0], 0);
    send.next().release();

    let mut send = constants::take().unwrap().next();
    let constants::SendIo { x, window } = send.io();
    assert_eq!(x[0], window[0]);
    send.next().release();
}
