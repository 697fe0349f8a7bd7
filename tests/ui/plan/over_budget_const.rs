//! Over budget with proof, by const evaluation: the same text.
use arena_plan::arena_plan;

const N: usize = 64;

arena_plan! {
    mod kws {
        bank ram { capacity: 96 }
        buffer input: [u8; N];
        buffer output: [u8; N];
        step capture() -> input;
        step handoff(input) -> output;
        step emit(output);
    }
}

fn main() {
    let mut capture = kws::take().unwrap();
    capture.input[0] = 1;
    let mut handoff = capture.next();
    let kws::HandoffIo { input, output } = handoff.io();
    output.copy_from_slice(input);
    let mut emit = handoff.next();
    let _: &[u8; N] = emit.io().output;
    emit.next().release();
}
