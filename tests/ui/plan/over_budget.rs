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

fn main() {}
