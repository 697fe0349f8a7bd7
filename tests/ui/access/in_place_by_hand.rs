//! Only a step turns a buffer into another one.
#![forbid(unsafe_code)]
use arena_plan::{Buf, arena_plan};

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
    let window = audio::take().unwrap();
    let spectrum: Buf<audio::buf::Spectrum> = Buf::in_place(window.windowed);
    println!("{}", spectrum[0]);
}
