//! A constant that is copied is reached through its handle, which does not exist before the copy.
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

fn main() {
    let cold = model::take().unwrap();
    println!("{}", model::constant::W::get()[0]);
    println!("{}", cold.hydrate().kept.w[0]);
}
