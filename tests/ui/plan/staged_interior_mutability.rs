//! What is copied cannot be written through a shared reference either.
use arena_plan::arena_plan;
use std::sync::atomic::{AtomicU8, Ordering};

arena_plan! {
    mod atomic {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [AtomicU8; 2] in flash -> ram, plain(zerocopy) = [AtomicU8::new(1), AtomicU8::new(2)];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let mut dense = atomic::take().unwrap().hydrate().next();
    let atomic::DenseIo { w, .. } = dense.io();
    w[0].store(3, Ordering::Relaxed);
}
