//! From a graph to a problem: the schedule determines the lifetime of each tensor.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::error::{Error, Path};
use super::graph::{Graph, Step, Tensor};
use super::named::{Buffer, Problem};
use super::places::{Place, resolve};
use super::validate::{Ids, validate_graph};
use crate::kernel::code::Code;
use crate::model::BufferKind;

/// Converts a graph to the problem that follows from its schedule, with buffers in the order of the tensors.
///
/// A source is alive from step 0, any other tensor from the step that writes it or uses it as scratch. A
/// tensor dies after the last step that uses it; a retained one lives to the last step. A persistent one is alive in all
/// steps, may be read before it is written, and written by several steps. Of tensors that share bytes, one is enough
/// that is a source or written: the others are alive from the first step that uses them. A tensor that no step uses is
/// alive as long as its aliases.
///
/// # Errors
///
/// Same as for [`validate_graph`], and if the schedule
/// - names an unknown tensor, or one step writes a tensor twice, two steps write it, or a step writes a source;
/// - reads a tensor that no step writes, or that only the same or a later step writes;
/// - shares scratch, which belongs to one step and is neither a source nor retained;
/// - leaves a tensor unused, or names a detached one.
///
/// ```
/// use arena_plan_core::problem::{Bank, Graph, Id, Needs, Step, Tensor, lifetimes};
/// let needs = Needs::new(64, vec!["ram".into()]);
/// let tensor = |id: &str, source, retain| Tensor { id: id.into(), needs: needs.clone(), source, retain };
/// let step = |id: &str, inputs: &[&str], outputs: &[&str]| Step {
///     id: id.into(),
///     inputs: inputs.iter().map(|&id| Id::from(id)).collect(),
///     outputs: outputs.iter().map(|&id| Id::from(id)).collect(),
///     scratch: vec![],
/// };
/// let graph = Graph {
///     banks: vec![Bank::new("ram", 128)],
///     tensors: vec![tensor("pcm", true, false), tensor("mel", false, false), tensor("out", false, true)],
///     steps: vec![step("mel", &["pcm"], &["mel"]), step("net", &["mel"], &["out"]), step("log", &[], &[])],
/// };
/// let lives: Vec<_> = lifetimes(&graph)?.buffers.iter().map(|b| (b.first, b.last)).collect();
/// assert_eq!(lives, [(0, 0), (0, 1), (1, 2)]);
/// # Ok::<(), arena_plan_core::problem::Error>(())
/// ```
pub fn lifetimes(graph: &Graph) -> Result<Problem, Error> {
    validate_graph(graph)?;
    let mut tensors = Ids::new("tensors");
    for (index, tensor) in graph.tensors.iter().enumerate() {
        tensors.add(index, &tensor.id)?;
    }
    let groups = Groups::new(graph);
    let has_aliases: BTreeSet<&str> =
        graph.tensors.iter().filter_map(|tensor| Some(&*tensor.needs.alias.as_ref()?.of)).collect();
    let mut schedule = Schedule { graph, tensors, groups, lives: vec![None; graph.tensors.len()] };
    schedule.state()?;
    schedule.births()?;
    schedule.reads()?;
    schedule.scratch()?;
    let last_step = (graph.steps.len() as u64).saturating_sub(1);
    let mut buffers = Vec::with_capacity(graph.tensors.len());
    for (index, (tensor, life)) in graph.tensors.iter().zip(&schedule.lives).enumerate() {
        let used = life.filter(|life| life.used || tensor.needs.detached);
        let Some(life) = used.or_else(|| {
            schedule.groups.life(index, &schedule.lives).filter(|_| has_aliases.contains(&*tensor.id))
        }) else {
            let message = format!("no step uses the tensor `{}`", tensor.id.escape_debug());
            return Err(Error::new(Code::Unused, Path::item("tensors", index).field("id"), message)
                .help("remove the tensor, or name it in the step that uses it"));
        };
        buffers.push(Buffer {
            id: tensor.id.clone(),
            needs: tensor.needs.clone(),
            first: life.first,
            last: if tensor.retain || is_persistent(tensor) { last_step } else { life.last },
        });
    }
    Ok(Problem { banks: graph.banks.clone(), buffers })
}

/// Whether the tensor is alive in all steps.
fn is_persistent(tensor: &Tensor) -> bool {
    tensor.needs.kind != BufferKind::Buffer
}

/// Lifetime of one tensor, as far as it is known.
#[derive(Clone, Copy)]
struct Life {
    first: u64,
    last: u64,
    /// Whether a step uses it; a source exists before any step does.
    used: bool,
    /// Position of the step and of the tensor among its outputs; `None` for sources.
    writer: Option<(usize, usize)>,
}

impl Life {
    /// What exists before step 0.
    const SOURCE: Self = Self { first: 0, last: 0, used: false, writer: None };
}

/// Lifetimes under construction.
struct Schedule<'a> {
    graph: &'a Graph,
    tensors: Ids<'a>,
    groups: Groups,
    lives: Vec<Option<Life>>,
}

impl<'a> Schedule<'a> {
    /// Position of the tensor that a step names.
    fn find(&self, step: usize, list: &'static str, position: usize, id: &str) -> Result<usize, Error> {
        self.tensors.seen.get(id).copied().ok_or_else(|| {
            let message =
                format!("step {} names the unknown tensor `{}`", self.name(step), id.escape_debug());
            Error::new(Code::UnknownBuffer, place(step, list, position), message)
                .help("declare it under `tensors`")
        })
    }

    /// A step as messages name it.
    fn name(&self, step: usize) -> alloc::string::String {
        format!("{step} `{}`", self.graph.steps[step].id.escape_debug())
    }

    fn steps(&self) -> impl Iterator<Item = (usize, &'a Step)> + use<'a> {
        self.graph.steps.iter().enumerate()
    }

    /// The lifetime of a persistent tensor is not part of the schedule, and a detached one belongs to no step.
    fn state(&self) -> Result<(), Error> {
        for (index, tensor) in self.graph.tensors.iter().enumerate() {
            let at = |field| Path::item("tensors", index).field(field);
            let id = tensor.id.escape_debug();
            let flags = [("source", tensor.source), ("retain", tensor.retain)];
            if let Some((flag, _)) = flags.into_iter().find(|(_, set)| *set && is_persistent(tensor)) {
                let message = format!(
                    "the tensor `{id}` is {}, so `{flag}` has no meaning for it",
                    tensor.needs.kind.word()
                );
                return Err(Error::new(Code::Contradiction, at(flag), message)
                    .related(at("kind"), "its kind is declared here")
                    .help(format!("set `{flag}` to false")));
            }
            if tensor.needs.detached && !is_persistent(tensor) {
                let message = format!("the tensor `{id}` is detached, so no step determines its lifetime");
                return Err(Error::new(Code::Detached, at("detached"), message)
                    .help("set `kind` to \"persistent\", or describe it as a buffer of a problem"));
            }
        }
        for (step, declared) in self.steps() {
            let lists = [
                ("inputs", &declared.inputs),
                ("outputs", &declared.outputs),
                ("scratch", &declared.scratch),
            ];
            for (list, ids) in lists {
                for (position, id) in ids.iter().enumerate() {
                    let tensor = self.find(step, list, position, id)?;
                    if list != "inputs" && self.graph.tensors[tensor].needs.kind == BufferKind::Constant {
                        let message = format!(
                            "step {} writes `{}`, which is constant",
                            self.name(step),
                            id.escape_debug()
                        );
                        return Err(Error::new(Code::Contradiction, place(step, list, position), message)
                            .help("name it among the inputs, or set its `kind` to \"persistent\""));
                    }
                    if self.graph.tensors[tensor].needs.detached {
                        let message = format!(
                            "step {} names `{}`, which is detached: its handle belongs to the application",
                            self.name(step),
                            id.escape_debug()
                        );
                        return Err(Error::new(Code::Detached, place(step, list, position), message)
                            .related(Path::item("tensors", tensor).field("detached"), "declared here")
                            .help("remove it from the step, or leave `detached` out"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sources are born in step 0, outputs in the step that writes them.
    fn births(&mut self) -> Result<(), Error> {
        for (life, tensor) in self.lives.iter_mut().zip(&self.graph.tensors) {
            if tensor.source || is_persistent(tensor) {
                *life = Some(Life::SOURCE);
            }
        }
        for (step, declared) in self.steps() {
            for (position, id) in declared.outputs.iter().enumerate() {
                let tensor = self.find(step, "outputs", position, id)?;
                if is_persistent(&self.graph.tensors[tensor]) {
                    self.used(tensor);
                    continue;
                }
                if let Some(life) = self.lives[tensor] {
                    return Err(self.written_twice(step, position, id, tensor, life));
                }
                let at = step as u64;
                self.lives[tensor] =
                    Some(Life { first: at, last: at, used: true, writer: Some((step, position)) });
            }
        }
        Ok(())
    }

    fn used(&mut self, tensor: usize) {
        if let Some(life) = &mut self.lives[tensor] {
            life.used = true;
        }
    }

    fn written_twice(&self, step: usize, position: usize, id: &str, tensor: usize, life: Life) -> Error {
        let id = id.escape_debug();
        let at = place(step, "outputs", position);
        match life.writer {
            None => Error::new(
                Code::WrittenTwice,
                at,
                format!("step {} writes the source `{id}`, which is filled before step 0", self.name(step)),
            )
            .related(Path::item("tensors", tensor).field("source"), "declared a source here")
            .help("let the step write a tensor of its own, or set `source` to false"),
            Some((earlier, there)) => Error::new(
                Code::WrittenTwice,
                at,
                format!(
                    "step {} writes `{id}`, which step {} writes too",
                    self.name(step),
                    self.name(earlier)
                ),
            )
            .related(place(earlier, "outputs", there), "written here")
            .help("a tensor is written once: give each step an output of its own"),
        }
    }

    /// Inputs must be alive before their step, and live until it.
    fn reads(&mut self) -> Result<(), Error> {
        for (step, declared) in self.steps() {
            for (position, id) in declared.inputs.iter().enumerate() {
                let tensor = self.find(step, "inputs", position, id)?;
                let at = place(step, "inputs", position);
                if self.lives[tensor].is_none() && self.groups.is_filled(tensor, step, &self.lives) {
                    let (first, last) = (step as u64, step as u64);
                    self.lives[tensor] = Some(Life { first, last, used: true, writer: None });
                    self.groups.seen[tensor] = true;
                }
                let Some(life) = &mut self.lives[tensor] else {
                    let message = format!(
                        "step {} reads `{}`, which no step writes",
                        self.name(step),
                        id.escape_debug()
                    );
                    return Err(Error::new(Code::NeverWritten, at, message)
                        .help("set `source` to true if it is filled before step 0"));
                };
                if let Some((writer, there)) = life.writer.filter(|&(writer, _)| writer >= step) {
                    let message = format!(
                        "step {} reads `{}` before it is written, by step {}",
                        self.name(step),
                        id.escape_debug(),
                        self.name(writer)
                    );
                    return Err(Error::new(Code::ReadBeforeWrite, at, message)
                        .related(place(writer, "outputs", there), "written here")
                        .help("an input is a source or written by an earlier step"));
                }
                life.last = step as u64;
                life.used = true;
            }
        }
        Ok(())
    }

    /// Scratch lives in one step and has no other use.
    fn scratch(&mut self) -> Result<(), Error> {
        for (step, declared) in self.steps() {
            for (position, id) in declared.scratch.iter().enumerate() {
                let tensor = self.find(step, "scratch", position, id)?;
                let declaration = &self.graph.tensors[tensor];
                if self.lives[tensor].is_some() || declaration.retain {
                    let message = format!(
                        "step {} has `{}` as scratch, but it is used elsewhere, or is a source, retained or persistent",
                        self.name(step),
                        id.escape_debug()
                    );
                    return Err(Error::new(Code::ScratchShared, place(step, "scratch", position), message)
                        .related(Path::item("tensors", tensor).field("id"), "declared here")
                        .help("scratch is alive in its step only: give the step a tensor of its own"));
                }
                let at = step as u64;
                self.lives[tensor] = Some(Life { first: at, last: at, used: true, writer: None });
            }
        }
        Ok(())
    }
}

/// A use of a tensor by a step.
fn place(step: usize, list: &'static str, position: usize) -> Path {
    Path::item("steps", step).field(list).at(position)
}

/// Tensors that share bytes on purpose.
struct Groups {
    /// Where the bytes of each tensor begin and end.
    places: Vec<(Place, u64)>,
    /// The tensors of each group with an alias, by its root.
    members: BTreeMap<usize, Vec<usize>>,
    /// Those whose contents another tensor of the group gave.
    seen: Vec<bool>,
}

impl Groups {
    fn new(graph: &Graph) -> Self {
        if graph.tensors.iter().all(|tensor| tensor.needs.alias.is_none()) {
            let all = graph.tensors.iter().enumerate();
            let places = all.map(|(root, tensor)| (Place { root, offset: 0 }, tensor.needs.bytes)).collect();
            return Self { places, members: BTreeMap::new(), seen: vec![false; graph.tensors.len()] };
        }
        let resolved = resolve(graph.tensors.iter().map(|tensor| (&tensor.id, &tensor.needs)));
        let mut places = Vec::with_capacity(resolved.len());
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, (place, tensor)) in resolved.into_iter().zip(&graph.tensors).enumerate() {
            let place = place.unwrap_or(Place { root: index, offset: 0 });
            places.push((place, place.offset.saturating_add(tensor.needs.bytes)));
            if place.root != index {
                members.entry(place.root).or_insert_with(|| vec![place.root]).push(index);
            }
        }
        let seen = vec![false; places.len()];
        Self { places, members, seen }
    }

    /// The other tensors that share bytes with this one.
    fn sharing(&self, tensor: usize) -> impl Iterator<Item = usize> + '_ {
        let (place, end) = self.places[tensor];
        let members = self.members.get(&place.root).into_iter().flatten().copied();
        members.filter(move |&other| {
            let (there, other_end) = self.places[other];
            other != tensor && there.offset < end && place.offset < other_end
        })
    }

    /// Whether one of the tensors that share bytes with this one is a source or written before this step.
    fn is_filled(&self, tensor: usize, step: usize, lives: &[Option<Life>]) -> bool {
        let fills = |life: &Life| life.writer.is_none_or(|(writer, _)| writer < step);
        self.sharing(tensor).any(|other| !self.seen[other] && lives[other].as_ref().is_some_and(fills))
    }

    /// The lifetime of a tensor with aliases that no step uses: that of those that share its bytes, and from step 0 if it
    /// is a source.
    fn life(&self, tensor: usize, lives: &[Option<Life>]) -> Option<Life> {
        let used = self.sharing(tensor).filter_map(|other| lives[other]).filter(|life| life.used);
        let life = used.reduce(|a, b| Life { first: a.first.min(b.first), last: a.last.max(b.last), ..a })?;
        Some(Life { first: lives[tensor].map_or(life.first, |own| own.first.min(life.first)), ..life })
    }
}
