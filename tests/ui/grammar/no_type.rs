//! Types that a buffer cannot have.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer a: Self;
        buffer b: &[u8];
        buffer c: &mut [u8; 4];
        buffer d: [Self; 4];
        buffer e: [];
        buffer f: Option<&u8> = None;
        step one() -> (a, b, c, d, e, f);
        step two(a, b, c, d, e, f);
    }
}

fn main() {
    let mut one = kws::take().unwrap();
    let kws::OneIo { a, b, c, d, e, f } = one.io();
    let _: (&mut u8, &mut [u8; 3], &mut [u8; 4], &mut u8, &mut u8) = (a, b, c, d, e);
    let _: u8 = f.unwrap();
    let mut two = one.next();
    let _: &[u8] = two.io().a;
    two.next().release();
}
