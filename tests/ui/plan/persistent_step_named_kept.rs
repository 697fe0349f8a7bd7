//! A step whose type the module needs for what persists.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent state: [u8; 4];
        buffer x: [u8; 8];
        step kept(mut state) -> x;
        step b(x);
    }
}

fn main() {
    let mut kept = audio::take().unwrap();
    kept.io().x[0] = 1;
    let mut b = kept.next();
    assert_eq!(b.io().x[0], 1);
    b.next().release();
}
