//! Element types of ONNX.

/// Name and bits of an element, by the type's number; no bits for strings, whose sizes are known only at run time.
pub(crate) fn element(number: i32) -> Option<(&'static str, Option<u64>)> {
    Some(match number {
        1 => ("FLOAT", Some(32)),
        2 => ("UINT8", Some(8)),
        3 => ("INT8", Some(8)),
        4 => ("UINT16", Some(16)),
        5 => ("INT16", Some(16)),
        6 => ("INT32", Some(32)),
        7 => ("INT64", Some(64)),
        8 => ("STRING", None),
        9 => ("BOOL", Some(8)),
        10 => ("FLOAT16", Some(16)),
        11 => ("DOUBLE", Some(64)),
        12 => ("UINT32", Some(32)),
        13 => ("UINT64", Some(64)),
        14 => ("COMPLEX64", Some(64)),
        15 => ("COMPLEX128", Some(128)),
        16 => ("BFLOAT16", Some(16)),
        17 => ("FLOAT8E4M3FN", Some(8)),
        18 => ("FLOAT8E4M3FNUZ", Some(8)),
        19 => ("FLOAT8E5M2", Some(8)),
        20 => ("FLOAT8E5M2FNUZ", Some(8)),
        21 => ("UINT4", Some(4)),
        22 => ("INT4", Some(4)),
        23 => ("FLOAT4E2M1", Some(4)),
        24 => ("FLOAT8E8M0", Some(8)),
        25 => ("UINT2", Some(2)),
        26 => ("INT2", Some(2)),
        _ => return None,
    })
}
