//! Three buffers cannot be divided among two banks, with sizes that only rustc knows: the same proof and advice.
use arena_plan::arena_plan;

const N: usize = 20;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64 }
        bank sram { capacity: 64 }
        buffer pcm: [i16; N], live window..=fft;
        buffer windowed: [f32; 10], live fft;
        buffer twiddle: [f32; 10], live fft;
        step window;
        step fft;
    }
}

fn main() {
    let window = kws::take().expect("the arena is free");
    let fft = window.next();
    assert_eq!(fft.pcm.len() + fft.windowed.len(), 2 * fft.twiddle.len() + N - 10);
}
