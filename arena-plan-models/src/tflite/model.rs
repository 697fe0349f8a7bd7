//! A `.tflite` file as plain data, without the contents of its constants.

use super::operators::Builtin;
use super::types::TensorType;

/// The identifier of this format, from the fifth byte on.
pub(crate) const MAGIC: &[u8] = b"TFL3";

/// A model. Texts are borrowed from the file.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) subgraphs: Vec<Subgraph<'a>>,
    /// Name and buffer of each entry.
    pub(crate) metadata: Vec<(&'a str, usize)>,
    pub(crate) buffers: Vec<&'a [u8]>,
    /// Whether there are positions counted from the start of the file: data after the flatbuffer.
    pub(crate) absolute: bool,
}

#[derive(Debug)]
pub(crate) struct Subgraph<'a> {
    pub(crate) tensors: Vec<Tensor<'a>>,
    pub(crate) operators: Vec<Operator<'a>>,
    pub(crate) inputs: Vec<usize>,
    pub(crate) outputs: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct Tensor<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: TensorType,
    pub(crate) shape: Vec<u32>,
    /// Number of its buffer.
    pub(crate) buffer: usize,
    /// Whether the file has its contents.
    pub(crate) constant: bool,
    pub(crate) variable: bool,
    /// Scales of its quantization: one, or one for each channel; empty if it has none.
    pub(crate) scales: usize,
}

#[derive(Debug)]
pub(crate) struct Operator<'a> {
    pub(crate) code: Builtin,
    /// Name of a custom operator.
    pub(crate) custom: &'a str,
    /// `None` is an optional input that is left out.
    pub(crate) inputs: Vec<Option<usize>>,
    pub(crate) outputs: Vec<usize>,
    /// The first two numbers of its options: subgraphs of IF, WHILE and CALL_ONCE, the rank of SVDF.
    pub(crate) options: [i32; 2],
    /// Container and name of the variable, of VAR_HANDLE.
    pub(crate) handle: Option<(&'a str, &'a str)>,
}

impl Tensor<'_> {
    /// Number of elements; `None` above 2^64.
    pub(crate) fn elements(&self) -> Option<u64> {
        self.shape.iter().try_fold(1u64, |product, &dimension| product.checked_mul(dimension.into()))
    }

    /// Extent of a dimension, 0 if there is no such dimension.
    pub(crate) fn dimension(&self, index: usize) -> u64 {
        self.shape.get(index).copied().unwrap_or(0).into()
    }
}

impl Operator<'_> {
    /// The operator as the format spells it, custom ones with their own name.
    pub(crate) fn kind(&self) -> String {
        match self.code {
            Builtin::CUSTOM => format!("CUSTOM_{}", self.custom),
            code => code.name(),
        }
    }
}

/// A name as messages print it: truncated if it is very long.
pub(crate) fn shown(name: &str) -> String {
    let short: String = name.chars().take(80).collect();
    short.escape_debug().to_string()
}
