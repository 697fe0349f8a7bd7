//! An attribute macro on a step.
use rewriter::replace;

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 96 }
        buffer text: String, live only = String::new();
        #[replace]
        step only;
    }
}

fn main() {
    let _first = plan::take().unwrap();
    assert!(plan::take().is_none(), "two handles of one string");
}
