//! `u32` has padding here: a value does not make it plain.
use arena_plan::arena_plan;

#[allow(non_camel_case_types)]
type u32 = (u8, u16);
const LENGTH: usize = 4;

arena_plan! {
    mod kws {
        bank ram { capacity: 256 }
        buffer pcm: [u32; LENGTH], live s = [(1, 2); LENGTH];
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    s.pcm[0] = (1, 2);
    s.next().release();
}
