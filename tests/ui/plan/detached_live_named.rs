//! A step names a buffer that is handed out.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        buffer beep: [u8; 4], live b, detached;
        buffer x: [u8; 8];
        step a() -> x;
        step b(x, mut beep);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    a.io().x[0] = 1;
    let (mut b, mut beep) = a.next();
    beep[0] = 1;
    assert_eq!(b.io().x[0], 1);
    b.next(beep).release();
}
