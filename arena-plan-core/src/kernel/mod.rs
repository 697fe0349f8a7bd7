//! The part that a firmware build compiles: `const fn` over slices, without `alloc` and without panics.
//!
//! The same functions run in the macro, in const evaluation of the user's crate and on hosts, so all three produce
//! the same layout. [`verify`] shares nothing with the placing code but the model and checked arithmetic.

pub mod advice;
mod advice_text;
pub mod advise;
pub mod bound;
pub mod code;
pub mod draft;
pub mod fault;
pub mod first_fit;
pub mod given;
pub mod granule;
mod live;
pub mod message;
pub mod order;
pub mod packing;
pub mod parts;
mod parts_text;
pub mod pieces;
pub mod plan;
pub mod portfolio;
mod proof_text;
pub mod refuse;
pub mod text;
pub mod trial;
pub mod verify;
