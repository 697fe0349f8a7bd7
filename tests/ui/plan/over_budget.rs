//! Over budget with proof.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 96 }
        buffer input: [u8; 64];
        buffer output: [u8; 64];
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
    let _: &[u8; 64] = emit.io().output;
    emit.next().release();
}
