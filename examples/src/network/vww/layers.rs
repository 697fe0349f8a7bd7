//! Layers of `vww`, written by examples/networks/record.py.

use super::super::layer::{Conv, Dense, Softmax};

/// Weights, biases, multipliers and shifts, layer by layer.
pub(super) const WEIGHTS: &[u8; 232749] = include_bytes!("../../../networks/vww.weights");

pub(super) fn l0(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 0, [96, 96, 3], [48, 48, 8], [3, 3], [2, 2], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l1(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(weights, 288, [48, 48, 8], [48, 48, 8], [3, 3], [1, 1], [1, 1], [-128, -128], [-128, 127])
}
pub(super) fn l2(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 432, [48, 48, 8], [48, 48, 16], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l3(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        704,
        [48, 48, 16],
        [24, 24, 16],
        [3, 3],
        [2, 2],
        [0, 0],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l4(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 992, [24, 24, 16], [24, 24, 32], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l5(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        1792,
        [24, 24, 32],
        [24, 24, 32],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l6(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 2368, [24, 24, 32], [24, 24, 32], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l7(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        3680,
        [24, 24, 32],
        [12, 12, 32],
        [3, 3],
        [2, 2],
        [0, 0],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l8(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 4256, [12, 12, 32], [12, 12, 64], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l9(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        6880,
        [12, 12, 64],
        [12, 12, 64],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l10(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 8032, [12, 12, 64], [12, 12, 64], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l11(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        12704,
        [12, 12, 64],
        [6, 6, 64],
        [3, 3],
        [2, 2],
        [0, 0],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l12(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 13856, [6, 6, 64], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l13(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        23200,
        [6, 6, 128],
        [6, 6, 128],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l14(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 25504, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l15(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        43040,
        [6, 6, 128],
        [6, 6, 128],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l16(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 45344, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l17(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        62880,
        [6, 6, 128],
        [6, 6, 128],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l18(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 65184, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l19(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        82720,
        [6, 6, 128],
        [6, 6, 128],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l20(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 85024, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l21(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        102560,
        [6, 6, 128],
        [6, 6, 128],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l22(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 104864, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l23(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        122400,
        [6, 6, 128],
        [3, 3, 128],
        [3, 3],
        [2, 2],
        [0, 0],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l24(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 124704, [3, 3, 128], [3, 3, 256], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l25(weights: &[u8]) -> Conv<'_> {
    Conv::depthwise(
        weights,
        159776,
        [3, 3, 256],
        [3, 3, 256],
        [3, 3],
        [1, 1],
        [1, 1],
        [-128, -128],
        [-128, 127],
    )
}
pub(super) fn l26(weights: &[u8]) -> Conv<'_> {
    Conv::full(weights, 164384, [3, 3, 256], [3, 3, 256], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127])
}
pub(super) fn l29(weights: &[u8]) -> Dense<'_> {
    Dense::new(weights, 232224, [256, 2], [-128, -5], [-128, 127])
}
pub(super) const L30: Softmax = Softmax { multiplier: 2011586560, shift: 20, least: -1984 };
