//! The README's first plan: the level of a signal. `cargo run --example level` prints it.

use arena_plan::arena_plan;

arena_plan! {
    mod level {
        bank ram { capacity: 2 KiB }

        buffer pcm: [i16; 256];
        buffer windowed: [f32; 256];
        buffer squares: [f32; 128];
        buffer mean: f32, retain;

        step capture() -> pcm;
        step window(pcm) -> windowed;
        step power(windowed) -> squares;
        step average(squares) -> mean;
    }
}

fn main() {
    println!("{}", level::PLAN);
}
