//! The value of a constant is known at compile time.
use arena_plan::arena_plan;

fn weights() -> [i8; 4] {
    [1; 4]
}

arena_plan! {
    mod computed {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = weights();
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = computed::take().unwrap().next();
    let computed::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
