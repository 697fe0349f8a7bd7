//! Memory problems of neural networks for arena-plan: models become graphs, and plans are written back into models.
#![deny(unsafe_code)]

mod error;
mod graph;
mod name;
mod network;
pub mod onnx;
mod scratch;
pub mod tflite;
pub mod tflm;

pub use error::{Error, Result};
pub use graph::{ALIGNMENT, Import, Memory, graph};
pub use network::{Network, Operator, Origin, Tensor};
pub use scratch::Scratch;
