//! A destination that is leaked does not come back.
#![forbid(unsafe_code)]
use arena_plan::{Buf, arena_plan};

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

fn main() {
    let cold = model::take().unwrap();
    let bytes: &'static mut [u8; 4] = Buf::leak(cold.ram);
    let load = cold.hydrated();
    bytes[0] = 1;
    println!("{}", load.kept.w[0]);
}
