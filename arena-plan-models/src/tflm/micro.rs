//! A model as TensorFlow Lite Micro plans it: the problem, the result of its own planner, and offline plans.

use std::collections::BTreeMap;

use arena_plan_core::kernel::code::Code;
use arena_plan_core::problem::{Bank, Buffer, Finding, Id, Layout, Placement, Problem, Verdict, verify};

use super::arena::{Arena, arena};
use super::greedy::{greedy, head};
use super::in_place;
use super::requests::{ALIGNMENT, Owner, Request, Requests};
use super::write;
use crate::error::{Error, Result};
use crate::name::{Ids, word};
use crate::scratch::Scratch;
use crate::tflite::model::{Model, Operator};

/// Name of the metadata that contains an offline plan.
pub(super) const METADATA: &str = "OfflineMemoryAllocation";

/// The bank of all problems here: the head of the arena.
const HEAD: &str = "head";

/// In an offline plan: placed at run time.
const AT_RUN_TIME: i32 = -1;

/// A `.tflite` model and the buffers that TensorFlow Lite Micro plans for it: those of all subgraphs, each rounded up
/// to 16 bytes. State is not among them; the runtime keeps it in the persistent tail of the arena.
#[derive(Debug)]
pub struct Micro<'a> {
    model: Model<'a>,
    scratch: Scratch,
    requests: Requests,
    ids: Vec<Id>,
    steps: Vec<Id>,
    /// For each request the one that it is written over, itself unless operators work in place.
    over: Vec<usize>,
}

impl<'a> Micro<'a> {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// Same as for [`tflite::network`](crate::tflite::network()), and `out-of-range` for tensors that the runtime
    /// cannot count.
    pub fn read(bytes: &'a [u8], scratch: &Scratch) -> Result<Self> {
        let model = Model::read(bytes)?;
        let requests = Requests::of(&model, scratch, None)?;
        let ids = ids(&model, &requests);
        let step = |&(subgraph, operator): &(usize, Option<usize>)| match operator {
            Some(operator) => {
                let kind = word(&model.subgraphs[subgraph].operators[operator].kind());
                format!("{}s{operator:03}_{kind}", prefix(subgraph)).into()
            }
            None => format!("g{subgraph}_inputs").into(),
        };
        let steps = requests.scopes.iter().map(step).collect();
        let over = apart(requests.list.len());
        Ok(Self { model, scratch: scratch.clone(), requests, ids, steps, over })
    }

    /// The same model with operators in place where they may: elementwise ones and RESHAPE write over an input that
    /// nothing reads afterwards. The kernels know nothing of it; those of the runtime and of CMSIS-NN allow it.
    #[must_use]
    pub fn with_in_place(mut self) -> Self {
        self.over = in_place::taken_over(&self.model, &self.requests);
        self
    }

    /// Number of operators that write over an input.
    pub fn in_place(&self) -> usize {
        joined(&self.over)
    }

    /// Number of operators that write over an input in an offline plan.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn in_place_of(&self, plan: &[i32]) -> Result<usize> {
        let requests = Requests::of(&self.model, &self.scratch, Some(plan))?;
        Ok(joined(&self.over_in(&requests, &greedy(&requests.list))))
    }

    /// The same for a layout: an operator that may work in place does if both requests have one offset.
    fn over_in(&self, requests: &Requests, offsets: &[u64]) -> Vec<usize> {
        let mut over = in_place::taken_over(&self.model, requests);
        for (request, from) in
            over.iter_mut().enumerate().filter(|(request, from)| offsets[*request] != offsets[**from])
        {
            *from = request;
        }
        over
    }

    /// The problem of the arena's head: one bank `head` of `capacity` bytes, or large enough to need no reuse.
    /// Step 0 is the time before the first operator. What an operator writes in place is an alias of its input.
    pub fn problem(&self, capacity: Option<u64>) -> Problem {
        problem(&self.requests, &self.ids, &self.over, capacity)
    }

    /// Names of the problem's steps.
    pub fn steps(&self) -> &[Id] {
        &self.steps
    }

    /// The model's own name for a buffer of the problem; `None` for scratch.
    pub fn name(&self, buffer: &str) -> Option<&'a str> {
        let position = self.ids.iter().position(|id| **id == *buffer)?;
        match self.requests.list[position].owner {
            Owner::Tensor { subgraph, tensor } => Some(self.model.subgraphs[subgraph].tensors[tensor].name),
            Owner::Scratch { .. } => None,
        }
    }

    /// Bytes of the head that the runtime's own greedy planner takes without an offline plan.
    pub fn greedy_head(&self) -> u64 {
        head(&self.requests.list, &greedy(&self.requests.list))
    }

    /// The layout of the runtime's own greedy planner.
    pub fn greedy_layout(&self) -> Layout {
        layout(&self.ids, &greedy(&self.requests.list))
    }

    /// The offline plan of a layout: an offset for each tensor of all subgraphs, -1 if it has none.
    ///
    /// # Errors
    ///
    /// `inexpressible` if the layout has an offset above 2^31 - 1.
    pub fn offline_plan(&self, layout: &Layout) -> Result<Vec<i32>> {
        let mut offsets = vec![AT_RUN_TIME; self.requests.tensors];
        let places: BTreeMap<&str, u64> =
            layout.placements.iter().map(|placement| (&*placement.id, placement.offset)).collect();
        for (request, id) in self.requests.list.iter().zip(&self.ids) {
            let (Owner::Tensor { subgraph, tensor }, Some(&offset)) = (request.owner, places.get(&**id))
            else {
                continue;
            };
            offsets[self.requests.first_tensor[subgraph] + tensor] = i32::try_from(offset).map_err(|_| {
                let message = format!("`{id}` is at {offset}; an offline plan has 31 bits for an offset");
                Error::new(Code::Inexpressible, message)
            })?;
        }
        Ok(offsets)
    }

    /// Bytes of the head with an offline plan: the runtime places what is not in the plan, such as scratch, around
    /// it.
    ///
    /// # Errors
    ///
    /// Same as for [`read`](Self::read).
    pub fn head(&self, plan: &[i32]) -> Result<u64> {
        let requests = Requests::of(&self.model, &self.scratch, Some(plan))?;
        Ok(head(&requests.list, &greedy(&requests.list)))
    }

    /// The smallest arena in which the runtime can run the model, with an offline plan or with its own: the size to
    /// use in the firmware before the model is flashed.
    ///
    /// The figure is for the runtime on a 64-bit machine, as in its Python package, with its portable kernels; on a
    /// microcontroller its structures are no larger. For operators in [`Arena::unknown`], add some memory.
    ///
    /// # Errors
    ///
    /// Same as for [`read`](Self::read).
    pub fn arena(&self, plan: Option<&[i32]>) -> Result<Arena> {
        let requests = Requests::of(&self.model, &self.scratch, plan)?;
        let head = head(&requests.list, &greedy(&requests.list));
        Ok(arena(&self.model, &requests, head))
    }

    /// The offline plan that is already in the model.
    ///
    /// # Errors
    ///
    /// `bad-model` if its metadata is too short for its own header of three numbers.
    pub fn plan_inside(&self) -> Result<Option<Vec<i32>>> {
        // The runtime uses the last one.
        let Some(&(_, buffer)) = self.model.metadata.iter().rfind(|(name, _)| *name == METADATA) else {
            return Ok(None);
        };
        let data = self.model.buffers[buffer];
        let numbers: Vec<i32> = data
            .chunks_exact(4)
            .map(|number| i32::from_le_bytes([number[0], number[1], number[2], number[3]]))
            .collect();
        let count = numbers.get(2).and_then(|&count| usize::try_from(count).ok());
        match count.and_then(|count| numbers.get(3..)?.get(..count)) {
            Some(offsets) => Ok(Some(offsets.to_vec())),
            None => {
                let message = format!(
                    "the metadata `{METADATA}` has {} bytes, fewer than its own count needs",
                    data.len()
                );
                Err(Error::broken(write::position(self.model.bytes, data), message))
            }
        }
    }

    /// Checks an offline plan, which the runtime does not do: count, alignment, overlap, and range. An output may lie
    /// exactly where an input of its operator does if the kernel allows it. `capacity` is that of the head if it is
    /// known; otherwise nothing may be above the sum of all buffers without reuse.
    ///
    /// # Errors
    ///
    /// Same as for [`read`](Self::read).
    pub fn check(&self, plan: &[i32], capacity: Option<u64>) -> Result<Verdict> {
        let finding =
            |code, buffer: &str, message| Finding { buffer: buffer.into(), code, other: None, message };
        if plan.len() != self.requests.tensors {
            let message = format!(
                "the plan has {} offsets and the model {} tensors: the runtime refuses it",
                plan.len(),
                self.requests.tensors
            );
            let fewer = plan.len() < self.requests.tensors;
            let code = if fewer { Code::MissingPlacement } else { Code::UnknownBuffer };
            return Ok(Verdict { findings: vec![finding(code, METADATA, message)], complete: true });
        }
        let requests = Requests::of(&self.model, &self.scratch, Some(plan))?;
        let ids = ids(&self.model, &requests);
        let offsets = greedy(&requests.list);
        let over = self.over_in(&requests, &offsets);
        let mut verdict = verify(&problem(&requests, &ids, &over, capacity), &layout(&ids, &offsets));
        for (index, subgraph) in self.model.subgraphs.iter().enumerate() {
            for (number, tensor) in subgraph.tensors.iter().enumerate() {
                let offset = plan[self.requests.first_tensor[index] + number];
                if offset < AT_RUN_TIME && !tensor.constant {
                    let message =
                        format!("tensor {number} `{}` is at {offset}, before the arena", tensor.name);
                    verdict.findings.push(finding(Code::OutOfBank, tensor.name, message));
                }
            }
        }
        verdict.findings.sort();
        Ok(verdict)
    }

    /// The file with an offline plan inside. Everything else keeps its bytes and meaning.
    ///
    /// # Errors
    ///
    /// `plan-exists` if there already is one and `replace` is not set, `inexpressible` if the file has parts that
    /// cannot be moved, or if the runtime would misread the plan.
    pub fn write(&self, plan: &[i32], replace: bool) -> Result<Vec<u8>> {
        self.check_variables(plan)?;
        write::write(&self.model, plan, replace)
    }

    /// The runtime looks up variables of every subgraph among the offsets of the first one.
    fn check_variables(&self, plan: &[i32]) -> Result<()> {
        for (index, subgraph) in self.model.subgraphs.iter().enumerate().skip(1) {
            for (number, tensor) in subgraph.tensors.iter().enumerate() {
                if tensor.variable && plan.get(number).is_some_and(|&offset| offset != AT_RUN_TIME) {
                    let message = format!(
                        "tensor {number} of subgraph {index} is a variable, which TensorFlow Lite Micro loses in a model \
                         with an offline plan"
                    );
                    return Err(Error::new(Code::Inexpressible, message));
                }
            }
        }
        Ok(())
    }

    /// Kinds of the model's operators, each once, in the order of their first use.
    pub fn kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for kind in self.model.subgraphs.iter().flat_map(|subgraph| &subgraph.operators).map(Operator::kind) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}

/// An id for each request.
fn ids(model: &Model<'_>, requests: &Requests) -> Vec<Id> {
    let mut ids = Ids::default();
    let mut scratch = BTreeMap::new();
    let id = |request: &Request| match request.owner {
        Owner::Tensor { subgraph, tensor } => {
            let name = model.subgraphs[subgraph].tensors[tensor].name;
            ids.unique(name, &format!("{}t{tensor}", prefix(subgraph))).into()
        }
        Owner::Scratch { subgraph, operator } => {
            let number = scratch.entry((subgraph, operator)).and_modify(|number| *number += 1).or_insert(0);
            ids.unique(&format!("{}s{operator:03}_scratch_{number}", prefix(subgraph)), "scratch").into()
        }
    };
    requests.list.iter().map(id).collect()
}

/// Prefix of the ids of a subgraph: empty for the first one.
fn prefix(subgraph: usize) -> String {
    if subgraph == 0 { String::new() } else { format!("g{subgraph}_") }
}

/// The problem of the requests.
fn problem(requests: &Requests, ids: &[Id], over: &[usize], capacity: Option<u64>) -> Problem {
    let buffer = |(position, request): (usize, &Request)| {
        let (first, last) = requests.life(request);
        let own = Buffer::new(&ids[position], request.bytes, first, last, &[HEAD]).with_alignment(ALIGNMENT);
        if over[position] == position { own } else { own.with_alias(&ids[over[position]], 0) }
    };
    let all: u64 = requests.list.iter().map(|request| request.bytes).sum();
    let buffers = requests.list.iter().enumerate().map(buffer).collect();
    Problem { banks: vec![Bank::new(HEAD, capacity.unwrap_or(all))], buffers }
}

fn layout(ids: &[Id], offsets: &[u64]) -> Layout {
    let place = |(id, &offset): (&Id, &u64)| Placement::new(id, HEAD, offset);
    Layout { placements: ids.iter().zip(offsets).map(place).collect() }
}

/// How many requests are written over another.
fn joined(over: &[usize]) -> usize {
    over.iter().enumerate().filter(|(position, from)| position != *from).count()
}

/// Nothing is written over anything.
fn apart(count: usize) -> Vec<usize> {
    (0..count).collect()
}
