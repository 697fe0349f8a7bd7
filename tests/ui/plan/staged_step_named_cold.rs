//! The step before the first has the name `Cold`.
use arena_plan::arena_plan;

arena_plan! {
    mod cold_step {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        buffer x: [i32; 4];
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        step cold() -> x;
        step dense(x, w) -> y;
    }
}

fn main() {
    let first = cold_step::take().unwrap().hydrate();
    println!("{}", first.x[0]);
}
