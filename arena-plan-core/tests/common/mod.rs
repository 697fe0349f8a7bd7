//! Shared by the tests of several banks, and by the benchmark.
#![allow(dead_code, unreachable_pub)]

pub mod owned;
pub mod planted;
