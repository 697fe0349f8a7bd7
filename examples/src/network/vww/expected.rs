//! What TensorFlow Lite Micro computes with `vww`, written by examples/networks/record.py.

use super::{EXPECTED_OPERATORS, OUTPUTS};

/// The head of the runtime's arena without a plan, in bytes.
pub const TFLM_HEAD: usize = 73728;

/// For each input: its name, digests of what the operators write, and the result.
pub const EXPECTED: [(&str, [u32; EXPECTED_OPERATORS], [i8; OUTPUTS]); 2] = [
    (
        "figure",
        [
            0xb99dc4a8, 0x8de15483, 0x8a53828b, 0xb9b30ac1, 0x5385877a, 0x6100e87f, 0xa765e642, 0x93cb8034,
            0x83ad4da8, 0xe79cb18c, 0xdd703863, 0xf5a881fb, 0xbbbe5ef2, 0xae06af58, 0x66e48a53, 0xee795b28,
            0xab4c1201, 0x6cdc3336, 0x481015bf, 0x585eb090, 0x11edca85, 0x86db9040, 0xc0db98f2, 0x4dcf187d,
            0x72776d29, 0x2b8ba20a, 0x8208670e, 0x96974aa1, 0x96974aa1, 0x5139c9a0, 0x4e33b4b9,
        ],
        [-122, 122],
    ),
    (
        "negative",
        [
            0x83339c08, 0xea3af521, 0xa74c8f48, 0x783dc010, 0x046e169e, 0x48218081, 0x98d28eb0, 0x06350ecb,
            0xa75171b7, 0xa9fb2181, 0xd41c51a8, 0x69c347b0, 0xd5bec179, 0xf4dc4187, 0x6e80d634, 0x346f41da,
            0x88b403d7, 0xf5700a17, 0x2736c067, 0xd46e61f1, 0x70bf24ef, 0xa68e7f29, 0x9962a905, 0x6c1fd2b9,
            0x4522f60d, 0x55df1377, 0x581589e5, 0x1522f047, 0x1522f047, 0x06fb4991, 0x8032cd9d,
        ],
        [111, -111],
    ),
];
