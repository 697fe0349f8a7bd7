//! What a step creates in place must fit within the buffer that it was. rustc knows the sizes.
use arena_plan::{Plain, arena_plan};

const FRAME: usize = 16;

#[derive(Debug)]
#[repr(C)]
pub struct Bin {
    re: f32,
    im: f32,
}

// SAFETY: two floats without padding.
unsafe impl Plain for Bin {}

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer windowed: [f32; FRAME];
        buffer spectrum: [Bin; 9];
        step window() -> windowed;
        step fft(windowed => spectrum);
        step emit(spectrum);
    }
}

fn main() {
    let mut window = audio::take().unwrap();
    window.windowed[0] = 1.0;
    let mut fft = window.next();
    let audio::FftIo { windowed } = fft.io();
    windowed[1] = 2.0;
    let emit = fft.next();
    println!("{:?}", emit.spectrum);
    emit.next().release();
}
