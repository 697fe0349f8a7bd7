//! `u8` is something far larger here: too large for the bank that the macro planned for.
use arena_plan::arena_plan;

#[allow(non_camel_case_types)]
type u8 = [u64; 1000];

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 8], live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.pcm[0] = [1; 1000];
    s.next().release();
}
