//! After the step in place there is only what the buffer has become.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        buffer windowed: [f32; 16];
        buffer spectrum: [u32; 16];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

fn main() {
    let emit = audio::take().unwrap().next().next();
    println!("{}", emit.windowed[0]);
}
