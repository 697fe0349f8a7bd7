//! The objects of schemas 1 and 2, field by field: for each, a table says how it is read, and a struct how it is
//! written.
//!
//! A derived `Deserialize` would need extra code for error codes, shared ids and the schema number; a table handles
//! them, and both directions of a field are in this file.

use alloc::vec::Vec;
use core::fmt::Display;

use serde::de::MapAccess;
use serde::{Serialize, Serializer};

use super::object::{Context, Field, List, Object, ObjectSeed, Present, object};
use super::rules::Ruled;
use super::scalar::{
    self, EitherSchema, Flag, Integer, Kind, NewId, OptionalDecimal, OptionalId, OptionalName, Schema,
    SharedId,
};
use crate::model::BufferKind;
use crate::problem::{Alias, Bank, Buffer, Graph, Id, Layout, Needs, Placement, Problem, Step, Tensor};

/// [`object!`] for what has [`Needs`], in the order of the files: some of its own fields come before the alignment and
/// some after the fixed offset.
macro_rules! with_needs {
    ($type:ty, $what:literal, empty: $empty:expr, early: { $($early:tt)* }, late: { $($late:tt)* }) => {
        object!($type, $what, empty: $empty, {
            required "id" => id: NewId;
            required "bytes" => needs.bytes: scalar::Decimal;
            $($early)*
            required "alignment" => needs.alignment: scalar::Decimal;
            required "banks" => needs.banks: ids;
            optional "fixed_bank" => needs.fixed_bank: OptionalId;
            optional "fixed_offset" => needs.fixed_offset: OptionalDecimal;
            $($late)*
            newer "weight" => needs.weight: OptionalDecimal;
            newer "name" => needs.name: OptionalName;
            newer "kind" => needs.kind: Kind;
            newer "detached" => needs.detached: Flag;
            newer "dma" => needs.dma: Flag;
            newer "alias" => needs.alias: |cx| Present(ObjectSeed::new(cx));
        });
    };
}

object!(Ruled<Problem>, "a problem", empty: Ruled::default(), schema: EitherSchema, {
    required "banks" => of.banks: |cx| objects(cx, "an array of banks");
    required "buffers" => of.buffers: |cx| objects(cx, "an array of buffers");
    newer "place" => rules: |cx| objects(cx, "an array of rules");
});

object!(Ruled<Graph>, "a graph", empty: Ruled::default(), schema: EitherSchema, {
    required "banks" => of.banks: |cx| objects(cx, "an array of banks");
    required "tensors" => of.tensors: |cx| objects(cx, "an array of tensors");
    required "steps" => of.steps: |cx| objects(cx, "an array of steps");
    newer "place" => rules: |cx| objects(cx, "an array of rules");
});

object!(Layout, "a layout", empty: Layout::default(), schema: Schema, {
    required "placements" => placements: |cx| objects(cx, "an array of placements");
});

object!(Bank, "a bank", empty: Bank::new("", 0), {
    required "id" => id: NewId;
    required "capacity" => model.capacity: scalar::Decimal;
    newer "reserve" => model.reserve: scalar::Decimal;
    newer "cache_line" => model.cache_line: scalar::Decimal;
    newer "dma" => model.dma: Flag;
});

with_needs!(Buffer, "a buffer", empty: Buffer { id: no_id(), needs: Needs::new(0, Vec::new()), first: 0, last: 0 },
    early: {
        required "first" => first: Integer;
        required "last" => last: Integer;
    },
    late: {});

with_needs!(Tensor, "a tensor",
empty: Tensor { id: no_id(), needs: Needs::new(0, Vec::new()), source: false, retain: false },
early: {},
late: {
    required "source" => source: Flag;
    required "retain" => retain: Flag;
});

object!(Step, "a step",
    empty: Step { id: no_id(), inputs: Vec::new(), outputs: Vec::new(), scratch: Vec::new() }, {
    required "id" => id: NewId;
    required "inputs" => inputs: ids;
    required "outputs" => outputs: ids;
    required "scratch" => scratch: ids;
});

object!(Placement, "a placement", empty: Placement::new("", "", 0), {
    required "id" => id: NewId;
    required "bank" => bank: SharedId;
    required "offset" => offset: scalar::Decimal;
});

object!(Alias, "an alias", empty: Alias { of: no_id(), offset: 0 }, {
    required "of" => of: SharedId;
    required "offset" => offset: scalar::Decimal;
});

fn no_id() -> Id {
    Id::from("")
}

/// The reader of a list of objects.
pub(super) fn objects<'c, T: Object>(
    context: &'c Context,
    what: &'static str,
) -> List<'c, impl Fn() -> ObjectSeed<'c, T>> {
    List::new(context, what, move || ObjectSeed::new(context))
}

/// The reader of a list of ids.
pub(super) fn ids<'c>(context: &'c Context) -> List<'c, impl Fn() -> SharedId<'c>> {
    List::new(context, "an array of ids", move || SharedId(context))
}

/// A byte count as the files have it.
pub(super) struct Decimal<T = u64>(pub(super) T);

impl<T: Display> Serialize for Decimal<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[derive(Serialize)]
pub(super) struct ProblemText<'a> {
    schema: u32,
    banks: Vec<BankText<'a>>,
    buffers: Vec<BufferText<'a>>,
}

impl<'a> ProblemText<'a> {
    /// In schema 2 if a field needs it, buffers by id in ASCII order.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let banks: Vec<_> = problem.banks.iter().map(BankText::new).collect();
        let mut buffers: Vec<&Buffer> = problem.buffers.iter().collect();
        buffers.sort_unstable_by_key(|buffer| &buffer.id);
        let buffers: Vec<_> = buffers.into_iter().map(BufferText::new).collect();
        let newer =
            banks.iter().any(BankText::is_newer) || problem.buffers.iter().any(|b| is_newer(&b.needs));
        Self { schema: if newer { 2 } else { 1 }, banks, buffers }
    }
}

#[derive(Serialize)]
pub(super) struct GraphText<'a> {
    schema: u32,
    banks: Vec<BankText<'a>>,
    tensors: Vec<TensorText<'a>>,
    steps: Vec<StepText<'a>>,
}

impl<'a> GraphText<'a> {
    /// In schema 2 if a field needs it.
    pub(super) fn new(graph: &'a Graph) -> Self {
        let banks: Vec<_> = graph.banks.iter().map(BankText::new).collect();
        let tensors: Vec<_> = graph.tensors.iter().map(TensorText::new).collect();
        let newer = banks.iter().any(BankText::is_newer) || graph.tensors.iter().any(|t| is_newer(&t.needs));
        let steps = graph.steps.iter().map(StepText::new).collect();
        Self { schema: if newer { 2 } else { 1 }, banks, tensors, steps }
    }
}

#[derive(Serialize)]
pub(super) struct BankText<'a> {
    id: &'a str,
    capacity: Decimal,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_line: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dma: Option<bool>,
}

impl<'a> BankText<'a> {
    pub(super) fn new(bank: &'a Bank) -> Self {
        let model = &bank.model;
        Self {
            id: &bank.id,
            capacity: Decimal(model.capacity),
            reserve: (model.reserve > 0).then_some(Decimal(model.reserve)),
            cache_line: (model.cache_line > 1).then_some(Decimal(model.cache_line)),
            dma: (!model.dma).then_some(false),
        }
    }

    /// Whether schema 1 cannot express it.
    fn is_newer(&self) -> bool {
        self.reserve.is_some() || self.cache_line.is_some() || self.dma.is_some()
    }
}

/// What schema 2 adds to a buffer and a tensor.
#[derive(Serialize)]
struct Newer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dma: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<AliasText<'a>>,
}

#[derive(Serialize)]
struct AliasText<'a> {
    of: &'a str,
    offset: Decimal,
}

impl<'a> Newer<'a> {
    fn new(needs: &'a Needs) -> Self {
        Self {
            weight: needs.weight.map(Decimal),
            name: needs.name.as_deref(),
            kind: kind(needs),
            detached: needs.detached.then_some(true),
            dma: needs.dma.then_some(true),
            alias: needs
                .alias
                .as_ref()
                .map(|alias| AliasText { of: &alias.of, offset: Decimal(alias.offset) }),
        }
    }
}

#[derive(Serialize)]
struct BufferText<'a> {
    id: &'a str,
    bytes: Decimal,
    first: u64,
    last: u64,
    alignment: Decimal,
    banks: Vec<&'a str>,
    fixed_bank: Option<&'a str>,
    fixed_offset: Option<Decimal>,
    #[serde(flatten)]
    newer: Newer<'a>,
}

impl<'a> BufferText<'a> {
    fn new(buffer: &'a Buffer) -> Self {
        let Buffer { id, needs, first, last } = buffer;
        Self {
            id,
            bytes: Decimal(needs.bytes),
            first: *first,
            last: *last,
            alignment: Decimal(needs.alignment),
            banks: texts(&needs.banks),
            fixed_bank: needs.fixed_bank.as_deref(),
            fixed_offset: needs.fixed_offset.map(Decimal),
            newer: Newer::new(needs),
        }
    }
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
    #[serde(flatten)]
    newer: Newer<'a>,
    source: bool,
    retain: bool,
}

impl<'a> TensorText<'a> {
    fn new(tensor: &'a Tensor) -> Self {
        let Tensor { id, needs, source, retain } = tensor;
        Self {
            id,
            bytes: Decimal(needs.bytes),
            alignment: Decimal(needs.alignment),
            banks: texts(&needs.banks),
            fixed_bank: needs.fixed_bank.as_deref(),
            fixed_offset: needs.fixed_offset.map(Decimal),
            newer: Newer::new(needs),
            source: *source,
            retain: *retain,
        }
    }
}

/// Whether schema 1 cannot express what a buffer or tensor needs.
fn is_newer(needs: &Needs) -> bool {
    let Newer { weight, name, kind, detached, dma, alias } = Newer::new(needs);
    let flags = [detached, dma].into_iter().flatten().next();
    weight.is_some() || name.is_some() || kind.is_some() || flags.is_some() || alias.is_some()
}

/// The word of the kind, if it is not the usual one.
fn kind(needs: &Needs) -> Option<&'static str> {
    (needs.kind != BufferKind::Buffer).then(|| needs.kind.word())
}

#[derive(Serialize)]
struct StepText<'a> {
    id: &'a str,
    inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    scratch: Vec<&'a str>,
}

impl<'a> StepText<'a> {
    fn new(step: &'a Step) -> Self {
        let Step { id, inputs, outputs, scratch } = step;
        Self { id, inputs: texts(inputs), outputs: texts(outputs), scratch: texts(scratch) }
    }
}

fn texts(ids: &[Id]) -> Vec<&str> {
    ids.iter().map(|id| &**id).collect()
}

#[derive(Serialize)]
pub(super) struct LayoutText<'a> {
    schema: u32,
    placements: Vec<PlacementText<'a>>,
}

impl<'a> LayoutText<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { schema: 1, placements: PlacementText::all(layout) }
    }
}

#[derive(Serialize)]
pub(super) struct PlacementText<'a> {
    id: &'a str,
    bank: &'a str,
    offset: Decimal,
}

impl<'a> PlacementText<'a> {
    /// The placements by id in ASCII order.
    pub(super) fn all(layout: &'a Layout) -> Vec<Self> {
        let mut sorted: Vec<&Placement> = layout.placements.iter().collect();
        sorted.sort_unstable_by_key(|placement| &placement.id);
        let text = |placement: &'a Placement| Self {
            id: &placement.id,
            bank: &placement.bank,
            offset: Decimal(placement.offset),
        };
        sorted.into_iter().map(text).collect()
    }
}
