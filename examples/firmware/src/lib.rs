//! What the programs of this package share: the recording, a counter, the report, and what the streaming programs do
//! with samples. Each program decides where its buffers are.
#![no_std]
#![forbid(unsafe_code)]

mod counter;
mod network;
mod panic;
mod recording;
mod report;
pub mod stream;
mod weights;

pub use counter::Counter;
pub use network::run;
pub use recording::RECORDING;
pub use report::{Report, fail, succeed};
pub use weights::WEIGHTS;
