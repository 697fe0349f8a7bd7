//! The handle must be back before the step turns it into another one.
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
    let fft = audio::take().unwrap().next();
    std::mem::forget(fft.windowed);
    println!("{}", fft.next().spectrum[0]);
}
