//! What is copied is known when the program is compiled.
use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent state: Vec<u8> = const { vec![1, 2] };
        buffer x: [u8; 8];
        step a(state) -> x;
        step b(x);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    let audio::AIo { state, x } = a.io();
    x[0] = state[0];
    a.next().next().release();
}
