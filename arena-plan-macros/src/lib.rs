//! The procedural macro of arena-plan. Use it through the crate `arena-plan`.
// Nothing calls the front yet but its tests.
#![allow(dead_code)]

mod ast;
mod check;
mod errors;
mod eval;
mod front;
mod ir;
mod lower;
mod parse;
mod size;
mod suggest;
#[cfg(test)]
mod testing;
