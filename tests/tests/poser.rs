//! A crate with the library's name and its own take flag, which allows the arena to be taken twice.
#![forbid(unsafe_code)]

extern crate arena_plan as planner;
extern crate self as arena_plan;

pub mod __private {
    //! What the library provides for its macro, except the flag.
    #![allow(missing_docs, reason = "takes the place of hidden items")]

    pub use planner::__private::*;

    /// Never taken.
    #[derive(Default)]
    pub struct TakeFlag;

    impl TakeFlag {
        #[must_use]
        pub const fn new() -> Self {
            Self
        }

        #[must_use]
        pub fn claim(&self) -> bool {
            true
        }

        pub fn clear(&self) {}
    }
}

planner::arena_plan! {
    mod plan {
        bank ram { capacity: 64 }
        buffer text: String, live only = String::new();
        step only;
    }
}

#[test]
fn the_expansion_uses_the_library() {
    assert!(__private::TakeFlag::new().claim());
    let only = plan::take().expect("the arena is free");
    assert!(plan::take().is_none(), "two handles of one string");
    only.release();
}
