//! A step that is still read after a mistake, and one whose buffers have types.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer a: [u8; 16];
        buffer b: [u8; 16];
        buffer c: [u8; 16];
        step one() -> (a, b);
        step two(a: &[u8; 16]) -> c;
        step three(b mut c);
        step four(c);
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    let kws::OneIo { a, b } = one.io();
    a[0] = b[0];
    let mut two = one.next();
    let kws::TwoIo { a, c } = two.io();
    c[0] = a[0];
    let mut three = two.next();
    let kws::ThreeIo { b, c } = three.io();
    c[0] = b[0];
    let mut four = three.next();
    let _: &[u8; 16] = four.io().c;
    four.next().release();
}
