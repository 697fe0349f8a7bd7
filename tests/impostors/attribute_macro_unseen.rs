//! The same without an attribute of its own: what the expansion writes is enough.
#[macro_use]
extern crate rewriter;

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 96 }
        buffer text: String, live only = String::new();
        step only;
    }
}

fn main() {
    let _first = plan::take().unwrap();
    assert!(plan::take().is_none(), "two handles of one string");
}
