//! An attribute macro on the block, through a condition.

arena_plan::arena_plan! {
    #[cfg_attr(all(), doc = "A plan.", rewriter::replace)]
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
