//! Pictures of a layout: time (steps) by address.
//!
//! [`svg()`] for documents, [`html()`] for interactive use, [`trace()`] for Perfetto and speedscope. All three are
//! drawn from the same [`Report`](crate::report::Report), so their figures match the tables.

mod aliases;
mod colour;
mod html;
mod panel;
mod scale;
mod svg;
mod trace;

pub use html::html;
pub use svg::{Scheme, svg};
pub use trace::trace;
