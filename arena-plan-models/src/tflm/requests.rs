//! The requests of TensorFlow Lite Micro to its memory planner: every tensor of every subgraph, and scratch, with the
//! lifetimes that it assigns (`micro_allocation_info.cc`).

use std::collections::HashSet;

use arena_plan_core::kernel::code::Code;

use super::portable_scratch;
use crate::error::{Error, Result};
use crate::scratch::Scratch;
use crate::tflite::model::{Model, Operator, shown};
use crate::tflite::operators::Builtin;

/// Alignment of buffers and of their sizes in the arena: `MicroArenaBufferAlignment()`.
pub(crate) const ALIGNMENT: u64 = 16;

/// Maximum depth of subgraphs that call one another; a cycle would never end.
const DEEPEST: usize = 64;

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Tensor { subgraph: usize, tensor: usize },
    Scratch { subgraph: usize, operator: usize },
}

/// One buffer that the planner is asked to place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) owner: Owner,
    /// Bytes, rounded up to [`ALIGNMENT`].
    pub(crate) bytes: u64,
    /// First and last scope in which it is used; each operator is a scope, 0 is the time before the first.
    pub(crate) life: Option<(u64, u64)>,
    /// Keeps its contents from run to run, so no other buffer may use its bytes.
    pub(crate) state: bool,
    /// Its offset in an offline plan.
    pub(crate) offline: Option<u64>,
}

/// The requests of a model, and its scopes.
#[derive(Clone, Debug)]
pub(crate) struct Requests {
    pub(crate) list: Vec<Request>,
    /// Subgraph and operator of each scope; `None` for the start of a subgraph.
    pub(crate) scopes: Vec<(usize, Option<usize>)>,
    /// Position of the first tensor of each subgraph in an offline plan.
    pub(crate) first_tensor: Vec<usize>,
    /// Tensors of all subgraphs together: the length of an offline plan.
    pub(crate) tensors: usize,
}

impl Requests {
    /// The requests of a model; `plan` has the offsets of an offline plan, one for each tensor.
    pub(crate) fn of(model: &Model<'_>, scratch: &Scratch, plan: Option<&[i32]>) -> Result<Self> {
        let mut first_tensor = Vec::new();
        let mut tensors = 0;
        for subgraph in &model.subgraphs {
            first_tensor.push(tensors);
            tensors += subgraph.tensors.len();
        }
        let mut lives = Lives {
            model,
            lives: model.subgraphs.iter().map(|subgraph| vec![None; subgraph.tensors.len()]).collect(),
            operators: model.subgraphs.iter().map(|subgraph| vec![None; subgraph.operators.len()]).collect(),
            scopes: vec![(0, None)],
            left: 1_000_000,
        };
        lives.subgraph(0, 0)?;
        let mut list = Vec::new();
        for (index, subgraph) in model.subgraphs.iter().enumerate() {
            let handles: HashSet<usize> = subgraph
                .operators
                .iter()
                .filter(|operator| operator.code == Builtin::VAR_HANDLE)
                .flat_map(|operator| operator.outputs.iter().copied())
                .collect();
            for (number, tensor) in subgraph.tensors.iter().enumerate() {
                let offset = plan.and_then(|plan| plan.get(first_tensor[index] + number)).copied();
                let offline = offset.and_then(|offset| u64::try_from(offset).ok());
                // VAR_HANDLE keeps its handle elsewhere, and variables are persistent unless a plan places them.
                if tensor.constant || handles.contains(&number) || tensor.variable && offline.is_none() {
                    continue;
                }
                let life = lives.lives[index][number];
                if life.is_none() && offline.is_none() {
                    continue;
                }
                let bytes = tensor
                    .elements()
                    .and_then(|elements| tensor.kind.micro_bytes(elements))
                    .ok_or_else(|| {
                        let kind = tensor.kind.name().unwrap_or_default();
                        let message = format!(
                            "tensor {number} `{}` of type {kind} has no size in TensorFlow Lite Micro",
                            shown(tensor.name)
                        );
                        Error::new(Code::UnknownShape, message)
                    })?;
                if bytes == 0 {
                    continue;
                }
                let owner = Owner::Tensor { subgraph: index, tensor: number };
                list.push(Request { owner, bytes: rounded(bytes)?, life, state: tensor.variable, offline });
            }
        }
        for (index, subgraph) in model.subgraphs.iter().enumerate() {
            for operator in 0..subgraph.operators.len() {
                let sizes = match scratch {
                    Scratch::Builtin => portable_scratch(subgraph, operator)?,
                    _ if index == 0 => scratch.of(subgraph, operator)?,
                    _ => Vec::new(),
                };
                for bytes in sizes {
                    let owner = Owner::Scratch { subgraph: index, operator };
                    let life = lives.operators[index][operator];
                    list.push(Request { owner, bytes: rounded(bytes)?, life, state: false, offline: None });
                }
            }
        }
        if let Some(first) = model.subgraphs.first() {
            scratch.check(first.operators.len())?;
        }
        Ok(Self { list, scopes: lives.scopes, first_tensor, tensors })
    }

    /// Number of scratch buffers.
    pub(crate) fn scratch(&self) -> usize {
        self.list.iter().filter(|request| matches!(request.owner, Owner::Scratch { .. })).count()
    }

    /// The last scope.
    pub(crate) fn end(&self) -> u64 {
        (self.scopes.len() as u64).saturating_sub(1)
    }

    /// The scopes in which a request is alive; state is in all.
    pub(crate) fn life(&self, request: &Request) -> (u64, u64) {
        match request.life {
            Some(life) if !request.state => life,
            // An unused tensor has no scope of its own; a plan that places it is trusted.
            _ => (0, self.end()),
        }
    }
}

fn rounded(bytes: u64) -> Result<u64> {
    // The runtime counts in 32 bits.
    bytes.checked_next_multiple_of(ALIGNMENT).filter(|&bytes| i32::try_from(bytes).is_ok()).ok_or_else(|| {
        let message = format!("a tensor of {bytes} bytes is more than TensorFlow Lite Micro can count");
        Error::new(Code::OutOfRange, message)
    })
}

/// Lifetimes under construction.
struct Lives<'m> {
    model: &'m Model<'m>,
    lives: Vec<Vec<Option<(u64, u64)>>>,
    operators: Vec<Vec<Option<(u64, u64)>>>,
    scopes: Vec<(usize, Option<usize>)>,
    /// Operators that may still be visited: subgraphs that are called repeatedly are visited each time.
    left: usize,
}

impl Lives<'_> {
    fn now(&self) -> u64 {
        self.scopes.len() as u64 - 1
    }

    /// Marks a tensor as used now.
    fn touch(&mut self, subgraph: usize, tensor: usize) {
        let now = self.now();
        let life = &mut self.lives[subgraph][tensor];
        *life = Some(life.map_or((now, now), |(first, _)| (first, now)));
    }

    /// Marks a tensor as written now, without a use.
    fn create(&mut self, subgraph: usize, tensor: usize) {
        let now = self.now();
        let life = &mut self.lives[subgraph][tensor];
        *life = Some(life.unwrap_or((now, now)));
    }

    fn subgraph(&mut self, index: usize, depth: usize) -> Result<()> {
        let model = self.model;
        let Some(subgraph) = model.subgraphs.get(index) else {
            let message =
                format!("an operator runs the subgraph {index}; there are {}", model.subgraphs.len());
            return Err(Error::new(Code::BadModel, message));
        };
        if depth > DEEPEST {
            return Err(Error::new(Code::BadModel, format!("the subgraph {index} calls itself without end")));
        }
        for &input in &subgraph.inputs {
            self.touch(index, input);
        }
        for (number, operator) in subgraph.operators.iter().enumerate() {
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                Error::new(Code::BadModel, "the subgraphs call one another for more than a million operators")
            })?;
            self.scopes.push((index, Some(number)));
            let start = self.now();
            for &output in &operator.outputs {
                self.create(index, output);
            }
            for called in calls(operator) {
                self.scopes.push((called, None));
                self.subgraph(called, depth + 1)?;
            }
            for &input in operator.inputs.iter().flatten() {
                self.touch(index, input);
            }
            for &output in &operator.outputs {
                self.touch(index, output);
            }
            let now = self.now();
            let life = &mut self.operators[index][number];
            *life = Some(life.map_or((start, now), |(first, _)| (first, now)));
        }
        for &output in &subgraph.outputs {
            self.touch(index, output);
        }
        Ok(())
    }
}

/// The subgraphs that an operator runs.
fn calls(operator: &Operator<'_>) -> Vec<usize> {
    let count = match operator.code {
        Builtin::IF | Builtin::WHILE => 2,
        Builtin::CALL_ONCE => 1,
        _ => 0,
    };
    operator.options[..count].iter().map(|&index| usize::try_from(index).unwrap_or(usize::MAX)).collect()
}
