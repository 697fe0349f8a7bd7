//! Reports, pictures and comparisons of static memory plans, and the memory of a linked image.
//!
//! The command `arena-plan` prints what this crate makes. Data flows one way: problem and layout give a
//! [`Subject`], which gives the figures of each bank; those give a [`Report`](report::Report), which is printed, or
//! drawn by [`plot`]. What a linked image takes of its memories is read by [`image`]; two of any
//! of these are compared by [`diff`].

mod decimal;
pub mod diff;
mod figures;
pub mod image;
pub mod json;
pub mod plot;
pub mod report;

pub use decimal::Decimal;
pub use figures::{BankFigures, Holes, Resident, Stretch, Subject};
