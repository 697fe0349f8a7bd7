//! The output and the errors of the examples, in one binary, which links once.

mod needs_corpus;
mod networks;
mod output;
mod recordings;
mod wav;

#[path = "../../wav.rs"]
mod wav_reader;
