//! A keyword or a name that is missing, misspelt, doubled or in another place.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 256 }
        bufer a: [u8; N];
        b: [u8; 16];
        c buffer: [u8; 16];
        buffer d d: [u8; 16];
        buffer buffer e: [u8; 16];
        one() -> (a, b, c);
        step two(a, b, c) -> (d, e);
        stage three(d, e);
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    let kws::OneIo { a, b, c } = one.io();
    a[0] = b[0] + c[0];
    let mut two = one.next();
    let kws::TwoIo { a, d, e, .. } = two.io();
    d.copy_from_slice(a);
    e[0] = 1;
    let mut three = two.next();
    let kws::ThreeIo { d, e } = three.io();
    let _: (&[u8; 16], &[u8; 16]) = (d, e);
    three.next().release();
}
