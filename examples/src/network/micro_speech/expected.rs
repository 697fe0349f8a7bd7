//! What TensorFlow Lite Micro computes with `micro_speech`, written by examples/networks/record.py.

use super::{EXPECTED_OPERATORS, OUTPUTS};

/// The head of the runtime's arena without a plan, in bytes.
pub const TFLM_HEAD: usize = 5968;

/// For each input: its name, digests of what the operators write, and the result.
pub const EXPECTED: [(&str, [u32; EXPECTED_OPERATORS], [i8; OUTPUTS]); 4] = [
    ("silence", [0xf279de8c, 0xd2ef7576, 0x703d36e3, 0x388f8e61], [-42, -68, -68, -78]),
    ("noise", [0xb5c33838, 0x2f2e4c70, 0xe4d6a261, 0x66692e6b], [120, -125, -126, -125]),
    ("yes", [0xfbd60f24, 0xf0fd0eac, 0xbbf33c22, 0x3fdaa782], [-128, -128, 127, -128]),
    ("no", [0x2e5b94d4, 0x03a71a7a, 0x1fed5802, 0xe2411751], [-128, -114, -128, 114]),
];
