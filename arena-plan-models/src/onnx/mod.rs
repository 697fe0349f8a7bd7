//! ONNX models: `.onnx` files as networks.
//!
//! The messages in `onnx.rs` are generated. They lack the fields for weights, so the decoder skips those:
//!
//! ```text
//! cargo install protoc-gen-prost --version 0.5.0
//! protoc --prost_out=arena-plan-models/src --proto_path=arena-plan-models/src/onnx onnx.proto
//! ```

mod network;
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::doc_markdown)]
#[rustfmt::skip]
mod onnx;
mod types;

pub use network::{Dimensions, is_onnx, network};
