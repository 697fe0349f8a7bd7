//! Several mistakes that const evaluation finds, each once.
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

fn main() {}
