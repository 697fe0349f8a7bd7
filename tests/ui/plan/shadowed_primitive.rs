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

fn main() {}
