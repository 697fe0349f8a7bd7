//! A step reads constants and does nothing else with them.
use arena_plan::arena_plan;

arena_plan! {
    mod changed {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, mut w) -> y;
    }
}

arena_plan! {
    mod written {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x) -> (y, w);
    }
}

arena_plan! {
    mod turned {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w => y);
    }
}

arena_plan! {
    mod twice {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w, w) -> y;
    }
}

fn main() {
    let mut dense = changed::take().unwrap().next();
    let changed::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = written::take().unwrap().next();
    let written::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = turned::take().unwrap().next();
    let turned::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = twice::take().unwrap().next();
    let twice::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
