//! Layers of `micro_speech`, written by examples/networks/record.py.

use super::super::layer::{Conv, Dense, Softmax};

/// Weights, biases, multipliers and shifts, layer by layer.
pub(super) const WEIGHTS: &[u8; 16733] = include_bytes!("../../../networks/micro_speech.weights");

pub(super) fn l1(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(weights, 0, [49, 40, 1], [25, 20, 8], [10, 8], [2, 2], [4, 3], [-128, -128], [-128, 127])
}
pub(super) fn l2(weights: &[u8]) -> Dense<'_> {
    Dense::new(weights, 712, [4000, 4], [-128, 14], [-128, 127])
}
pub(super) const L3: Softmax = Softmax { multiplier: 1575942400, shift: 23, least: -248 };
