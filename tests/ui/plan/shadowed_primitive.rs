//! `u8` is something else here.
use arena_plan::arena_plan;

#[allow(non_camel_case_types)]
type u8 = u16;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 8], live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.pcm[0] = 1;
    s.next().release();
}
