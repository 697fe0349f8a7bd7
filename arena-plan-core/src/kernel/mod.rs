//! What a firmware build compiles: `const fn` over slices, no alloc, no panics.
//!
//! The same functions run in the macro, in const evaluation of the user's crate and on hosts, so all three
//! give the same layout. [`verify`] shares nothing with the placing code but the model and checked arithmetic.

pub mod bound;
pub mod code;
pub mod draft;
pub mod fault;
pub mod first_fit;
pub mod granule;
mod live_set;
pub mod message;
pub mod order;
pub mod plan;
pub mod portfolio;
pub mod text;
pub mod verify;
