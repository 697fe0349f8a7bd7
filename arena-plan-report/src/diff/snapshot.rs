//! What can be compared: figures and buffers by name, from any source.

use std::collections::BTreeMap;

use arena_plan_core::problem::Layout;

use super::compare::Spot;
use crate::image::Inspection;
use crate::report::{Place, Report};

/// Figures and buffers by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// What it describes.
    pub title: String,
    /// Whether it has sizes; a layout alone has none.
    pub sized: bool,
    /// The bytes taken in banks, memories and sections, by kind and name.
    pub taken: BTreeMap<(Held, String), Taken>,
    /// The buffers, by name; in an image by plan, bank and name.
    pub buffers: BTreeMap<String, Spot>,
    /// Where they and banks are declared, as far as an image says it.
    pub places: BTreeMap<(Declared, String), Place>,
}

/// What has a place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declared {
    /// A bank: the place is that of its plan's block.
    Bank,
    /// A buffer.
    Buffer,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// `text`, `data` and `bss` of an image.
    Size,
    /// A memory of an image.
    Memory,
    /// A bank: its high-water mark, or its array in an image.
    Bank,
    /// What is left for the stack.
    Stack,
}

/// The bytes taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Bytes; for a stack, those that are left.
    pub bytes: u64,
    /// Available bytes, if known.
    pub of: Option<u64>,
    /// The peak: bytes and step.
    pub peak: Option<(u64, String)>,
}

impl Held {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Memory => "memory",
            Self::Bank => "bank",
            Self::Stack => "stack",
        }
    }
}

impl From<&Report> for Snapshot {
    fn from(report: &Report) -> Self {
        let mut snapshot = Self { title: report.title.clone(), sized: true, ..Self::default() };
        for bank in &report.banks {
            let taken = Taken {
                bytes: bank.high_water.get(),
                of: Some(bank.room()),
                peak: bank.peak_step.map(|step| (bank.bound.get(), report.step(step))),
            };
            snapshot.taken.insert((Held::Bank, bank.id.clone()), taken);
            for one in &bank.buffers {
                let spot = Spot {
                    bank: bank.id.clone(),
                    offset: one.offset,
                    bytes: Some(one.bytes),
                    steps: Some((one.first, one.last)),
                };
                snapshot.buffers.insert(one.id.clone(), spot);
            }
        }
        snapshot
    }
}

impl From<&Inspection> for Snapshot {
    fn from(image: &Inspection) -> Self {
        let mut snapshot = Self { title: image.title.clone(), sized: true, ..Self::default() };
        let taken = &mut snapshot.taken;
        let mut take = |held: Held, name: &str, bytes: u64, of: Option<u64>| {
            taken.insert((held, name.to_owned()), Taken { bytes, of, peak: None });
        };
        for (name, bytes) in [("text", image.size.text), ("data", image.size.data), ("bss", image.size.bss)] {
            take(Held::Size, name, bytes.get(), None);
        }
        for memory in &image.memories {
            take(Held::Memory, &memory.name, memory.used.get(), Some(memory.length.get()));
        }
        if let Some(stack) = &image.stack {
            take(Held::Stack, "stack", stack.bytes.get(), None);
        }
        for plan in &image.plans {
            let place = |line: Option<u64>| {
                let file = plan.file.clone()?;
                Some(Place { file, line: line.or(plan.line) })
            };
            for bank in &plan.banks {
                let path = format!("{}::{}", plan.name, bank.name);
                let room = bank
                    .capacity
                    .zip(bank.reserve)
                    .map(|(capacity, reserve)| capacity.get().saturating_sub(reserve.get()));
                take(Held::Bank, &path, bank.bytes.get(), room);
                let declared =
                    |what: Declared, name: &str, line| Some(((what, name.to_owned()), place(line)?));
                snapshot.places.extend(declared(Declared::Bank, &path, None));
                for one in &bank.buffers {
                    let spot = Spot {
                        bank: path.clone(),
                        offset: one.offset,
                        bytes: Some(one.bytes),
                        steps: one.first.zip(one.last),
                    };
                    let name = format!("{}::{}", plan.name, one.name);
                    snapshot.places.extend(declared(Declared::Buffer, &name, one.line));
                    snapshot.buffers.insert(name, spot);
                }
            }
        }
        snapshot
    }
}

impl Snapshot {
    /// For a layout alone: places without sizes.
    pub fn of_layout(title: &str, layout: &Layout) -> Self {
        let spot = |placement: &arena_plan_core::problem::Placement| Spot {
            bank: placement.bank.to_string(),
            offset: placement.offset.into(),
            bytes: None,
            steps: None,
        };
        let buffers = layout.placements.iter().map(|one| (one.id.to_string(), spot(one)));
        Self { title: title.into(), buffers: buffers.collect(), ..Self::default() }
    }
}
