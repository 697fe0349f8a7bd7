//! TensorFlow Lite Micro: the memory of its kernels and its planner, and plans that it follows.
//!
//! The runtime reads a plan from the metadata `OfflineMemoryAllocation` of a model: an offset into the arena's head
//! for each tensor. It checks neither overlap nor alignment; [`Micro::check`] does.

mod arena;
mod greedy;
pub(crate) mod in_place;
mod kernels;
mod micro;
mod requests;
mod scratch;
mod write;

pub use arena::Arena;
pub use micro::Micro;
pub(crate) use scratch::portable_scratch;
