//! An attribute macro with the name of an allowed attribute.
use rewriter::doc;

arena_plan::arena_plan! {
    /// A plan.
    #[doc = "It is one."]
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
