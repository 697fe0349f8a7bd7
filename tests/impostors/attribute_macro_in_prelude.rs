//! Attribute macros with the names of allowed attributes, in the whole crate.
#[macro_use]
extern crate rewriter;

arena_plan::arena_plan! {
    /// A plan.
    #[allow(unused)]
    mod plan {
        bank ram { capacity: 96 }
        buffer text: String, live only = String::new();
        /// The only step.
        step only;
    }
}

fn main() {
    let _first = plan::take().unwrap();
    assert!(plan::take().is_none(), "two handles of one string");
}
