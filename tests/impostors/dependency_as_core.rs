//! A dependency is called `core`, and its `compile_error!` does nothing.

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
