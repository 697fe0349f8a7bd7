//! Source lines of functions, from the debug information of an image.

use std::collections::BTreeMap;

use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, Error, RunTimeEndian, SectionId};
use object::{Object, ObjectSection};

use super::elf::readable;

/// The sections with debug information; empty in an image without.
#[derive(Clone, Debug, Default)]
pub(super) struct DebugInfo {
    sections: BTreeMap<&'static str, Vec<u8>>,
    big: bool,
}

/// What looks up lines.
pub(super) struct Lines<'a>(Option<Context<Slice<'a>>>);

type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// What is looked up: these hold lines, files, functions and what they refer to.
const WANTED: [SectionId; 10] = [
    SectionId::DebugAbbrev,
    SectionId::DebugAddr,
    SectionId::DebugAranges,
    SectionId::DebugInfo,
    SectionId::DebugLine,
    SectionId::DebugLineStr,
    SectionId::DebugRanges,
    SectionId::DebugRngLists,
    SectionId::DebugStr,
    SectionId::DebugStrOffsets,
];

impl DebugInfo {
    pub(super) fn read(file: &object::File<'_>) -> Self {
        let data = |id: SectionId| {
            let section = file.section_by_name(id.name())?;
            // Of a compressed section nothing is known.
            let plain = section
                .compressed_file_range()
                .is_ok_and(|range| range.format == object::CompressionFormat::None);
            Some((id.name(), section.data().ok().filter(|_| plain)?.to_vec()))
        };
        Self { sections: WANTED.into_iter().filter_map(data).collect(), big: !file.is_little_endian() }
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        let endian = if self.big { RunTimeEndian::Big } else { RunTimeEndian::Little };
        let section = |id: SectionId| {
            let data = self.sections.get(id.name()).map_or(&[][..], Vec::as_slice);
            Ok::<_, Error>(EndianSlice::new(data, endian))
        };
        Lines(Dwarf::load(section).and_then(Context::from_dwarf).ok().filter(|_| !self.sections.is_empty()))
    }
}

impl Lines<'_> {
    /// File and line of the function at an address, as `src/main.rs:12`: relative to the folder in which the compiler
    /// ran, where it is inside.
    ///
    /// Functions that a linker has left out may still be described, at the address 0: `name` tells them apart.
    pub(super) fn of_function(&self, name: &str, address: u64) -> Option<String> {
        let context = self.0.as_ref()?;
        let mut frames = context.find_frames(address).skip_all_loads().ok()?;
        let mut outermost = None;
        while let Ok(Some(frame)) = frames.next() {
            outermost = Some(frame);
        }
        let frame = outermost?;
        if let Some(function) = &frame.function {
            let found = function.raw_name().ok()?;
            if readable(&found).as_deref().unwrap_or(&found) != name {
                return None;
            }
        }
        let location = frame.location?;
        let (file, line) = location.file.zip(location.line)?;
        let unit = context.find_dwarf_and_unit(address).skip_all_loads();
        let folder = unit.and_then(|unit| unit.comp_dir).map(|folder| folder.to_string_lossy().into_owned());
        let inside = folder.as_deref().and_then(|folder| file.strip_prefix(folder)?.strip_prefix('/'));
        Some(format!("{}:{line}", inside.unwrap_or(file)))
    }
}
