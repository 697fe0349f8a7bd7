//! The planner of one bank: what a plan claims, against brute force and a sweep.

mod exact;
mod members;
mod needs_corpus;
mod plan;
