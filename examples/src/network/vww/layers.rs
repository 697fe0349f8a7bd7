//! Layers of `vww`, written by examples/networks/record.py.

use super::super::layer::{Conv, Dense, Softmax};

/// Weights, biases, multipliers and shifts, layer by layer.
const WEIGHTS: &[u8] = include_bytes!("../../../networks/vww.weights");

pub(super) const L0: Conv =
    Conv::full(WEIGHTS, 0, [96, 96, 3], [48, 48, 8], [3, 3], [2, 2], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L1: Conv = Conv::depthwise(
    WEIGHTS,
    288,
    [48, 48, 8],
    [48, 48, 8],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L2: Conv =
    Conv::full(WEIGHTS, 432, [48, 48, 8], [48, 48, 16], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L3: Conv = Conv::depthwise(
    WEIGHTS,
    704,
    [48, 48, 16],
    [24, 24, 16],
    [3, 3],
    [2, 2],
    [0, 0],
    [-128, -128],
    [-128, 127],
);
pub(super) const L4: Conv =
    Conv::full(WEIGHTS, 992, [24, 24, 16], [24, 24, 32], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L5: Conv = Conv::depthwise(
    WEIGHTS,
    1792,
    [24, 24, 32],
    [24, 24, 32],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L6: Conv =
    Conv::full(WEIGHTS, 2368, [24, 24, 32], [24, 24, 32], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L7: Conv = Conv::depthwise(
    WEIGHTS,
    3680,
    [24, 24, 32],
    [12, 12, 32],
    [3, 3],
    [2, 2],
    [0, 0],
    [-128, -128],
    [-128, 127],
);
pub(super) const L8: Conv =
    Conv::full(WEIGHTS, 4256, [12, 12, 32], [12, 12, 64], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L9: Conv = Conv::depthwise(
    WEIGHTS,
    6880,
    [12, 12, 64],
    [12, 12, 64],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L10: Conv =
    Conv::full(WEIGHTS, 8032, [12, 12, 64], [12, 12, 64], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L11: Conv = Conv::depthwise(
    WEIGHTS,
    12704,
    [12, 12, 64],
    [6, 6, 64],
    [3, 3],
    [2, 2],
    [0, 0],
    [-128, -128],
    [-128, 127],
);
pub(super) const L12: Conv =
    Conv::full(WEIGHTS, 13856, [6, 6, 64], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L13: Conv = Conv::depthwise(
    WEIGHTS,
    23200,
    [6, 6, 128],
    [6, 6, 128],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L14: Conv =
    Conv::full(WEIGHTS, 25504, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L15: Conv = Conv::depthwise(
    WEIGHTS,
    43040,
    [6, 6, 128],
    [6, 6, 128],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L16: Conv =
    Conv::full(WEIGHTS, 45344, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L17: Conv = Conv::depthwise(
    WEIGHTS,
    62880,
    [6, 6, 128],
    [6, 6, 128],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L18: Conv =
    Conv::full(WEIGHTS, 65184, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L19: Conv = Conv::depthwise(
    WEIGHTS,
    82720,
    [6, 6, 128],
    [6, 6, 128],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L20: Conv =
    Conv::full(WEIGHTS, 85024, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L21: Conv = Conv::depthwise(
    WEIGHTS,
    102560,
    [6, 6, 128],
    [6, 6, 128],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L22: Conv =
    Conv::full(WEIGHTS, 104864, [6, 6, 128], [6, 6, 128], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L23: Conv = Conv::depthwise(
    WEIGHTS,
    122400,
    [6, 6, 128],
    [3, 3, 128],
    [3, 3],
    [2, 2],
    [0, 0],
    [-128, -128],
    [-128, 127],
);
pub(super) const L24: Conv =
    Conv::full(WEIGHTS, 124704, [3, 3, 128], [3, 3, 256], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L25: Conv = Conv::depthwise(
    WEIGHTS,
    159776,
    [3, 3, 256],
    [3, 3, 256],
    [3, 3],
    [1, 1],
    [1, 1],
    [-128, -128],
    [-128, 127],
);
pub(super) const L26: Conv =
    Conv::full(WEIGHTS, 164384, [3, 3, 256], [3, 3, 256], [1, 1], [1, 1], [0, 0], [-128, -128], [-128, 127]);
pub(super) const L29: Dense = Dense::new(WEIGHTS, 232224, [256, 2], [-128, -5], [-128, 127]);
pub(super) const L30: Softmax = Softmax { multiplier: 2011586560, shift: 20, least: -1984 };
