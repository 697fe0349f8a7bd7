//! Attacks that compile: each tries to reach a dead, foreign or half-made value through safe code, and must find
//! that it cannot. The same file runs under AddressSanitizer (`cargo xtask test sanitizer`).
//!
//! Every test declares its own plan, because an arena is given out once and tests run side by side.
#![forbid(unsafe_code)]

mod contents;
mod drops;
mod escapes;
mod panics;
mod places;
mod scopes;
mod state;
