//! Destinations of two banks are two types.
#![forbid(unsafe_code)]
use arena_plan::arena_plan;

arena_plan! {
    mod model {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        bank tcm { capacity: 64 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        constant v: [i8; 4] in flash -> tcm = [1; 4];
        step load() -> x;
        step dense(x, w, v) -> y;
    }
}

fn main() {
    let mut cold = model::take().unwrap();
    std::mem::swap(&mut cold.ram, &mut cold.tcm);
    cold.hydrated().release();
}
