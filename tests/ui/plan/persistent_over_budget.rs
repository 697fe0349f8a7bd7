//! What persists is alive in every step.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent state: [u8; 40];
        buffer x: [u8; 32];
        step a(mut state) -> x;
        step b(x);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    let audio::AIo { state, x } = a.io();
    x[0] = state[0];
    a.kept.state[1] = 2;
    let mut b = a.next();
    assert_eq!(b.io().x[0], 0);
    b.next().release();
}
