//! Several mistakes that const evaluation finds, each reported once.
use arena_plan::arena_plan;

const LARGE: usize = 100;
struct Unit;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        bank rom { capacity: 32, reserve: LARGE }
        buffer big: [u8; LARGE] in ram, live s;
        buffer odd: [u32; 2] in ram @ 6, live s;
        buffer own: Unit in ram, live s = Unit;
        buffer fine: [u8; 4] in rom, live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.big[0] = s.fine[0];
    s.odd[0] = 1;
    *s.own = Unit;
    s.next().release();
}
