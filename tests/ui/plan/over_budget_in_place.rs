//! Buffers that become each other in place are one buffer to the planner, and in its messages.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 96 }
        buffer windowed: [f32; 16];
        buffer spectrum: [u32; 8];
        buffer power: [f32; 12], retain;
        step window() -> windowed;
        step fft(windowed => spectrum);
        step magnitude(spectrum) -> power;
    }
}

fn main() {
    let mut fft = audio::take().unwrap().next();
    fft.io().windowed[0] = 1.0;
    let mut magnitude = fft.next();
    let audio::MagnitudeIo { spectrum, power } = magnitude.io();
    power[0] = spectrum[0] as f32;
    magnitude.next().release();
}
