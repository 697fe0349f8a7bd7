//! A name that the module needs for what persists.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent kept: [u8; 4];
        buffer x: [u8; 8];
        step a(mut kept) -> x;
        step b(x);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    let audio::AIo { kept, x } = a.io();
    x[0] = kept[0];
    let mut b = a.next();
    assert_eq!(b.io().x[0], 0);
    b.next().release();
}
