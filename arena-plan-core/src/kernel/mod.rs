//! The part that a firmware build compiles: `const fn` over slices, without `alloc` and without panics.
//!
//! The same functions run in the macro, in const evaluation of the user's crate and on hosts, so all three produce
//! the same layout. [`verify`] shares nothing with the placing code but the model and checked arithmetic.
//!
//! Every operation costs time in const evaluation, and calls most of all: to rustc's interpreter, `list.len()` is as dear
//! as four reads from the list, and `a.checked_add(b)` as seven. So the loops over all buffers do without calls: lengths
//! are read before the loop, lists of banks are matched as slices, and sums are compared with `u64::MAX`.

#![expect(
    clippy::implicit_saturating_sub,
    clippy::redundant_pattern_matching,
    reason = "these lints propose calls, which are dear in const evaluation"
)]

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
mod load;
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
