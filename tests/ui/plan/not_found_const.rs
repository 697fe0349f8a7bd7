//! No layout found, by const evaluation: the same text.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer low: [u8; N] in ram @ 24, live a..=b;
        buffer high: [u8; N + 24], live b;
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
