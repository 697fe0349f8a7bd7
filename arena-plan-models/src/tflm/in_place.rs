//! Operators that may write their result over an input that nothing reads afterwards.

use std::collections::HashMap;

use super::requests::{Owner, Requests};
use crate::tflite::model::{Model, Operator, Subgraph, Tensor};

/// Kinds whose kernels, the portable ones and those of CMSIS-NN, read each element before they write the one at its
/// place, and nothing else. RESHAPE copies only if the places differ.
const ONE_INPUT: &[&str] = &[
    "ABS",
    "CEIL",
    "COS",
    "ELU",
    "EXP",
    "FLOOR",
    "HARD_SWISH",
    "LEAKY_RELU",
    "LOG",
    "LOGISTIC",
    "NEG",
    "QUANTIZE",
    "RELU",
    "RELU6",
    "RESHAPE",
    "ROUND",
    "RSQRT",
    "SIN",
    "SQRT",
    "SQUARE",
    "TANH",
];

/// The same with two inputs, where neither is stretched over the other.
const TWO_INPUTS: &[&str] = &["ADD", "DIV", "MAXIMUM", "MINIMUM", "MUL", "SQUARED_DIFFERENCE", "SUB"];

/// For each request the one whose bytes it may take over: itself for none.
pub(super) fn taken_over(model: &Model<'_>, requests: &Requests) -> Vec<usize> {
    let mut positions = HashMap::new();
    for (position, request) in requests.list.iter().enumerate() {
        if let Owner::Tensor { subgraph, tensor } = request.owner {
            positions.insert((subgraph, tensor), position);
        }
    }
    let mut parents: Vec<usize> = (0..requests.list.len()).collect();
    let mut taken = vec![false; requests.list.len()];
    for (scope, &(index, operator)) in (0u64..).zip(&requests.scopes) {
        let Some(operator) = operator else { continue };
        let subgraph = &model.subgraphs[index];
        let operator = &subgraph.operators[operator];
        let [output] = operator.outputs[..] else { continue };
        let Some(&written) = positions.get(&(index, output)) else { continue };
        // Subgraphs that run more than once give their tensors one lifetime for all runs.
        let born = requests.list[written].life.is_some_and(|(first, _)| first == scope);
        let dying = inputs(subgraph, operator).find_map(|input| {
            let &position = positions.get(&(index, input))?;
            let dies = requests.list[position].life.is_some_and(|(_, last)| last == scope);
            let kept = subgraph.outputs.contains(&input) || requests.list[position].state || taken[position];
            (dies && !kept).then_some(position)
        });
        if let Some(position) = dying.filter(|_| born && !requests.list[written].state) {
            taken[position] = true;
            parents[written] = position;
        }
    }
    parents
}

/// The inputs that an operator may write its only output over, whatever else needs them: their tensors' numbers.
pub(crate) fn inputs<'m>(
    subgraph: &'m Subgraph<'m>,
    operator: &'m Operator<'m>,
) -> impl Iterator<Item = usize> {
    let kind = operator.code.name();
    let shape = |tensor: usize| &subgraph.tensors[tensor].shape;
    let count = match () {
        () if ONE_INPUT.contains(&kind.as_str()) => 1,
        () if TWO_INPUTS.contains(&kind.as_str())
            && operator.inputs.iter().flatten().all(|&input| shape(input) == shape(operator.outputs[0])) =>
        {
            2
        }
        () => 0,
    };
    let output = operator.outputs.first().map(|&output| &subgraph.tensors[output]);
    let fits = move |input: &usize| output.is_some_and(|output| alike(&subgraph.tensors[*input], output));
    operator.inputs.iter().take(count).filter_map(|input| *input).filter(fits)
}

/// Whether two tensors have as many elements of the same size.
fn alike(a: &Tensor<'_>, b: &Tensor<'_>) -> bool {
    a.elements() == b.elements()
        && a.kind.micro_bytes(1).is_some()
        && a.kind.micro_bytes(1) == b.kind.micro_bytes(1)
}
