//! Two banks over budget: both in one run.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank dtcm { capacity: 64 }
        bank sram { capacity: 96 }
        buffer pcm: [u8; 48] in dtcm;
        buffer windowed: [u8; 40] in dtcm;
        buffer twiddle: [u8; 80] in sram;
        buffer spectrum: [u8; 20] in sram;
        step window() -> pcm;
        step fft(pcm, scratch twiddle) -> (windowed, spectrum);
        step emit(windowed, spectrum);
    }
}

fn main() {
    let mut window = kws::take().expect("the arena is free");
    window.pcm.fill(1);
    let mut fft = window.next();
    let kws::FftIo { pcm, twiddle, windowed, spectrum } = fft.io();
    assert!(pcm.len() < twiddle.len() && windowed.len() > spectrum.len());
    let mut emit = fft.next();
    assert_eq!(emit.io().spectrum.len(), 20);
}
