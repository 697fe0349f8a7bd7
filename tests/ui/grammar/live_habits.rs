//! Lifetimes as in other languages.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer a: [u8; 4], live = one..=two;
        buffer b: [u8; 4], live one...two;
        buffer c: [u8; 4], live (one..=two);
        buffer d: [u8; 4], live one-two;
        step one;
        step two;
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    one.a[0] = one.b[0] + one.c[0] + one.d[0];
    let two = one.next();
    let _: u8 = two.a[0] + two.b[0] + two.c[0] + two.d[0];
    two.next().release();
}
