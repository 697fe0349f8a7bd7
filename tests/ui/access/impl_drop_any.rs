//! Nor for the enum of all steps.
use arena_plan::arena_plan;

arena_plan! {
    mod kws {
        bank ram { capacity: 64 }
        buffer pcm: [u8; 4], live s;
        step s;
    }
}

impl Drop for kws::Any {
    fn drop(&mut self) {}
}

fn main() {
    let _ = kws::take();
}
