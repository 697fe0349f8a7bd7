//! The planner of one bank: the claims of a plan, against brute force and a sweep.

mod exact;
mod first_fit;
mod many;
mod members;
mod needs_corpus;
mod plan;
