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

fn main() {}
