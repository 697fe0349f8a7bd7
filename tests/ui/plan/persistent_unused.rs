//! A persistent buffer that travels with the steps and that none of them names.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent state: [u8; 4];
        buffer x: [u8; 8];
        step a() -> x;
        step b(x);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    let audio::AIo { x } = a.io();
    x[0] = 1;
    a.kept.state[1] = 2;
    let mut b = a.next();
    assert_eq!(b.io().x[0], 0);
    b.next().release();
}
