//! The smallest arena that TensorFlow Lite Micro can run a model in: its allocations, one after another.
//!
//! The arena's head contains the plan, its tail persistent data; while a model is prepared, temporary structures are
//! between them (`single_arena_buffer_allocator.cc`, `micro_allocator.cc`, `micro_interpreter.cc`). In models with
//! small activations the table of the planner itself is larger than what it plans.

use std::collections::HashSet;

use super::kernels::{Kernel, kernel};
use super::requests::Requests;
use crate::tflite::model::{Model, Tensor};
use crate::tflite::state_bytes;

/// Alignment of kernel allocations, and of the arena.
const ALIGNMENT: u64 = 16;

/// Bytes of the runtime's structures on a 64-bit machine.
mod size {
    pub(super) const ALLOCATORS: [u64; 3] = [104, 72, 272];
    pub(super) const BUILTIN_ALLOCATOR: u64 = 16;
    pub(super) const SUBGRAPH: u64 = 24;
    pub(super) const EVAL_TENSOR: u64 = 24;
    pub(super) const NODE: u64 = 64;
    pub(super) const TENSOR: u64 = 64;
    pub(super) const QUANTIZATION: u64 = 24;
    pub(super) const POINTER: u64 = 8;
    pub(super) const SCRATCH_REQUEST: u64 = 16;
    pub(super) const SCRATCH_HANDLE: u64 = 8;
    pub(super) const ALLOCATION_INFO: u64 = 32;
    pub(super) const PLANNED_BUFFER: u64 = 40;
    pub(super) const VARIABLES: u64 = 16;
    pub(super) const VARIABLE: u64 = 40;
}

/// Number of scratch requests for which there is always room.
const SPARE_REQUESTS: u64 = 12;

/// What a model needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    /// The smallest arena in bytes, a multiple of 16.
    pub bytes: u64,
    /// Bytes of its head once the model is prepared: the plan.
    pub head: u64,
    /// Bytes of its tail: the runtime's structures, state, and persistent kernel data.
    pub tail: u64,
    /// Kinds of operators whose kernels' own memory is not known here and not counted.
    pub unknown: Vec<String>,
}

/// The smallest arena for a model whose plan has these requests and this head.
pub(super) fn arena(model: &Model<'_>, requests: &Requests, head: u64) -> Arena {
    let mut unknown: Vec<String> = Vec::new();
    let mut kernels = Vec::new();
    for subgraph in &model.subgraphs {
        for operator in &subgraph.operators {
            let found = kernel(subgraph, operator);
            if found.is_none() && !unknown.contains(&operator.kind()) {
                unknown.push(operator.kind());
            }
            let none = || Kernel { options: (0, 1), init: Vec::new(), prepare: Vec::new() };
            kernels.push(found.unwrap_or_else(none));
        }
    }
    let trial = Trial { model, requests, kernels: &kernels, head };
    // First much too large, to see how much of it is used; then as small as works. Sizes shift with the arena's end
    // only by alignment, so a few steps around the first guess find it.
    let large = 1 << 40;
    let tail = large - trial.run(large).tail;
    let mut bytes = (head + tail).next_multiple_of(ALIGNMENT);
    while !trial.run(bytes).works {
        bytes += ALIGNMENT;
    }
    Arena { bytes, head, tail: bytes - trial.run(bytes).tail, unknown }
}

/// The allocations of one model.
struct Trial<'m> {
    model: &'m Model<'m>,
    requests: &'m Requests,
    kernels: &'m [Kernel],
    head: u64,
}

/// The arena while it is filled.
struct State {
    /// The beginning of the tail.
    tail: u64,
    /// The end of the head.
    head: u64,
    works: bool,
}

impl State {
    /// Allocates in the tail.
    fn keep(&mut self, bytes: u64, alignment: u64) {
        self.tail = self.tail.saturating_sub(bytes) / alignment * alignment;
        self.works &= self.tail >= self.head;
    }

    /// Temporarily needs this many bytes between head and tail.
    fn borrow(&mut self, bytes: u64) {
        self.works &= self.head + bytes <= self.tail;
    }
}

impl Trial<'_> {
    fn run(&self, bytes: u64) -> State {
        let mut state = State { tail: bytes, head: 0, works: true };
        for bytes in size::ALLOCATORS {
            state.keep(bytes, 8);
        }
        let variables = self.variables();
        if variables > 0 {
            state.keep(size::VARIABLES, ALIGNMENT);
            state.keep(size::VARIABLE * variables, ALIGNMENT);
        }
        state.keep(size::BUILTIN_ALLOCATOR, 8);
        state.head = size::SCRATCH_REQUEST * SPARE_REQUESTS;
        state.keep(size::SUBGRAPH * self.model.subgraphs.len() as u64, 8);
        for subgraph in &self.model.subgraphs {
            state.keep(size::EVAL_TENSOR * subgraph.tensors.len() as u64, 8);
        }
        for subgraph in &self.model.subgraphs {
            state.keep(size::NODE * subgraph.operators.len() as u64, 8);
        }
        for kernel in self.kernels {
            state.keep(kernel.options.0, kernel.options.1);
        }
        for &bytes in self.kernels.iter().flat_map(|kernel| &kernel.init) {
            state.keep(bytes, ALIGNMENT);
        }
        self.prepare(&mut state);
        self.plan(&mut state);
        let main = &self.model.subgraphs[0];
        for list in [&main.inputs, &main.outputs] {
            state.keep(size::POINTER * list.len() as u64, ALIGNMENT);
            for &tensor in list {
                state.keep(size::TENSOR, 8);
                if let Some(zero_points) = zero_points(&main.tensors[tensor]) {
                    state.keep(size::QUANTIZATION, 8);
                    state.keep(zero_points, 4);
                }
            }
        }
        state
    }

    /// Each operator examines its tensors and allocates its persistent data.
    fn prepare(&self, state: &mut State) {
        // Variables get their bytes at their first assignment; the order does not matter.
        for bytes in state_bytes(self.model).into_values() {
            state.keep(bytes, ALIGNMENT);
        }
        let mut kernels = self.kernels.iter();
        for subgraph in &self.model.subgraphs {
            for (operator, kernel) in subgraph.operators.iter().zip(&mut kernels) {
                for &bytes in &kernel.prepare {
                    state.keep(bytes, ALIGNMENT);
                }
                let tensors = operator.inputs.iter().flatten().chain(&operator.outputs);
                let views = tensors.map(|&tensor| {
                    let quantization =
                        zero_points(&subgraph.tensors[tensor]).map(|bytes| size::QUANTIZATION + bytes);
                    size::TENSOR + quantization.unwrap_or(0).next_multiple_of(8)
                });
                state.borrow(views.sum());
            }
        }
    }

    /// Bytes in which the plan is computed, and the resulting head.
    fn plan(&self, state: &mut State) {
        let scratch = self.requests.scratch() as u64;
        if scratch > 0 {
            state.keep(size::SCRATCH_HANDLE * scratch, 8);
        }
        state.head = size::SCRATCH_REQUEST * (scratch + SPARE_REQUESTS);
        let tables = size::POINTER * self.model.subgraphs.len() as u64
            + size::ALLOCATION_INFO * (self.requests.tensors as u64 + scratch);
        state.borrow(tables);
        for subgraph in &self.model.subgraphs {
            for tensor in subgraph.tensors.iter().filter(|tensor| tensor.variable) {
                let bytes = tensor.elements().and_then(|elements| tensor.kind.micro_bytes(elements));
                state.keep(bytes.unwrap_or(0), ALIGNMENT);
            }
        }
        let start = (state.head + tables).next_multiple_of(ALIGNMENT);
        let room = (state.tail / ALIGNMENT * ALIGNMENT).saturating_sub(start);
        state.works &= room / size::PLANNED_BUFFER >= self.requests.list.len() as u64;
        state.head = self.head;
        state.works &= state.head <= state.tail;
    }

    /// Variables by name, as the Python package counts them.
    fn variables(&self) -> u64 {
        let operators = self.model.subgraphs.iter().flat_map(|subgraph| &subgraph.operators);
        let names: HashSet<&str> = operators.filter_map(|operator| Some(operator.handle?.1)).collect();
        names.len() as u64
    }
}

/// Bytes of the list of zero points that a quantized tensor has in the runtime.
fn zero_points(tensor: &Tensor<'_>) -> Option<u64> {
    (tensor.scales > 0).then(|| 4 + 4 * tensor.scales as u64)
}
