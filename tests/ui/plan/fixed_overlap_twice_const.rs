//! Two pairs of fixed buffers that share bytes: both in one run; rustc knows a size.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 128 }
        buffer rx: [u8; N] in ram @ 0;
        buffer tx: [u8; 16] in ram @ 8;
        buffer head: [u8; 16] in ram @ 64;
        buffer tail: [u8; 16] in ram @ 72;
        step capture() -> (rx, tx, head, tail);
        step emit(rx, tx, head, tail);
    }
}

fn main() {
    let mut capture = kws::take().expect("the arena is free");
    capture.rx.fill(1);
    let mut emit = capture.next();
    let kws::EmitIo { rx, tx, head, tail } = emit.io();
    assert_eq!(rx.len() + tx.len(), head.len() + tail.len());
}
