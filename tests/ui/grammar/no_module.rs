//! A block without its module.
use arena_plan::arena_plan;

arena_plan! {
    bank ram { capacity: 64 }
}

fn main() {}
