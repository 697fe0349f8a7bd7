//! A type that is not plain needs a value.
use arena_plan::arena_plan;

#[allow(dead_code)]
struct Own(u8, u32);

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer flag: bool, live s;
        buffer own: Own, live s;
        step s;
    }
}

fn main() {
    let mut s = kws::take().unwrap();
    *s.flag = s.own.0 > 1;
    s.next().release();
}
