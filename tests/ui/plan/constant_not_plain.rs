//! The bytes of a constant are plain.
use arena_plan::arena_plan;

arena_plan! {
    mod option {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [Option<i8>; 4] in flash = [None; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = option::take().unwrap().next();
    let option::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] + i32::from(w[0].unwrap_or(0));
    dense.next().release();
}
