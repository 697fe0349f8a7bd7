//! Each plan takes back its own handles.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        persistent state: [f32; 4];
        persistent frames: [[i16; 8]; 2], detached;
        buffer filtered: [f32; 8];
        buffer beep: [u16; 8], live measure, detached;
        step fir(mut state) -> filtered;
        step measure(filtered);
    }
}

arena_plan! {
    mod other {
        bank ram { capacity: 256 }
        persistent frames: [[i16; 8]; 2], detached;
        step only;
    }
}

fn main() {
    let (mut fir, detached) = audio::take().unwrap();
    fir.io().filtered[0] = 1.0;
    let (only, others) = other::take().unwrap();
    fir.release(others);
    drop((only, detached));
}
