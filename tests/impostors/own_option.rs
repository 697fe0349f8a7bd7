//! The crate is called `core` and has its own `Option`, `size_of` and formatting.
extern crate self as core;

pub mod option {
    #[derive(Debug)]
    pub enum Option<T> {
        Some(T),
        None,
    }
}

pub mod mem {
    pub const fn size_of<T>() -> usize {
        0
    }
}

pub mod fmt {
    pub trait Debug {}
}

pub mod primitive {
    #[allow(non_camel_case_types)]
    pub type usize = u8;
}

type Byte = u8;
const ROOM: usize = 300;

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: ROOM }
        buffer x: [Byte; 260], retain;
        step only() -> x;
    }
}

fn main() {
    let first: std::option::Option<plan::Only> = plan::take();
    let only = first.unwrap();
    assert!(plan::take().is_none());
    assert_eq!(plan::buf::X::BYTES, 260);
    assert_eq!(format!("{only:?}"), "Step(only)");
    assert_eq!(format!("{:?}", plan::Any::from(only)), "Only(Step(only))");
}
