//! One subgraph of a TensorFlow Lite model as a network.

use std::collections::{BTreeMap, HashMap, HashSet};

use arena_plan_core::kernel::code::Code;

use super::model::{MAGIC, Model, Operator, Subgraph, shown};
use super::operators::Builtin;
use super::types::TensorType;
use crate::error::{Error, Result};
use crate::network::{self, Network, Origin};
use crate::scratch::Scratch;
use crate::tflm::in_place::inputs as inputs_in_place;

/// Whether a file is a TensorFlow Lite model, by the identifier at its fifth byte.
///
/// ```
/// assert!(arena_plan_models::tflite::is_tflite(b"\x1c\0\0\0TFL3"));
/// ```
pub fn is_tflite(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(MAGIC)
}

/// Reads one subgraph of a TensorFlow Lite model; the first one is 0.
///
/// Every tensor has its exact size in bytes, elements of 2 and 4 bits packed. Variable tensors and the variables that
/// READ_VARIABLE and ASSIGN_VARIABLE share are [`Origin::State`]; the handles of the latter take no memory and are
/// left out, as are constants.
///
/// # Errors
///
/// `bad-model` with the byte if the file is damaged or has another format, `unknown-shape` for a tensor whose size is
/// known only at run time, `usage` if there is no such subgraph or operator of the scratch file.
pub fn network(bytes: &[u8], subgraph: usize, scratch: &Scratch) -> Result<Network> {
    let model = Model::read(bytes)?;
    let Some(chosen) = model.subgraphs.get(subgraph) else {
        let count = model.subgraphs.len();
        let message = format!("there is no subgraph {subgraph}: the model has {count}");
        return Err(Error::new(Code::Usage, message).help(format!("write a number from 0 to {}", count - 1)));
    };
    let mut builder = Builder {
        subgraph: chosen,
        handles: handles(chosen),
        positions: BTreeMap::new(),
        network: Network::default(),
    };
    builder.collect(&model)?;
    let kinds: Vec<String> = chosen.operators.iter().map(Operator::kind).collect();
    for (number, operator) in chosen.operators.iter().enumerate() {
        let operator = builder.operator(operator, scratch.of(chosen, number)?)?;
        builder.network.operators.push(operator);
    }
    scratch.check(chosen.operators.len())?;
    let mut network = builder.network;
    network.uncounted = scratch.uncounted(&kinds);
    if model.subgraphs.len() > 1 {
        network.uncounted.push(format!(
            "tensors of the other subgraphs, which IF, WHILE or CALL_ONCE run (the model has {})",
            model.subgraphs.len()
        ));
    }
    Ok(network)
}

/// What a position of the network refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Tensor(usize),
    /// A variable by container and name.
    Variable(String, String),
}

struct Builder<'m> {
    subgraph: &'m Subgraph<'m>,
    handles: HashMap<usize, (&'m str, &'m str)>,
    positions: BTreeMap<Key, usize>,
    network: Network,
}

impl Builder<'_> {
    /// Lists the tensors that need memory, in the order of their numbers, then the variables.
    fn collect(&mut self, model: &Model<'_>) -> Result<()> {
        let mut used = vec![false; self.subgraph.tensors.len()];
        let (inputs, outputs): (HashSet<usize>, HashSet<usize>) =
            (self.subgraph.inputs.iter().copied().collect(), self.subgraph.outputs.iter().copied().collect());
        let of_operators = self
            .subgraph
            .operators
            .iter()
            .flat_map(|operator| operator.inputs.iter().flatten().chain(&operator.outputs));
        for &tensor in inputs.iter().chain(&outputs).chain(of_operators) {
            used[tensor] = true;
        }
        for (number, tensor) in self.subgraph.tensors.iter().enumerate() {
            if !used[number] || tensor.constant || tensor.kind == TensorType::RESOURCE {
                continue;
            }
            let bytes =
                tensor.elements().and_then(|elements| tensor.kind.bytes(elements)).ok_or_else(|| {
                    let kind = tensor.kind.name().unwrap_or_default();
                    let message =
                        format!("tensor {number} `{}` of type {kind} has no fixed size", shown(tensor.name));
                    Error::new(Code::UnknownShape, message)
                })?;
            if bytes == 0 {
                continue;
            }
            let origin = match () {
                () if tensor.variable => Origin::State,
                () if inputs.contains(&number) => Origin::Input,
                () => Origin::Operator,
            };
            self.positions.insert(Key::Tensor(number), self.network.tensors.len());
            self.network.tensors.push(network::Tensor {
                name: tensor.name.to_owned(),
                number: Some(number),
                bytes,
                origin,
                output: outputs.contains(&number),
            });
        }
        let here: HashSet<_> = self.handles.values().copied().collect();
        for ((container, name), bytes) in state_bytes(model) {
            if bytes > 0 && here.contains(&(container, name)) {
                let key = Key::Variable(container.to_owned(), name.to_owned());
                self.positions.insert(key, self.network.tensors.len());
                let name = if name.is_empty() { "state" } else { name }.to_owned();
                let origin = Origin::State;
                self.network.tensors.push(network::Tensor {
                    name,
                    number: None,
                    bytes,
                    origin,
                    output: false,
                });
            }
        }
        Ok(())
    }

    fn operator(&self, operator: &Operator<'_>, scratch: Vec<u64>) -> Result<network::Operator> {
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        for &tensor in operator.inputs.iter().flatten() {
            inputs.extend(self.position(operator, tensor));
        }
        for &tensor in &operator.outputs {
            match self.position(operator, tensor) {
                // State is updated in place.
                Some(position) if self.network.tensors[position].origin == Origin::State => {
                    inputs.push(position)
                }
                position => outputs.extend(position),
            }
        }
        for list in [&mut inputs, &mut outputs] {
            let mut seen = HashSet::new();
            list.retain(|position| seen.insert(*position));
        }
        let in_place = match outputs.len() {
            1 => inputs_in_place(self.subgraph, operator)
                .filter_map(|input| self.position(operator, input))
                .collect(),
            _ => Vec::new(),
        };
        Ok(network::Operator {
            kind: operator.kind(),
            name: String::new(),
            inputs,
            outputs,
            scratch,
            in_place,
        })
    }

    /// The position in the network of a tensor of an operator: `None` for constants and handles that are only
    /// created.
    fn position(&self, operator: &Operator<'_>, tensor: usize) -> Option<usize> {
        if self.subgraph.tensors[tensor].kind != TensorType::RESOURCE {
            return self.positions.get(&Key::Tensor(tensor)).copied();
        }
        // Creating a handle does not access the variable.
        if operator.code == Builtin::VAR_HANDLE {
            return None;
        }
        let &(container, name) = self.handles.get(&tensor)?;
        self.positions.get(&Key::Variable(container.to_owned(), name.to_owned())).copied()
    }
}

/// The variables that the handles of a subgraph refer to, by the handle's tensor.
fn handles<'a>(subgraph: &Subgraph<'a>) -> HashMap<usize, (&'a str, &'a str)> {
    let made = |operator: &Operator<'a>| Some((*operator.outputs.first()?, operator.handle?));
    subgraph.operators.iter().filter_map(made).collect()
}

/// The variables of a model with their sizes: the largest tensor that is read from them or assigned to them.
pub(crate) fn state_bytes<'a>(model: &Model<'a>) -> BTreeMap<(&'a str, &'a str), u64> {
    let mut sizes = BTreeMap::new();
    for subgraph in &model.subgraphs {
        let handles = handles(subgraph);
        for operator in &subgraph.operators {
            let value = match operator.code {
                Builtin::READ_VARIABLE => operator.outputs.first().copied(),
                Builtin::ASSIGN_VARIABLE => operator.inputs.get(1).copied().flatten(),
                _ => continue,
            };
            let handle = operator.inputs.first().copied().flatten();
            let (Some(value), Some(handle)) = (value, handle) else { continue };
            let Some(&key) = handles.get(&handle) else { continue };
            let tensor = &subgraph.tensors[value];
            let bytes = tensor.elements().and_then(|elements| tensor.kind.bytes(elements)).unwrap_or(0);
            let size = sizes.entry(key).or_insert(0);
            *size = bytes.max(*size);
        }
    }
    sizes
}
