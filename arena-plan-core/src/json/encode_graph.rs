//! Writing graphs as JSON text.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::encode::{BankText, Decimal, banks, text};
use crate::problem::{Graph, Id};

#[derive(Serialize)]
struct GraphText<'a> {
    schema: u32,
    banks: Vec<BankText<'a>>,
    tensors: Vec<TensorText<'a>>,
    steps: Vec<StepText<'a>>,
}

#[derive(Serialize)]
struct TensorText<'a> {
    id: &'a str,
    bytes: Decimal,
    alignment: Decimal,
    banks: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_bank: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_offset: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Decimal>,
    source: bool,
    retain: bool,
}

#[derive(Serialize)]
struct StepText<'a> {
    id: &'a str,
    inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    scratch: Vec<&'a str>,
}

/// A graph, tensors and steps in their order: of schema 2 if a bank has a reserve or a tensor a weight, else of schema 1.
///
/// ```
/// use arena_plan_core::json::{decode_graph, encode_graph};
/// let text = br#"{"schema": 1, "banks": [], "tensors": [], "steps": [{"id": "idle", "inputs": [], "outputs": [], "scratch": []}]}"#;
/// let graph = decode_graph(text)?;
/// assert_eq!(decode_graph(encode_graph(&graph).as_bytes()), Ok(graph));
/// # Ok::<(), arena_plan_core::json::Error>(())
/// ```
pub fn encode_graph(graph: &Graph) -> String {
    let second = graph.banks.iter().any(|bank| bank.reserve > 0)
        || graph.tensors.iter().any(|tensor| tensor.weight.is_some());
    let tensors = graph.tensors.iter().map(|tensor| TensorText {
        id: &tensor.id,
        bytes: Decimal(tensor.bytes),
        alignment: Decimal(tensor.alignment),
        banks: ids(&tensor.banks),
        fixed_bank: tensor.fixed_bank.as_deref(),
        fixed_offset: tensor.fixed_offset.map(Decimal),
        weight: tensor.weight.map(Decimal),
        source: tensor.source,
        retain: tensor.retain,
    });
    let steps = graph.steps.iter().map(|step| StepText {
        id: &step.id,
        inputs: ids(&step.inputs),
        outputs: ids(&step.outputs),
        scratch: ids(&step.scratch),
    });
    text(&GraphText {
        schema: if second { 2 } else { 1 },
        banks: banks(&graph.banks),
        tensors: tensors.collect(),
        steps: steps.collect(),
    })
}

fn ids(list: &[Id]) -> Vec<&str> {
    list.iter().map(|id| &**id).collect()
}
