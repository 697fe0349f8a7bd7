//! A module of the root is called `core`, which is what `::core` meant before edition 2018.

#[allow(dead_code, unused_macros, unused_imports)]
mod core {
    pub use std::*;

    macro_rules! compile_error {
        ($($any:tt)*) => {};
    }
    pub(crate) use compile_error;
}

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 96 }
        buffer x: [u8; 64], retain;
        buffer y: [u8; 64], retain;
        step only() -> (x, y);
    }
}

fn main() {
    let mut only = plan::take().unwrap();
    let plan::OnlyIo { x, y } = only.io();
    x.fill(1);
    y.fill(2);
    assert_eq!(x[0], 1);
}
