//! Only first fit, as the block asks: no layout was found, and it is not proved that none exists.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        #![order = base]
        bank ram { capacity: 112 }
        buffer head: [u8; 56] in ram @ 0, live receive;
        buffer tail: [u8; 40] in ram @ 0, live send;
        buffer early: [u8; 40];
        buffer late: [u8; 40];
        step receive() -> early;
        step parse;
        step mix(early) -> late;
        step send(late);
    }
}

fn main() {
    let mut receive = kws::take().expect("the arena is free");
    receive.early.fill(1);
    let mut mix = receive.next().next();
    let kws::MixIo { early, late } = mix.io();
    late.copy_from_slice(early);
    let mut send = mix.next();
    assert_eq!(send.io().late[0], 1);
    assert_eq!(send.tail.len(), 40);
}
