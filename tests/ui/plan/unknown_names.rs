//! Names that rustc does not find: one error each.
use arena_plan::arena_plan;

fn start() -> u8 {
    0
}

arena_plan! {
    mod kws {
        bank ram { capacity: MISSING }
        buffer own: Missing, live s = start();
        buffer pcm: [u8; LENGTH], live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.own.anything();
    s.pcm[0] = 1;
    s.next().release();
}
