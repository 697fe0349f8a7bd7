//! From a network to a graph of arena-plan: ids, banks, alignment. The only place that builds the planner's types.

use std::collections::HashSet;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{Alias, Bank, Graph, Id, Needs, Step, Tensor};

use crate::error::{Error, Result};
use crate::name::{Ids, word};
use crate::network::{Network, Origin};

/// Default alignment of every buffer: that of TensorFlow Lite Micro.
pub const ALIGNMENT: u64 = 16;

/// Where the tensors of a model may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The banks, the preferred one first. An empty list means a bank `ram` in which everything fits without reuse.
    pub banks: Vec<Bank>,
    /// Alignment of every tensor, a power of two.
    pub alignment: u64,
    /// Whether operators write over an input that nothing reads afterwards, where their kernels can: the output is then
    /// an alias of the input.
    pub in_place: bool,
}

impl Default for Memory {
    fn default() -> Self {
        Self { banks: Vec::new(), alignment: ALIGNMENT, in_place: false }
    }
}

/// A graph, and the model's names for its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The graph; [`lifetimes`](arena_plan_core::problem::lifetimes()) converts it to a problem. Tensors whose id is
    /// not their name in the model also have that name.
    pub graph: Graph,
    /// The model's own names of the operators, in the order of `graph.steps`.
    pub step_names: Vec<String>,
    /// What takes memory at run time and is not in the graph, one line each.
    pub uncounted: Vec<String>,
    /// Number of operators that write over an input.
    pub in_place: usize,
}

/// Converts a network to a graph: inputs are sources, outputs are retained, state is both; scratch belongs to its
/// operator.
///
/// Ids are derived from the model's names (`model/conv2d/Relu` becomes `model_conv2d_relu`) or, without one, of its
/// number (`t22`); steps are `s007_conv_2d`. An input that no operator reads belongs to the first step.
///
/// # Errors
///
/// `bad-model` if there is no operator, `never-written`, `read-before-write` and `written-twice` if the order of the
/// operators does not give every tensor a lifetime, `bad-alignment` and `sum-overflow` for figures out of range.
pub fn graph(network: Network, memory: &Memory) -> Result<Import> {
    if !memory.alignment.is_power_of_two() {
        let message = format!("the alignment {} is not a power of two", memory.alignment);
        return Err(Error::new(Code::BadAlignment, message).help("write 1, 2, 4, 8, 16, …"));
    }
    if network.operators.is_empty() {
        return Err(Error::new(Code::BadModel, "the model has no operators, so nothing needs memory"));
    }
    check_order(&network)?;
    let banks = match memory.banks.as_slice() {
        [] => vec![Bank::new("ram", without_reuse(&network, memory.alignment)?)],
        banks => banks.to_vec(),
    };
    let allowed: Vec<Id> = banks.iter().map(|bank| bank.id.clone()).collect();
    let tensor = |id: &str, name: &str, bytes, source, retain| Tensor {
        id: id.into(),
        needs: Needs {
            alignment: memory.alignment,
            name: (!name.is_empty() && name != id).then(|| name.into()),
            ..Needs::new(bytes, allowed.clone())
        },
        source,
        retain,
    };
    let mut ids = Ids::default();
    let mut tensors = Vec::new();
    for (position, found) in network.tensors.iter().enumerate() {
        let id = ids.unique(&found.name, &format!("t{}", found.number.unwrap_or(position)));
        let (source, state) = (found.origin != Origin::Operator, found.origin == Origin::State);
        tensors.push(tensor(&id, &found.name, found.bytes, source, found.output || state));
    }
    let over = if memory.in_place { written_over(&network) } else { Vec::new() };
    for &(output, input) in &over {
        tensors[output].needs.alias = Some(Alias { of: tensors[input].id.clone(), offset: 0 });
    }
    let id = |position: &usize| tensors[*position].id.clone();
    let mut steps = Vec::new();
    let mut scratch = Vec::new();
    for (number, operator) in network.operators.iter().enumerate() {
        let mut step = Step {
            id: format!("s{number:03}_{}", word(&operator.kind)).into(),
            inputs: operator.inputs.iter().map(id).collect(),
            outputs: operator.outputs.iter().map(id).collect(),
            scratch: Vec::new(),
        };
        for (index, &bytes) in operator.scratch.iter().enumerate() {
            let id = ids.unique(&format!("s{number:03}_scratch_{index}"), "scratch");
            scratch.push(tensor(&id, "", bytes, false, false));
            step.scratch.push(id.into());
        }
        steps.push(step);
    }
    let unused = unused_sources(&network);
    steps[0].inputs.extend(unused.iter().map(id));
    tensors.append(&mut scratch);
    let step_names = network.operators.into_iter().map(|operator| operator.name).collect();
    let graph = Graph { banks, tensors, steps };
    Ok(Import { graph, step_names, uncounted: network.uncounted, in_place: over.len() })
}

/// Outputs, each with the input of its operator that it is written over: the first one that the kernel allows and that
/// nothing needs afterwards.
fn written_over(network: &Network) -> Vec<(usize, usize)> {
    let mut last_use = vec![None; network.tensors.len()];
    for (number, operator) in network.operators.iter().enumerate() {
        operator.inputs.iter().for_each(|&input| last_use[input] = Some(number));
    }
    let mut taken = vec![false; network.tensors.len()];
    let mut over = Vec::new();
    for (number, operator) in network.operators.iter().enumerate() {
        let [output] = operator.outputs[..] else { continue };
        let free = operator.in_place.iter().copied().find(|&input| {
            let tensor = &network.tensors[input];
            let kept = tensor.output || tensor.origin == Origin::State || taken[input];
            !kept && last_use[input] == Some(number) && tensor.bytes == network.tensors[output].bytes
        });
        if let Some(input) = free.filter(|_| network.tensors[output].origin == Origin::Operator) {
            taken[input] = true;
            over.push((output, input));
        }
    }
    over
}

/// Bytes that all tensors and scratch take without reuse.
fn without_reuse(network: &Network, alignment: u64) -> Result<u64> {
    let scratch = network.operators.iter().flat_map(|operator| &operator.scratch);
    let sizes = network.tensors.iter().map(|tensor| &tensor.bytes).chain(scratch);
    let sum: u128 = sizes.map(|&bytes| u128::from(bytes).next_multiple_of(alignment.into())).sum();
    u64::try_from(sum).ok().filter(|&sum| i64::try_from(sum).is_ok()).ok_or_else(|| {
        Error::new(Code::SumOverflow, format!("the tensors take {sum} bytes, which exceeds 2^63 - 1"))
    })
}

/// Sources that no operator uses.
fn unused_sources(network: &Network) -> Vec<usize> {
    let used: HashSet<usize> = network
        .operators
        .iter()
        .flat_map(|operator| operator.inputs.iter().chain(&operator.outputs))
        .copied()
        .collect();
    (0..network.tensors.len())
        .filter(|position| network.tensors[*position].origin != Origin::Operator && !used.contains(position))
        .collect()
}

/// Checks that each tensor is written once, and before it is read.
fn check_order(network: &Network) -> Result<()> {
    let mut writers: Vec<Option<usize>> = vec![None; network.tensors.len()];
    for (number, operator) in network.operators.iter().enumerate() {
        for &output in &operator.outputs {
            if network.tensors[output].origin != Origin::Operator {
                let message = format!(
                    "operator {number} ({}) writes {}, which the application fills",
                    operator.kind.escape_debug(),
                    shown(network, output)
                );
                return Err(Error::new(Code::WrittenTwice, message));
            }
            if let Some(first) = writers[output].replace(number) {
                let message =
                    format!("{} is written by the operators {first} and {number}", shown(network, output));
                return Err(Error::new(Code::WrittenTwice, message));
            }
        }
    }
    for (position, tensor) in network.tensors.iter().enumerate() {
        if tensor.output && tensor.origin == Origin::Operator && writers[position].is_none() {
            let message =
                format!("{} is an output of the model, and no operator writes it", shown(network, position));
            return Err(Error::new(Code::NeverWritten, message));
        }
    }
    for (number, operator) in network.operators.iter().enumerate() {
        for &input in &operator.inputs {
            let tensor = &network.tensors[input];
            match writers[input] {
                None if tensor.origin == Origin::Operator => {
                    let message = format!(
                        "operator {number} ({}) reads {}, which no operator writes and which is not an input",
                        operator.kind.escape_debug(),
                        shown(network, input)
                    );
                    return Err(Error::new(Code::NeverWritten, message));
                }
                Some(writer) if writer >= number => {
                    let message = format!(
                        "operator {number} ({}) reads {}, which operator {writer} writes",
                        operator.kind.escape_debug(),
                        shown(network, input)
                    );
                    return Err(Error::new(Code::ReadBeforeWrite, message)
                        .help("the operators of a model are run in the order of the file"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// A tensor as messages name it.
fn shown(network: &Network, position: usize) -> String {
    let tensor = &network.tensors[position];
    let number = tensor.number.map_or_else(String::new, |number| format!("tensor {number} "));
    let name: String = tensor.name.chars().take(80).collect();
    format!("{number}`{}`", name.escape_debug())
}
