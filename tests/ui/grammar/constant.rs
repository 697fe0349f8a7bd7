//! What a constant cannot have.
use arena_plan::arena_plan;

arena_plan! {
    mod valueless {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash;
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod living {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash, live .. = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod kept {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash, retain = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod zero {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash, zeroed = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod fixed {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash @ 16 = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod aligned {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash, align 16 = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = valueless::take().unwrap().next();
    let valueless::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = living::take().unwrap().next();
    let living::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = kept::take().unwrap().next();
    let kept::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = zero::take().unwrap().next();
    let zero::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = fixed::take().unwrap().next();
    let fixed::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let mut dense = aligned::take().unwrap().next();
    let aligned::DenseIo { x, w, y } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
