//! `include "FILE";`: tensors and steps of a graph from a file, such as `arena-plan import` writes. They become buffers of
//! bytes and steps like declared ones, so that checks, planning, proof and expansion are the same.

use arena_plan_core::kernel::code::Code;

use crate::ast::{Block, Include};
use crate::errors::Errors;

/// Adds what the files declare, each at the place of its declaration. After a mistake nothing of that file is added, and
/// other declarations may name what would have been.
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
    use arena_plan_core::problem::{self, Graph, Id, Path, Segment, Tensor};
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
        let read = decode_graph(&bytes).and_then(|graph| decode_input(&bytes).map(|_| graph));
        let text = String::from_utf8_lossy(&bytes);
        let (code, place, what) = match read {
            Ok(graph) => match objection(&graph, block) {
                None => return Some(declared(&graph, literal.span())),
                Some((code, path, what)) => (code, locate(&text, &path), what),
            },
            Err(error) => (error.code, error.span, error.message),
        };
        let (path, line, column) = (path.display(), place.line, place.column);
        let message = format!("the graph file `{path}` is wrong at line {line}, column {column}: {what}");
        errors.on(code, literal, message);
        None
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
                "the tensor `{id}` is bytes of `{of}`; a block can say that only of all that a step writes over its input, from \
                 the beginning, if nothing uses the input afterwards and it is aligned as much"
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
            to: None,
            figures,
            flags,
            value: None,
            cut: false,
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use expect_test::{Expect, expect};

    use crate::tests::errors;

    const GOOD: &str = r#"{"schema": 1, "banks": [{"id": "ram", "capacity": "64"}],
"tensors": [
  {"id": "pcm", "bytes": "32", "alignment": "16", "banks": ["ram"], "source": true, "retain": false},
  {"id": "type", "bytes": "16", "alignment": "4", "banks": ["ram"], "source": false, "retain": false},
  {"id": "side", "bytes": "4", "alignment": "4", "banks": ["ram"], "source": false, "retain": false}],
"steps": [
  {"id": "fold", "inputs": ["pcm"], "outputs": ["type", "side"], "scratch": []},
  {"id": "read", "inputs": ["type"], "outputs": [], "scratch": []}]}"#;

    /// The errors of a block that includes this text, next to other declarations.
    fn with(text: &str, declarations: &str, expected: Expect) {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("net.graph.json");
        std::fs::write(&path, text).expect("a file");
        let declarations = declarations.replace("FOLDER", &folder.path().to_string_lossy());
        let found = errors(&format!("mod plan {{ {declarations} include {path:?}; }}"));
        expected.assert_eq(&found.replace(&*folder.path().to_string_lossy(), "FOLDER"));
    }

    #[test]
    fn what_a_graph_may_say_a_block_takes() {
        // A keyword of Rust as a name, a result that no step reads, and steps of the block around those of the file.
        with(GOOD, "bank ram { capacity: 64 } step begin();", expect![""]);
    }

    #[test]
    fn mistakes_in_the_file_have_its_line() {
        let bank = "bank ram { capacity: 64 }";
        with(
            &GOOD.replace("\"32\"", "32"),
            bank,
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 3, column 26: expected a decimal string such as "1024", found the number 32 [wrong-type]
        "#]],
        );
        with(
            &GOOD.replace("[\"pcm\"]", "[\"pcn\"]"),
            bank,
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 7, column 29: step 0 `fold` names the unknown tensor `pcn` [unknown-buffer]
        "#]],
        );
        with(
            &GOOD.replace("\"side\"", "\"2nd\""),
            bank,
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 5, column 10: the tensor `2nd` cannot be a name of Rust: rename it [bad-name]
        "#]],
        );
        with(
            &GOOD.replace("\"read\"", "\"read it\""),
            bank,
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 8, column 10: the step `read it` cannot be a name of Rust: rename it [bad-name]
        "#]],
        );
        with(
            GOOD,
            "bank tcm { capacity: 64 }",
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 3, column 60: tensor `pcm` goes to bank `ram`, which this block does not have: declare it, or change the file [unknown-bank]
        "#]],
        );
    }

    #[test]
    fn what_is_written_in_place_has_no_bytes_of_its_own() {
        let alias = |of: &str, offset: &str| {
            let alias = format!(r#""retain": false, "alias": {{"of": "{of}", "offset": "{offset}"}}}}"#);
            let second = GOOD.replacen(r#""schema": 1"#, r#""schema": 2"#, 1);
            let start = second.find(r#"{"id": "type""#).expect("the second tensor");
            let (before, after) = second.split_at(start);
            format!("{before}{}", after.replacen(r#""retain": false}"#, &alias, 1))
        };
        // 32 bytes and 4: `type` is `pcm` from the second step on.
        with(&alias("pcm", "0"), "bank ram { capacity: 48 } step begin();", expect![""]);
        with(
            &alias("pcm", "4"),
            "bank ram { capacity: 64 }",
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 4, column 111: the tensor `type` is bytes of `pcm`; a block can say that only of all that a step writes over its input, from the beginning, if nothing uses the input afterwards and it is aligned as much [inexpressible]
        "#]],
        );
        with(
            &alias("pcm", "0").replace("\"inputs\": [\"type\"]", "\"inputs\": [\"type\", \"pcm\"]"),
            "bank ram { capacity: 64 }",
            expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 4, column 111: the tensor `type` is bytes of `pcm`; a block can say that only of all that a step writes over its input, from the beginning, if nothing uses the input afterwards and it is aligned as much [inexpressible]
        "#]],
        );
    }

    #[test]
    fn mistakes_beside_the_file_are_those_of_any_block() {
        with(
            GOOD,
            "bank ram { capacity: 40 }",
            expect![[r#"
            bank `ram` is over budget: step `fold` keeps 52 bytes alive, but the capacity is 32 (capacity 40, in multiples of 16, the alignment of `pcm`) (20 bytes over) [over-budget]
              pcm   32 bytes  fold
              type  16 bytes  fold..=read
              side   4 bytes  fold
            no layout exists: the bytes alive at this step alone exceed the bank
            would fit if one of these changed:
              bank `ram`: capacity 64 instead of 40, the minimum
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
        );
        with(
            GOOD,
            "bank ram { capacity: 64 } buffer pcm: u8;",
            expect![[r#"
            buffer `pcm` is declared twice: rename or remove this one [duplicate-id]
        "#]],
        );
        with(
            GOOD,
            "bank ram { capacity: 64 } include \"FOLDER/none.graph.json\";",
            expect![[r#"
            cannot read the graph file `FOLDER/none.graph.json`: No such file or directory (os error 2) [file-missing]
        "#]],
        );
    }
}
