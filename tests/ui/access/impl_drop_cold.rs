//! The step before the first has no `Drop` of the user's.
#![forbid(unsafe_code)]
use arena_plan::arena_plan;

arena_plan! {
    mod model {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        step load() -> x;
        step dense(x, w) -> y;
    }
}

impl Drop for model::Cold {
    fn drop(&mut self) {}
}

fn main() {
    model::take().unwrap().hydrate().release();
}
