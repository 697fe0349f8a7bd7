//! Two names that become one type, and one that the module makes.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer fft_1: [u8; 16];
        buffer fft1: [u8; 16];
        step capture() -> (fft_1, fft1);
        step emit(fft_1, fft1);
        step any;
    }
}

fn main() {}
