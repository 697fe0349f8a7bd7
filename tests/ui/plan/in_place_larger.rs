//! What a step creates in place must fit within the buffer that it was.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 256 }
        buffer windowed: [f32; 16];
        buffer spectrum: [f32; 17];
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
