//! Constants are part of the program.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        bank flash { capacity: 64, read_only, storage: caller }
        constant gain: u32 in flash = 2;
        buffer x: u32;
        step a() -> x;
        step b(x, gain);
    }
}

fn main() {
    let a = kws::take().unwrap();
    a.next().release();
}
