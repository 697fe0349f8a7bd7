//! Arrays as in other languages: read as the intended array.
use arena_plan::arena_plan;

const N: usize = 16;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 KiB }
        buffer a: u8[64];
        buffer b: [u8, 64];
        buffer c: [u8; 2 KiB];
        buffer d: [u8, N];
        buffer e: [[f32, 4]; 2];
        step one() -> (a, b, c, d, e);
        step two(a, b, c, d, e);
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    let kws::OneIo { a, b, c, d, e } = one.io();
    let _: (&mut [u8; 64], &mut [u8; 64], &mut [u8; 2048], &mut [u8; N]) = (a, b, c, d);
    e[0][0] = 1.0;
    let mut two = one.next();
    let _: &[u8; 64] = two.io().a;
    two.next().release();
}
