//! The step before the first leads nowhere but through `hydrate` and `hydrated`.
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
    let load: model::Load = cold;
    println!("{}", load.x[0]);
}
