//! Writing an offline plan into a model.
//!
//! Offsets of a flatbuffer only point forward, so new parts go in front: a copy of the model's root table, its list
//! of buffers plus one, its list of metadata plus one, and the plan. All other bytes follow unchanged, at a distance
//! that keeps their alignment. An existing plan of the same length is overwritten in place.

use arena_plan_core::kernel::code::Code;

use super::micro::METADATA;
use crate::error::{Error, Result};
use crate::tflite::model::{MAGIC, Model};
use crate::tflite::raw;

/// Fields of the root table.
mod field {
    pub(super) const VERSION: usize = 0;
    pub(super) const BUFFERS: usize = 4;
    pub(super) const METADATA: usize = 6;
    /// The known fields; all except the version are offsets.
    pub(super) const KNOWN: usize = 10;
}

/// Alignment of data in the file, as the format requires.
const ALIGNMENT: usize = 16;

/// Bytes of a file before its tables: the offset of the root and the identifier.
const HEAD: usize = 8;

/// The file with the plan.
pub(super) fn write(model: &Model<'_>, plan: &[i32], replace: bool) -> Result<Vec<u8>> {
    let data = encode(plan);
    let entries: Vec<usize> =
        (0..model.metadata.len()).filter(|&entry| model.metadata[entry].0 == METADATA).collect();
    if !entries.is_empty() && !replace {
        return Err(Error::new(
            Code::PlanExists,
            format!("the model has an offline plan (metadata `{METADATA}`)"),
        )
        .help("check it with `--check`, or write another with `--replace`"));
    }
    if let [entry] = entries[..] {
        let buffer = model.metadata[entry].1;
        if model.buffers[buffer].len() == data.len() && is_only_use(model, entry, buffer) {
            let mut bytes = model.bytes.to_vec();
            let start = position(model.bytes, model.buffers[buffer]);
            bytes[start..start + data.len()].copy_from_slice(&data);
            return Ok(bytes);
        }
    }
    if model.absolute {
        return Err(Error::new(
            Code::Inexpressible,
            "the model has data after its flatbuffer, which cannot be moved",
        ));
    }
    Front::new(model, &data)?.write(model.bytes)
}

/// Version, subgraph and count, then the offsets, as little-endian numbers of 32 bits.
fn encode(plan: &[i32]) -> Vec<u8> {
    // The runtime reads neither the version nor the subgraph.
    let count = i32::try_from(plan.len()).unwrap_or(i32::MAX);
    let numbers = [1, 0, count].into_iter().chain(plan.iter().copied());
    numbers.flat_map(i32::to_le_bytes).collect()
}

/// Whether no tensor and no other metadata use this buffer.
fn is_only_use(model: &Model<'_>, entry: usize, buffer: usize) -> bool {
    let shares = |other: &&&[u8]| other.as_ptr() == model.buffers[buffer].as_ptr() && !other.is_empty();
    let other = model.metadata.iter().enumerate().any(|(index, (_, used))| index != entry && *used == buffer);
    let of_tensor =
        model.subgraphs.iter().flat_map(|subgraph| &subgraph.tensors).any(|tensor| tensor.buffer == buffer);
    !other && !of_tensor && model.buffers.iter().filter(shares).count() == 1
}

/// The beginning of a part of the file.
pub(super) fn position(file: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(file.as_ptr() as usize)
}

/// The new parts in front.
struct Front<'p> {
    /// Fields of the root table: number, and the value of the version, else the target in the old file.
    fields: Vec<(usize, usize)>,
    version: u32,
    /// The positions of the buffers and the metadata entries in the old file.
    buffers: Vec<usize>,
    metadata: Vec<usize>,
    data: &'p [u8],
}

impl<'p> Front<'p> {
    fn new(model: &Model<'_>, data: &'p [u8]) -> Result<Self> {
        let bytes = model.bytes;
        let unreadable = || Error::broken(0, "the root table cannot be read again");
        let root = raw::root(bytes).ok_or_else(unreadable)?;
        let mut fields = Vec::new();
        for (number, place) in raw::fields(bytes, root).ok_or_else(unreadable)?.into_iter().enumerate() {
            let Some(place) = place else { continue };
            if number >= field::KNOWN {
                let message =
                    format!("the model's root table has the unknown field {number}, which cannot be moved");
                return Err(Error::new(Code::Inexpressible, message).at(place));
            }
            if number != field::VERSION {
                fields.push((number, raw::follow(bytes, place).ok_or_else(unreadable)?));
            }
        }
        let list = |number, index| raw::element(bytes, root, number, index).ok_or_else(unreadable);
        let buffers =
            (0..model.buffers.len()).map(|index| list(field::BUFFERS, index)).collect::<Result<_>>()?;
        let others = (0..model.metadata.len()).filter(|&entry| model.metadata[entry].0 != METADATA);
        let metadata = others.map(|entry| list(field::METADATA, entry)).collect::<Result<_>>()?;
        Ok(Self { fields, version: 3, buffers, metadata, data })
    }

    fn write(&self, old: &[u8]) -> Result<Vec<u8>> {
        // Written twice: the first time only to determine the length.
        let length = self.layout(0).bytes.len();
        // The old bytes are copied from the eighth on.
        let start = (length.saturating_sub(HEAD)).next_multiple_of(ALIGNMENT) + HEAD;
        let mut file = self.layout(start - HEAD).bytes;
        file.resize(start, 0);
        file.extend_from_slice(&old[HEAD..]);
        if i32::try_from(file.len()).is_err() {
            return Err(Error::new(Code::Inexpressible, "the file would exceed the 2 GiB of its format"));
        }
        Ok(file)
    }

    /// The new bytes if the old ones move up by `moved`.
    fn layout(&self, moved: usize) -> Draft {
        let mut draft = Draft { bytes: vec![0; 4] };
        draft.bytes.extend_from_slice(MAGIC);
        // The vtable, the table: the offset of the vtable, then four bytes per field.
        let mut numbers: Vec<usize> = self.fields.iter().map(|&(number, _)| number).collect();
        numbers.extend([field::VERSION, field::BUFFERS, field::METADATA]);
        numbers.sort_unstable();
        numbers.dedup();
        let entries = numbers.last().map_or(0, |last| last + 1);
        let size = |count: usize| u16::try_from(4 + count * 4).unwrap_or(u16::MAX);
        let vtable = draft.bytes.len();
        draft.half(4 + u16::try_from(entries).unwrap_or(0) * 2);
        draft.half(size(numbers.len()));
        for number in 0..entries {
            draft.half(numbers.binary_search(&number).map_or(0, size));
        }
        draft.align(4);
        let root = draft.bytes.len();
        draft.set(0, root);
        draft.number(root - vtable);
        let first = draft.bytes.len();
        draft.bytes.resize(first + 4 * numbers.len(), 0);
        let slot = |number: usize| first + 4 * numbers.binary_search(&number).unwrap_or_default();
        for &(number, target) in &self.fields {
            draft.lead(slot(number), target + moved);
        }
        draft.bytes[slot(field::VERSION)..][..4].copy_from_slice(&self.version.to_le_bytes());

        // The buffers and the new one.
        let list = draft.list(slot(field::BUFFERS), &self.buffers, moved);
        draft.bytes.extend_from_slice(&[6, 0, 8, 0, 4, 0, 0, 0]);
        let buffer = draft.bytes.len();
        draft.lead(list, buffer);
        draft.number(8);
        draft.number(0);
        // The length of the data, then the data.
        while !(draft.bytes.len() + 4).is_multiple_of(ALIGNMENT) {
            draft.bytes.push(0);
        }
        let data = draft.bytes.len();
        draft.lead(buffer + 4, data);
        draft.number(self.data.len());
        draft.bytes.extend_from_slice(self.data);

        // The metadata and the new entry: its name, and the number of the new buffer.
        let list = draft.list(slot(field::METADATA), &self.metadata, moved);
        draft.bytes.extend_from_slice(&[8, 0, 12, 0, 4, 0, 8, 0]);
        let entry = draft.bytes.len();
        draft.lead(list, entry);
        draft.number(8);
        draft.number(0);
        draft.number(self.buffers.len());
        let name = draft.bytes.len();
        draft.lead(entry + 4, name);
        draft.number(METADATA.len());
        draft.bytes.extend_from_slice(METADATA.as_bytes());
        draft.bytes.push(0);
        draft
    }
}

/// Bytes under construction. Positions never exceed 32 bits: [`Front::write`] checks the length of the file.
struct Draft {
    bytes: Vec<u8>,
}

impl Draft {
    fn half(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    fn number(&mut self, value: usize) {
        self.bytes.extend_from_slice(&u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes());
    }

    fn set(&mut self, place: usize, value: usize) {
        let value = u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
        self.bytes[place..place + 4].copy_from_slice(&value);
    }

    /// Makes the offset at `place` point to `target`.
    fn lead(&mut self, place: usize, target: usize) {
        self.set(place, target.saturating_sub(place));
    }

    fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), 0);
    }

    /// A list of tables of the old file with room for a new one, whose position is returned; `place` points to the
    /// list.
    fn list(&mut self, place: usize, tables: &[usize], moved: usize) -> usize {
        self.align(4);
        self.lead(place, self.bytes.len());
        self.number(tables.len() + 1);
        for &table in tables {
            let slot = self.bytes.len();
            self.number(0);
            self.lead(slot, table + moved);
        }
        let slot = self.bytes.len();
        self.number(0);
        slot
    }
}
