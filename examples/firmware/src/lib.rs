//! What the keyword spotters of this package share: the recording, a counter and the report. Where the buffers
//! live is the programs' own business.
#![no_std]
#![forbid(unsafe_code)]

mod counter;
mod network;
mod panic;
mod recording;
mod report;

pub use counter::Counter;
pub use network::run;
pub use recording::RECORDING;
pub use report::{Report, fail, succeed};
