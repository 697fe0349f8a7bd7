//! What is copied is charged to both banks. rustc knows the sizes.
use arena_plan::arena_plan;

type Weight = i8;

arena_plan! {
    mod source {
        bank flash { capacity: 64, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [Weight; 100] in flash -> ram = [1; 100];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod destination {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [Weight; 240] in flash -> ram = [1; 240];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let cold = source::take().unwrap();
    let mut dense = cold.hydrate().next();
    let source::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let cold = destination::take().unwrap();
    let mut dense = cold.hydrate().next();
    let destination::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
