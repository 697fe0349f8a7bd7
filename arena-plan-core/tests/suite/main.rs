//! All integration tests of the crate in one binary, which links once: files, kernel, one bank, several banks.

#[cfg(feature = "alloc")]
mod aliases;
#[cfg(feature = "alloc")]
mod banks;
mod files;
mod kernel;
mod message;
#[cfg(feature = "alloc")]
mod planner;
#[cfg(feature = "alloc")]
mod support;
