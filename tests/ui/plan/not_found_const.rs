//! No layout found by const evaluation, which does not search: it says so, and what to do.
use arena_plan::arena_plan;

const N: usize = 40;

arena_plan! {
    mod kws {
        bank ram { capacity: 112 }
        buffer head: [u8; 56] in ram @ 0, live receive;
        buffer tail: [u8; 40] in ram @ 0, live send;
        buffer early: [u8; 40];
        buffer late: [u8; N];
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
