//! Reports, pictures and comparisons of static memory plans, and the memory of a linked image.
//!
//! The command `arena-plan` prints what this crate produces. Data flows one way: a problem and a layout give a
//! [`Subject`], which gives the figures of each bank; those give a [`Report`](report::Report), which is printed, or
//! drawn by [`plot`]. [`image`] reads how much of its memories a linked image takes; [`diff`] compares two of any of
//! these.

mod decimal;
pub mod diff;
mod figures;
pub mod image;
pub mod json;
pub mod plot;
pub mod report;

pub use decimal::Decimal;
pub use figures::{BankFigures, Holes, Resident, Stretch, Subject};
