//! A value with interior mutability is no constant to copy from.
use std::cell::Cell;

use arena_plan::arena_plan;

arena_plan! {
    mod audio {
        bank ram { capacity: 64 }
        persistent state: Cell<u32> = const { Cell::new(4) };
        buffer x: [u8; 8];
        step a(state) -> x;
        step b(x);
    }
}

fn main() {
    let mut a = audio::take().unwrap();
    let audio::AIo { state, x } = a.io();
    x[0] = 1;
    state.set(state.get() + 1);
    a.next().next().release();
}
