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

fn main() {}
