//! Shared by the tests of several banks, and by the benchmark.
#![allow(dead_code)]

pub mod owned;
pub mod planted;
