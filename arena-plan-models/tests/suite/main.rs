//! Models: the files of the corpus against recorded and measured values, and damaged files.

mod damaged;
mod needs_corpus;
