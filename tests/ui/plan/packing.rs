//! Three buffers cannot be divided among two banks: a proof, and what would help.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64 }
        bank sram { capacity: 64 }
        buffer pcm: [i16; 20], live window..=fft;
        buffer windowed: [f32; 10], live fft;
        buffer twiddle: [f32; 10], live fft;
        step window;
        step fft;
    }
}

fn main() {
    let mut window = kws::take().unwrap();
    window.pcm[0] = 1;
    let mut fft = window.next();
    fft.windowed[0] = fft.twiddle[0] * f32::from(fft.pcm[0]);
    fft.next().release();
}
