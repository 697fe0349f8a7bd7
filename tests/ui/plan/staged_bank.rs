//! A constant is copied to one bank that can be written, all of a bank's from one bank.
use arena_plan::arena_plan;

arena_plan! {
    mod read_only {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        bank rom { capacity: 64, read_only }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> rom = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod two_sources {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        bank rom { capacity: 64, read_only }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        constant v: [i8; 4] in rom -> ram = [1; 4];
        step load() -> x;
        step dense(x, w, v) -> y;
    }
}

arena_plan! {
    mod unknown {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> rma = [1; 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

arena_plan! {
    mod taken {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        buffer staged_ram: u8, retain;
        step load() -> x;
        step dense(x, w) -> (y, staged_ram);
    }
}

fn main() {
    let cold = read_only::take().unwrap();
    let mut dense = cold.hydrate().next();
    let read_only::DenseIo { x, w, y, .. } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let cold = two_sources::take().unwrap();
    let mut dense = cold.hydrate().next();
    let two_sources::DenseIo { x, w, y, .. } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let cold = unknown::take().unwrap();
    let mut dense = cold.hydrate().next();
    let unknown::DenseIo { x, w, y, .. } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();

    let cold = taken::take().unwrap();
    let mut dense = cold.hydrate().next();
    let taken::DenseIo { x, w, y, .. } = dense.io();
    y[0] = x[0] * i32::from(w[0]);
    dense.next().release();
}
