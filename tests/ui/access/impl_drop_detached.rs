//! `Detached` with a `Drop` of the user's would run when its buffers are dead.
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

impl Drop for audio::Detached {
    fn drop(&mut self) {}
}

fn main() {
    let _ = audio::take();
}
