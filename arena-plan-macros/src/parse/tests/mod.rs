//! Tests of the grammar.

mod read;
mod refused;
