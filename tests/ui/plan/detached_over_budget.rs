//! A detached buffer is charged like any other.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent frames: [u8; 60], detached;
        buffer x: [u8; 8];
        step a() -> x;
        step b(x);
    }
}

fn main() {
    let (mut a, audio::Detached { mut frames }) = audio::take().unwrap();
    a.io().x[0] = frames[0];
    frames[1] = 2;
    let mut b = a.next();
    assert_eq!(b.io().x[0], 0);
    b.next().release(audio::Detached { frames });
}
