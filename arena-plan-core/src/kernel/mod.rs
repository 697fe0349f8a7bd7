//! What a firmware build compiles: `const fn` over slices, no alloc, no panics.
//!
//! The same functions run in the macro, in const evaluation of the user's crate and on hosts, so all three
//! give the same layout. [`verify`] shares nothing with the placing code but the model and checked arithmetic.

pub mod code;
pub mod first_fit;
pub mod order;
