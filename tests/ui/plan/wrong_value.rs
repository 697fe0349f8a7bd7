//! A value of another type than the buffer's.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer own: [u8; 4], live s = [0u16; 4];
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.own[0] = 1u8;
    s.next().release();
}
