//! What can be written through a shared reference is no constant.
use arena_plan::arena_plan;
use std::sync::atomic::{AtomicU8, Ordering};

arena_plan! {
    mod atomic {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [AtomicU8; 2] in flash, plain(zerocopy) = [AtomicU8::new(1), AtomicU8::new(2)];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = atomic::take().unwrap().next();
    let atomic::DenseIo { x, w, y } = dense.io();
    w[0].store(3, Ordering::Relaxed);
    y[0] = x[0];
    dense.next().release();
}
