//! Constants are charged to their bank.
use arena_plan::arena_plan;

arena_plan! {
    mod full {
        bank flash { capacity: 96, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 100] in flash = [1; 100];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod reserved {
        bank flash { capacity: 128, reserve: 50 %, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 100] in flash = [1; 100];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = full::take().unwrap().next();
    let full::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = reserved::take().unwrap().next();
    let reserved::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
