//! Persistent memory of TensorFlow Lite Micro's portable kernels: parsed options, their own data, and what they
//! allocate in `Init` and `Prepare`.
//!
//! Sizes of the structures on 64-bit machines, compiled with support for compressed tensors as in the Python package;
//! on 32-bit ones no structure is larger. `tests/tflm/compare.py` compares them with the package.

use crate::tflite::model::{Operator, Subgraph};
use crate::tflite::operators::Builtin;
use crate::tflite::types::TensorType;

/// The memory of a kernel, in bytes.
pub(super) struct Kernel {
    /// Parsed options and their alignment.
    pub(super) options: (u64, u64),
    /// Buffers that are allocated in `Init`.
    pub(super) init: Vec<u64>,
    /// Buffers that are allocated in `Prepare`.
    pub(super) prepare: Vec<u64>,
}

/// Kinds whose kernels take the same memory for any tensors: bytes and alignment of the options, bytes of the
/// kernel's data (0 for none).
const FIXED: &[(&str, u64, u64, u64)] = &[
    ("ADD", 8, 4, 60),
    ("ASSIGN_VARIABLE", 0, 1, 4),
    ("AVERAGE_POOL_2D", 40, 4, 32),
    ("CALL_ONCE", 4, 4, 8),
    ("CAST", 8, 4, 0),
    ("CONCATENATION", 8, 4, 80),
    ("CUSTOM_SignalEnergy", 0, 1, 8),
    ("CUSTOM_SignalFftAutoScale", 0, 1, 0),
    ("CUSTOM_SignalFilterBankLog", 0, 1, 8),
    ("CUSTOM_SignalFilterBankSquareRoot", 0, 1, 0),
    ("CUSTOM_SignalPCAN", 0, 1, 4),
    ("CUSTOM_SignalWindow", 0, 1, 8),
    ("DEQUANTIZE", 0, 1, 32),
    ("DIV", 4, 4, 28),
    ("LOGISTIC", 0, 1, 16),
    ("MAXIMUM", 0, 1, 0),
    ("MAX_POOL_2D", 40, 4, 32),
    ("MEAN", 1, 1, 44),
    ("MINIMUM", 0, 1, 0),
    ("MUL", 4, 4, 36),
    ("PAD", 0, 1, 56),
    ("PADV2", 0, 1, 56),
    ("QUANTIZE", 0, 1, 32),
    ("READ_VARIABLE", 0, 1, 0),
    ("REDUCE_MAX", 1, 1, 44),
    ("RELU", 0, 1, 28),
    ("RELU6", 0, 1, 8),
    ("RESHAPE", 36, 4, 0),
    ("SLICE", 0, 1, 0),
    ("STRIDED_SLICE", 24, 4, 84),
    ("SUB", 8, 4, 52),
    ("SUM", 1, 1, 44),
    ("SVDF", 16, 4, 36),
    ("TANH", 0, 1, 16),
    ("UNIDIRECTIONAL_SEQUENCE_LSTM", 16, 4, 688),
    ("VAR_HANDLE", 16, 8, 4),
];

/// Bytes of a table of 16-bit softmax, of which there are two.
const SOFTMAX_TABLE: u64 = 513 * 2;

/// The memory of an operator's kernel; `None` if it is not known here.
pub(super) fn kernel(subgraph: &Subgraph<'_>, operator: &Operator<'_>) -> Option<Kernel> {
    let input = |index: usize| subgraph.tensors.get((*operator.inputs.get(index)?)?);
    let kernel = |options, init: u64, prepare: Vec<u64>| Some(Kernel { options, init: vec![init], prepare });
    match operator.code {
        // A multiplier and a shift for each channel.
        Builtin::CONV_2D => kernel((28, 4), 80, vec![input(1)?.dimension(0) * 4; 2]),
        Builtin::DEPTHWISE_CONV_2D => kernel((28, 4), 80, vec![input(1)?.dimension(3) * 4; 2]),
        Builtin::FULLY_CONNECTED => {
            let channels = input(1)?.scales as u64;
            let per_channel = if channels > 1 { vec![channels * 4; 2] } else { Vec::new() };
            kernel((32, 4), 72, per_channel)
        }
        Builtin::SOFTMAX => {
            let tables =
                if input(0)?.kind == TensorType::INT16 { vec![SOFTMAX_TABLE; 2] } else { Vec::new() };
            kernel((4, 4), 80, tables)
        }
        Builtin::CUSTOM => match operator.custom {
            "SignalRfft" => {
                let output = subgraph.tensors.get(*operator.outputs.first()?)?;
                let half = (u64::from(*output.shape.last()?) / 2).checked_sub(1)?;
                // The state of the transform over 16-bit numbers.
                let state = (output.kind == TensorType::INT16).then_some(288 + 10 * half)?;
                Some(Kernel { options: (0, 1), init: vec![48, state], prepare: Vec::new() })
            }
            "SignalFilterBank" => {
                let channels = subgraph.tensors.get(*operator.outputs.first()?)?.elements()?;
                Some(Kernel { options: (0, 1), init: vec![64, (channels + 1) * 8], prepare: Vec::new() })
            }
            "SignalFilterBankSpectralSubtraction" => {
                let channels = subgraph.tensors.get(*operator.outputs.first()?)?.elements()?;
                Some(Kernel { options: (0, 1), init: vec![56, channels * 4], prepare: Vec::new() })
            }
            _ => fixed(operator),
        },
        _ => fixed(operator),
    }
}

fn fixed(operator: &Operator<'_>) -> Option<Kernel> {
    let kind = operator.kind();
    let &(_, options, alignment, data) = FIXED.iter().find(|(name, ..)| *name == kind)?;
    let init = if data == 0 { Vec::new() } else { vec![data] };
    Some(Kernel { options: (options, alignment), init, prepare: Vec::new() })
}
