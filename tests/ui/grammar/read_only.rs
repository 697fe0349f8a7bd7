//! The word `read_only` has no value, and only a constant has an arrow.
use arena_plan::arena_plan;

arena_plan! {
    mod valued {
        bank flash { capacity: 1 KiB, read_only: true }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod twice {
        bank flash { capacity: 1 KiB, read_only, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod misspelt {
        bank flash { capacity: 1 KiB, readonly }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod arrow {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4] in flash -> ram;
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = valued::take().unwrap().next();
    let valued::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = twice::take().unwrap().next();
    let twice::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = misspelt::take().unwrap().next();
    let misspelt::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = arrow::take().unwrap().next();
    let arrow::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
