//! rustc plans: the error is a failed constant.
extern crate self as core;

pub use std::*;

#[macro_export]
macro_rules! compile_error {
    ($($any:tt)*) => {};
}

#[macro_export]
macro_rules! panic {
    ($($any:tt)*) => {};
}

type Byte = u8;

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 96 }
        buffer x: [Byte; 64], retain;
        buffer y: [Byte; 64], retain;
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
