//! What is copied is charged to both banks.
use arena_plan::arena_plan;

arena_plan! {
    mod destination {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 240] in flash -> ram = [1; 240];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let cold = destination::take().unwrap();
    let mut dense = cold.hydrate().next();
    let destination::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
