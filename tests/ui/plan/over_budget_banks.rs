//! Over budget in two banks together.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 96 }
        bank sram { capacity: 64 }
        buffer a: [u8; 60], live s;
        buffer b: [u8; 60], live s;
        buffer c: [u8; 60], live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.a[0] = s.b[0] + s.c[0];
    s.next().release();
}
