//! The token of the step before the first creates no other step.
#![forbid(unsafe_code)]
use arena_plan::arena_plan;

arena_plan! {
    mod model {
        bank flash { capacity: 1 KiB, read_only }
        bank ram { capacity: 256 }
        persistent count: u32;
        buffer x: [i32; 4], source;
        buffer y: [i32; 4], retain;
        constant w: [i8; 4] in flash -> ram = [1, 2, 3, 4];
        step load(mut x, mut count);
        step dense(x, w) -> y;
    }
}

/// The handles of a first step that was left.
fn attack(load: model::Load, cold: model::Cold) -> model::Load {
    let model::Load { kept, x, .. } = load;
    let model::Cold { __at, .. } = cold;
    model::Load { kept, x, __at }
}

fn main() {
    let _ = attack(model::take().unwrap().hydrate(), model::take().unwrap());
}
