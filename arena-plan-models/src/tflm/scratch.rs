//! Scratch that the portable kernels of TensorFlow Lite Micro request in `Prepare`, in the order of the requests.
//!
//! From the kernels' sources of October 2026 (`tensorflow/lite/micro/kernels`, `signal/micro/kernels`). Other kernel
//! libraries (CMSIS-NN, ESP-NN, Xtensa) request other sizes.

use arena_plan_core::kernel::code::Code;

use crate::error::{Error, Result};
use crate::tflite::model::{Operator, Subgraph, Tensor};
use crate::tflite::operators::Builtin;
use crate::tflite::types::TensorType;

/// Bytes of an `int` and of a `float` of the kernels.
const WORD: u64 = 4;

/// Sizes in bytes of the buffers that an operator's kernel requests; none of 0 bytes.
pub(crate) fn portable_scratch(subgraph: &Subgraph<'_>, number: usize) -> Result<Vec<u64>> {
    let operator = &subgraph.operators[number];
    let sizes = Sizes { subgraph, operator }.list().ok_or_else(|| {
        let message = format!("operator {number} ({}) lacks a tensor that its kernel needs", operator.kind());
        Error::new(Code::BadModel, message)
            .help("leave its scratch out with `--scratch none`, or list it in a file")
    })?;
    Ok(sizes.into_iter().filter(|&bytes| bytes > 0).collect())
}

struct Sizes<'m> {
    subgraph: &'m Subgraph<'m>,
    operator: &'m Operator<'m>,
}

impl<'m> Sizes<'m> {
    fn input(&self, index: usize) -> Option<&'m Tensor<'m>> {
        self.subgraph.tensors.get((*self.operator.inputs.get(index)?)?)
    }

    fn output(&self, index: usize) -> Option<&'m Tensor<'m>> {
        self.subgraph.tensors.get(*self.operator.outputs.get(index)?)
    }

    /// `None` if a tensor is missing or a size exceeds 64 bits.
    fn list(&self) -> Option<Vec<u64>> {
        match self.operator.code {
            Builtin::SVDF => self.svdf(),
            Builtin::UNIDIRECTIONAL_SEQUENCE_LSTM => self.lstm(),
            Builtin::MEAN | Builtin::SUM => self.mean(),
            Builtin::REDUCE_MAX | Builtin::REDUCE_MIN | Builtin::REDUCE_ALL => self.reduce(),
            Builtin::CONV_2D | Builtin::DEPTHWISE_CONV_2D | Builtin::FULLY_CONNECTED => self.filter(),
            Builtin::TRANSPOSE_CONV => self.transpose_conv(),
            Builtin::MIRROR_PAD => {
                let dimensions = self.input(0)?.shape.len() as u64 * WORD;
                Some(vec![dimensions, dimensions])
            }
            // A pointer to each input: 8 bytes on hosts, 4 on microcontrollers.
            Builtin::ADD_N => Some(vec![self.operator.inputs.len() as u64 * 8]),
            Builtin::CUSTOM if self.operator.custom == "SignalRfft" => self.rfft(),
            _ => Some(Vec::new()),
        }
    }

    /// One value for each filter, and in integers one for each unit.
    fn svdf(&self) -> Option<Vec<u64>> {
        let (batches, filters) = (self.input(0)?.dimension(0), self.input(1)?.dimension(0));
        let per_filter = batches.checked_mul(filters)?.checked_mul(WORD)?;
        if self.input(1)?.kind != TensorType::INT8 {
            return Some(vec![per_filter]);
        }
        let rank = u64::try_from(self.operator.options[0]).ok().filter(|&rank| rank > 0)?;
        Some(vec![per_filter, batches.checked_mul(filters / rank)?.checked_mul(WORD)?])
    }

    /// One buffer of a cell's state for each of the four gates.
    fn lstm(&self) -> Option<Vec<u64>> {
        // Input 19 is the cell's state: batches by units.
        let cell = self.input(19)?;
        let bytes = cell.kind.micro_bytes(cell.elements()?)?;
        Some(vec![bytes; 4])
    }

    fn mean(&self) -> Option<Vec<u64>> {
        let mut list = Vec::new();
        if matches!(self.input(0)?.kind, TensorType::INT8 | TensorType::INT16) {
            list.push(self.output(0)?.elements()?.checked_mul(WORD)?);
        }
        list.extend(self.reduce()?);
        Some(list)
    }

    /// The position in the input, and the axes.
    fn reduce(&self) -> Option<Vec<u64>> {
        let dimensions = self.input(0)?.shape.len() as u64;
        Some(vec![dimensions * WORD, self.input(1)?.elements()?.checked_mul(WORD)?])
    }

    /// Weights of 4 bits are unpacked.
    fn filter(&self) -> Option<Vec<u64>> {
        let filter = self.input(1)?;
        if filter.kind == TensorType::INT4 { Some(vec![filter.elements()?]) } else { Some(Vec::new()) }
    }

    /// Sums in 32 or 64 bits, and a bias of 16 bits widened.
    fn transpose_conv(&self) -> Option<Vec<u64>> {
        let elements = self.output(0)?.elements()?;
        Some(match self.input(2)?.kind {
            TensorType::INT8 => vec![elements.checked_mul(4)?],
            TensorType::INT16 => {
                let mut list = vec![elements.checked_mul(8)?];
                if let Some(bias) = self.input(3).filter(|bias| bias.kind == TensorType::INT16) {
                    list.push(bias.elements()?.checked_mul(8)?);
                }
                list
            }
            _ => Vec::new(),
        })
    }

    /// As many values as the transform has points; its output has half of them and one, each of two numbers.
    fn rfft(&self) -> Option<Vec<u64>> {
        let output = self.output(0)?;
        let complex = u64::from(*output.shape.last()?) / 2;
        let points = complex.checked_sub(1)?.checked_mul(2)?;
        Some(vec![output.kind.micro_bytes(points)?])
    }
}
