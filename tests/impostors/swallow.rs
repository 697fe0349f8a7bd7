//! Everything of `std`, but errors that are none.
pub use std::*;

/// No error.
#[macro_export]
macro_rules! compile_error {
    ($($any:tt)*) => {};
}
