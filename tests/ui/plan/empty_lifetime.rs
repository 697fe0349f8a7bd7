//! A lifetime that ends before it begins.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 16], live emit..=capture;
        step capture;
        step emit;
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.pcm[0] = 1;
    let emit = capture.next();
    let _: u8 = emit.pcm[0];
    emit.next().release();
}
