//! Buffers that share bytes on purpose: files, lifetimes, plans, and what the verifier refuses.

#[cfg(feature = "json")]
mod files;
#[cfg(feature = "json")]
mod graphs;
mod planned;
