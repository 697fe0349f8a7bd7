//! Two names that become the same type, and one that the module generates.
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

fn main() {
    let mut capture = kws::take().unwrap();
    capture.fft_1[0] = capture.fft1[0];
    let mut emit = capture.next();
    let kws::EmitIo { fft_1, fft1 } = emit.io();
    let _: (&[u8; 16], &[u8; 16]) = (fft_1, fft1);
    let any = emit.next();
    any.next().release();
}
