//! A constant is in one read-only bank, and no buffer can be.
use arena_plan::arena_plan;

arena_plan! {
    mod writable {
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in ram = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod nowhere {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod either {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash | ram = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod buffer {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4] in flash;
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = writable::take().unwrap().next();
    let writable::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = nowhere::take().unwrap().next();
    let nowhere::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = either::take().unwrap().next();
    let either::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = buffer::take().unwrap().next();
    let buffer::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
