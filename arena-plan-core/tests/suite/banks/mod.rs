//! The planner of several banks: planted and small problems, against an independent checker of layouts and brute
//! force.

mod exact;
mod needs_corpus;
mod planted;
mod proofs;
mod refusals;
mod watched;
