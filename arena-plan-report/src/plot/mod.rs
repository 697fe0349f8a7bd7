//! Pictures of a layout: time (steps) by address.
//!
//! [`svg()`] for documents, [`html()`] for looking around in, [`trace()`] for Perfetto and speedscope. All three begin
//! from the same [`Report`](crate::report::Report), so their figures are those of the tables.

mod colour;
mod html;
mod panel;
mod scale;
mod svg;
mod trace;

pub use html::html;
pub use svg::{Scheme, svg};
pub use trace::trace;
