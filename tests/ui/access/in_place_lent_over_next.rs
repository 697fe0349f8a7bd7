//! A reference to what the buffer was does not outlive the step.
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
    let mut fft = audio::take().unwrap().next();
    let before = &mut fft.windowed[0];
    let emit = fft.next();
    *before = 1.0;
    println!("{}", emit.spectrum[0]);
}
