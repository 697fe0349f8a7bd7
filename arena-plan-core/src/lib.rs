//! Planner and verifier of arena-plan.
//!
//! The crate is `no_std`. Its [`kernel`] needs no allocator and is the part that a firmware build compiles; the
//! features `alloc` (named problems, search, reports), `json` (the file formats) and `parallel` (runs the members of
//! a search on threads, which needs `std`; results are the same without it) are for hosts.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "parallel", feature = "build-script"))]
extern crate std;

#[cfg(feature = "build-script")]
pub mod build_script;
#[cfg(feature = "alloc")]
pub mod csv;
#[cfg(feature = "json")]
pub mod json;
pub mod kernel;
pub mod model;
#[cfg(feature = "alloc")]
pub mod planner;
#[cfg(feature = "alloc")]
pub mod problem;
#[cfg(feature = "alloc")]
pub mod report;
