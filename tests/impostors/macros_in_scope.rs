//! Macros in scope that a careless expansion would call.
#![allow(unused_macros)]

macro_rules! nothing {
    ($($name:ident)*) => { $( macro_rules! $name { ($d:tt) => {}; } )* };
}

nothing! { assert concat derive env include_bytes panic stringify symbol line module_path matches unreachable }

arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 96, section: ".arena.macros" }
        buffer x: [u8; 64], zeroed;
        buffer text: String = String::from("x");
        step first() -> x;
        step second(x, text);
        layout "layout.json";
    }
}

fn main() {
    let first = plan::take().unwrap();
    std::assert!(plan::take().is_none());
    let second = first.next();
    std::assert_eq!((second.x[63], second.text.as_str()), (0, "x"));
    second.release();
}
