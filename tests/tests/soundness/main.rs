//! Attacks that compile: each tries to access a dead, foreign or incomplete value through safe code, and must fail.
//! The same file runs under AddressSanitizer (`cargo xtask test sanitizer`).
//!
//! Every test declares its own plan, because an arena can be taken once and tests run in parallel.
#![forbid(unsafe_code)]

mod contents;
mod drops;
mod escapes;
mod panics;
mod places;
mod random;
mod scopes;
mod state;
mod threads;
