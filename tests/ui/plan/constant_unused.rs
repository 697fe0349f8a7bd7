//! A constant that no step names, a read-only bank without one, and a name that is taken.
use arena_plan::arena_plan;

arena_plan! {
    mod unnamed {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x) -> y;
    }
}

arena_plan! {
    mod empty {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        step load() -> x;
        step dense(x) -> y;
    }
}

arena_plan! {
    mod named_twice {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        buffer w: [i8; 4], retain;
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = unnamed::take().unwrap().next();
    let unnamed::DenseIo { x, y, .. } = dense.io();
    y[0] = x[0];
    dense.next().release();

    let mut dense = empty::take().unwrap().next();
    let empty::DenseIo { x, y, .. } = dense.io();
    y[0] = x[0];
    dense.next().release();

    let mut dense = named_twice::take().unwrap().next();
    let named_twice::DenseIo { x, y, .. } = dense.io();
    y[0] = x[0];
    dense.next().release();
}
