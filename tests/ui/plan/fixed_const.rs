//! Fixed offsets that are misaligned and outside the bank, with sizes that only rustc knows.
use arena_plan::arena_plan;

const N: usize = 8;

arena_plan! {
    mod kws {
        bank ram { capacity: 64, align: 4 }
        bank rom { capacity: 64, reserve: 16 }
        buffer odd: [u16; N] in ram @ 6;
        buffer out: [u8; 2 * N] in rom @ 40;
        step capture() -> (odd, out);
        step emit(odd, out);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    let kws::CaptureIo { odd, out } = capture.io();
    out[0] = odd[0] as u8;
    let mut emit = capture.next();
    let kws::EmitIo { odd, out } = emit.io();
    let _: (&[u16; 8], &[u8; 16]) = (odd, out);
    emit.next().release();
}
