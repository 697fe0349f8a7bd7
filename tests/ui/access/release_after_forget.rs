//! A handle that was forgotten cannot be returned.
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

fn main() {
    let (mut fir, detached) = audio::take().unwrap();
    fir.io().filtered[0] = 1.0;
    std::mem::forget(detached.frames);
    fir.release(detached);
}
