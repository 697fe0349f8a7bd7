//! Models: the files of the corpus against what was recorded and measured, and damaged files.

mod damaged;
mod needs_corpus;
