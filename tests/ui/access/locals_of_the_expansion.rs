//! An initialiser sees nothing of the functions that evaluate it.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer first: [u8; 4], live ..;
        buffer second: [u8; 4], live b = { let mut stolen = __0; stolen.fill(1); *stolen };
        buffer third: [u8; 4], live b = { drop(__at); break };
        step a;
        step b;
    }
}

fn main() {
    let _ = kws::take();
}
