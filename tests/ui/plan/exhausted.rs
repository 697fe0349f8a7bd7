//! No layout exists: the search went through everything.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer low: [u8; 16] in ram @ 24, live a..=b;
        buffer high: [u8; 40], live b;
        step a;
        step b;
    }
}

fn main() {
    let mut a = kws::take().unwrap();
    a.low[0] = 1;
    let mut b = a.next();
    b.high[0] = b.low[0];
    b.next().release();
}
