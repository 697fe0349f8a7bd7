//! `include "FILE";`: tensors and steps of a graph from a file, such as `arena-plan import` writes. They become buffers of
//! bytes and steps like declared ones, so that checks, planning, proof and expansion are the same.
//!
//! After a mistake, the names that the file declares are declared as far as it can be read, so that a program that uses
//! them has no errors of its own.

use arena_plan_core::kernel::code::Code;

use crate::ast::{Block, Include};
use crate::errors::Errors;

/// Adds what the files declare, each at the place of its declaration. After a mistake other declarations may name what
/// would have been.
pub(crate) fn all(block: &mut Block, errors: &mut Errors) {
    for index in (0..block.includes.len()).rev() {
        let before = errors.len();
        let include = &block.includes[index];
        #[cfg(feature = "files")]
        if let Some(declared) = graph::read(block, include, errors) {
            let (buffers, steps) = (include.buffers, include.steps);
            block.buffers.splice(buffers..buffers, declared.buffers);
            block.steps.splice(steps..steps, declared.steps);
        }
        #[cfg(not(feature = "files"))]
        missing(include, errors);
        if errors.len() > before {
            block.unread.declared.push((None, None));
        }
    }
}

#[cfg(not(feature = "files"))]
fn missing(include: &Include, errors: &mut Errors) {
    let message = "a graph file needs the feature `files` of the crate `arena-plan`: enable it in Cargo.toml";
    errors.on(Code::MissingFeature, &include.file, message);
}

/// Reading the file.
#[cfg(feature = "files")]
mod graph {
    use std::collections::BTreeSet;

    use arena_plan_core::json::{decode_graph, decode_input, locate};
    use arena_plan_core::model::BufferKind;
    use arena_plan_core::problem::{self, Graph, Id, Needs, Path, Segment, Tensor};
    use proc_macro2::{Ident, Span, TokenStream};
    use quote::quote_spanned;
    use syn::{Expr, LitInt, parse_quote_spanned};

    use super::{Block, Code, Errors, Include};
    use crate::ast::{Buffer, Flags, Live, Num, Step};
    use crate::figure::{Figure, Figures};
    use crate::file;
    use crate::ir::Mode;

    /// What a file declares.
    pub(super) struct Declared {
        pub(super) buffers: Vec<Buffer>,
        pub(super) steps: Vec<Step>,
    }

    /// A mistake in the file: its code, the place of the value, and what is wrong.
    type Objection = (Code, Path, String);

    pub(super) fn read(block: &Block, include: &Include, errors: &mut Errors) -> Option<Declared> {
        let literal = &include.file;
        let (path, bytes) = match file::contents("graph", literal) {
            Ok(found) => found,
            Err((code, message)) => {
                errors.on(code, literal, message);
                return None;
            }
        };
        // As a graph, and as the problem that it gives: mistakes of the schedule have their places only there.
        let text = String::from_utf8_lossy(&bytes);
        let graph = decode_graph(&bytes);
        let input = decode_input(&bytes);
        let wrong = match (&graph, &input) {
            (Err(error), _) | (Ok(_), Err(error)) => {
                Some((error.code, error.span.clone(), error.message.clone()))
            }
            (Ok(graph), Ok(_)) => {
                objection(graph, block).map(|(code, path, what)| (code, locate(&text, &path), what))
            }
        };
        let Some((code, place, what)) = wrong else { return Some(declared(&graph.ok()?, literal.span())) };
        let (path, line, column) = (path.display(), place.line, place.column);
        let message = format!("the graph file `{path}` is wrong at line {line}, column {column}: {what}");
        errors.on(code, literal, message);
        graph.ok().map(|graph| names_of(graph, literal.span()))
    }

    /// The names that a graph with a mistake declares, and nothing that another message could be about.
    fn names_of(mut graph: Graph, span: Span) -> Declared {
        graph.tensors.retain(|tensor| name(&tensor.id, span).is_some());
        graph.steps.retain(|step| name(&step.id, span).is_some());
        for tensor in &mut graph.tensors {
            tensor.needs = Needs::new(tensor.needs.bytes, Vec::new());
        }
        let known: BTreeSet<Id> = graph.tensors.iter().map(|tensor| tensor.id.clone()).collect();
        for step in &mut graph.steps {
            for list in [&mut step.inputs, &mut step.outputs, &mut step.scratch] {
                list.retain(|id| known.contains(id));
            }
        }
        let mut declared = declared(&graph, span);
        declared.steps.iter_mut().for_each(|step| step.unclear = true);
        declared
    }

    /// What a graph can say and a block cannot.
    fn objection(graph: &Graph, block: &Block) -> Option<Objection> {
        let place = |list, index, field| {
            Path(vec![Segment::Field(list), Segment::Index(index), Segment::Field(field)])
        };
        let names = graph.tensors.iter().map(|tensor| ("tensors", "tensor", &tensor.id));
        let steps = graph.steps.iter().map(|step| ("steps", "step", &step.id));
        for (index, (list, kind, id)) in names.enumerate().chain(steps.enumerate()) {
            if name(id, Span::call_site()).is_none() {
                let what = format!("the {kind} `{}` cannot be a name of Rust: rename it", id.escape_debug());
                return Some((Code::BadName, place(list, index, "id"), what));
            }
        }
        if let Some(index) = graph.tensors.iter().position(|tensor| tensor.needs.kind == BufferKind::Constant)
        {
            let what = format!(
                "the tensor `{}` is a constant, and the file does not have its contents: declare it in the block",
                graph.tensors[index].id
            );
            return Some((Code::Inexpressible, place("tensors", index, "kind"), what));
        }
        if let Some(index) = (0..graph.tensors.len()).find(|&index| {
            graph.tensors[index].needs.alias.is_some()
                && made_in_place(graph, &graph.tensors[index]).is_none()
        }) {
            let Tensor { id, needs, .. } = &graph.tensors[index];
            let of = needs.alias.as_ref().map_or("", |alias| &alias.of);
            let what = format!(
                "the tensor `{id}` is bytes of `{of}`: a block has that only as `{of} => {id}`, of a step that writes `{id}` over \
                 `{of}` from its beginning and is the last to use `{of}`, which has to be aligned as much"
            );
            return Some((Code::Inexpressible, place("tensors", index, "alias"), what));
        }
        // A declaration that cannot be read may be that of a bank.
        if !block.unread.declared.is_empty() {
            return None;
        }
        let declared: BTreeSet<String> =
            block.banks.iter().map(|bank| syn::ext::IdentExt::unraw(&bank.name).to_string()).collect();
        for (index, tensor) in graph.tensors.iter().enumerate() {
            if let Some(bank) = tensor.needs.banks.iter().find(|bank| !declared.contains(&***bank)) {
                let bank = bank.escape_debug();
                let what = format!(
                    "tensor `{}` goes to bank `{bank}`, which this block does not have: declare it, or change the file",
                    tensor.id
                );
                return Some((Code::UnknownBank, place("tensors", index, "banks"), what));
            }
        }
        None
    }

    /// The step that writes a tensor in place, and the tensor that it is written over: `x => y` of a block.
    fn made_in_place<'g>(graph: &'g Graph, tensor: &'g Tensor) -> Option<(usize, &'g Id)> {
        let alias = tensor.needs.alias.as_ref().filter(|alias| alias.offset == 0)?;
        let step = graph.steps.iter().position(|step| step.outputs.contains(&tensor.id))?;
        let (here, later) = graph.steps[step..].split_first()?;
        let over = graph.tensors.iter().find(|other| other.id == alias.of)?;
        let uses = |step: &problem::Step| step.inputs.contains(&over.id) || step.scratch.contains(&over.id);
        let ends = uses(here) && !later.iter().any(uses) && !over.retain;
        let (own, whole) = (&tensor.needs, &over.needs);
        let ordinary = whole.kind == BufferKind::Buffer && !own.detached && own.alignment <= whole.alignment;
        // Another one would be over bytes that are already those of the first.
        let only = !graph.tensors.iter().any(|other| {
            other.id != tensor.id && other.needs.alias.as_ref().is_some_and(|alias| alias.of == over.id)
        });
        (ends && ordinary && only).then_some((step, &over.id))
    }

    /// An id as a name of Rust, raw where it is a keyword.
    fn name(id: &str, span: Span) -> Option<Ident> {
        let plain = syn::parse_str::<Ident>(id).map(|_| Ident::new(id, span));
        let raw = || syn::parse_str::<Ident>(&format!("r#{id}")).map(|_| Ident::new_raw(id, span));
        plain.or_else(|_| raw()).ok().filter(|name| name != "_")
    }

    /// The declarations, all at the token that names the file.
    fn declared(graph: &Graph, span: Span) -> Declared {
        let ident = |id: &str| name(id, span).unwrap_or_else(|| Ident::new("unnamed", span));
        let read: BTreeSet<&str> = graph.steps.iter().flat_map(|step| &step.inputs).map(|id| &**id).collect();
        let buffers = graph.tensors.iter().map(|tensor| buffer(graph, tensor, &read, span, &ident));
        // By step: what is written over what.
        let mut over: Vec<(usize, &Id, &Id)> = Vec::new();
        for tensor in &graph.tensors {
            over.extend(made_in_place(graph, tensor).map(|(step, from)| (step, from, &tensor.id)));
        }
        let uses = |number: usize, step: &problem::Step| {
            let lists =
                [(Mode::Input, &step.inputs), (Mode::Scratch, &step.scratch), (Mode::Output, &step.outputs)];
            let mut uses: Vec<(Mode, Ident)> = Vec::new();
            for (mode, list) in lists {
                for id in list {
                    let used = ident(id);
                    if uses.iter().any(|(_, other)| *other == used) {
                        continue;
                    }
                    match over.iter().find(|(step, from, _)| *step == number && *from == id) {
                        Some((.., to)) => {
                            uses.extend([(Mode::InPlace, used), (Mode::Successor, ident(to))]);
                        }
                        None => uses.push((mode, used)),
                    }
                }
            }
            uses
        };
        let steps = graph.steps.iter().enumerate().map(|(number, step)| Step {
            attrs: Vec::new(),
            name: ident(&step.id),
            uses: uses(number, step),
            unclear: false,
        });
        Declared { buffers: buffers.collect(), steps: steps.collect() }
    }

    fn buffer(
        graph: &Graph,
        tensor: &Tensor,
        read: &BTreeSet<&str>,
        span: Span,
        ident: &dyn Fn(&str) -> Ident,
    ) -> Buffer {
        let needs = &tensor.needs;
        let bytes = LitInt::new(&format!("{}", needs.bytes), span);
        let number = |value: u64| {
            let literal = LitInt::new(&format!("{value}"), span);
            let expr: Expr = parse_quote_spanned!(span=> #literal);
            Num { expr, per_cent: false, span }
        };
        let mut figures = Figures::default();
        // Banks and alignment are those of what it is written over.
        let in_place = needs.alias.is_some();
        if needs.alignment > 1 && !in_place {
            figures.set(Figure::BufferAlign, number(needs.alignment));
        }
        if let Some(offset) = needs.fixed_offset.filter(|_| !in_place) {
            figures.set(Figure::BufferFixed, number(offset));
        }
        if let Some(weight) = needs.weight {
            figures.set(Figure::BufferWeight, number(weight));
        }
        // What persists begins with zeros, as a network's state does.
        let persists = needs.kind == BufferKind::Persistent;
        let mut flags = Flags {
            source: (tensor.source && !persists).then_some(span),
            retain: (tensor.retain && !persists).then_some(span),
            zeroed: persists.then_some(span),
            detached: needs.detached.then_some(span),
            dma: needs.dma.then_some(span),
            ..Flags::default()
        };
        // A result that no step reads is alive where it is written. A block asks whether that is meant, a graph does not.
        let written = graph.steps.iter().find(|step| step.outputs.contains(&tensor.id));
        if let Some(step) = written.filter(|_| !in_place && !tensor.retain && !read.contains(&*tensor.id)) {
            let step = ident(&step.id);
            let tokens: TokenStream = quote_spanned!(span=> #step);
            flags.live = Some(Live { first: Some(step.clone()), last: Some(step), tokens });
        }
        let original = needs.name.iter().map(|name| format!(" `{}` of the model.", name.escape_debug()));
        let attrs = original.map(|line| parse_quote_spanned!(span=> #[doc = #line]));
        let banks = match &needs.fixed_bank {
            _ if in_place => Vec::new(),
            Some(bank) => vec![ident(bank)],
            None => needs.banks.iter().map(|bank| ident(bank)).collect(),
        };
        Buffer {
            kind: needs.kind,
            attrs: attrs.collect(),
            name: ident(&tensor.id),
            ty: Some(parse_quote_spanned!(span=> [u8; #bytes])),
            banks,
            rule: None,
            to: None,
            figures,
            flags,
            value: None,
            cut: false,
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests;
