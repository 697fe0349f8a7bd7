//! Reports, pictures and comparisons of static memory plans, and the memory of a linked image.
//!
//! The command `arena-plan` prints what this crate makes. Data flows one way: problem and layout give a
//! [`Subject`], which gives the figures of each bank; those give a [`Report`](report::Report), which is printed, or
//! drawn by [`plot`].

mod decimal;
mod figures;
pub mod json;
pub mod plot;
pub mod report;

pub use decimal::Decimal;
pub use figures::{BankFigures, Holes, Resident, Stretch, Subject};
