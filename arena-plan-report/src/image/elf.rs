//! The parts of an ELF file that matter for memory.

use std::fmt;

use super::description::{self, Described};
use super::lines::DebugInfo;
use object::read::elf::ProgramHeader;
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind, elf};

/// A linked image.
#[derive(Clone, Debug, Default)]
pub struct Elf {
    /// Sections that take memory on the target, by address.
    pub sections: Vec<SectionOf>,
    /// Symbols with a name, by address and name.
    pub symbols: Vec<SymbolOf>,
    /// The macro's descriptions of plans, which are not loaded.
    pub(super) descriptions: Vec<Described>,
    /// Where functions come from.
    pub(super) debug: DebugInfo,
}

/// A section that takes memory on the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionOf {
    /// Its name.
    pub name: String,
    /// Where it is when the program runs.
    pub address: u64,
    /// Where its contents are stored; `None` if the file has no contents for it.
    pub stored: Option<u64>,
    /// Its bytes.
    pub size: u64,
    /// Whether it contains instructions.
    pub code: bool,
    /// Whether the program may write to it.
    pub writable: bool,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolOf {
    /// Its name, demangled.
    pub name: String,
    /// Whether a compiler mangled its name.
    pub mangled: bool,
    /// Its value.
    pub address: u64,
    /// Its bytes; 0 if the file does not say.
    pub size: u64,
    /// Whether it is data or a function in a section.
    pub item: bool,
}

/// Why a file is not an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotElf(pub String);

impl fmt::Display for NotElf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotElf {}

impl Elf {
    /// Reads an ELF file of 32 or 64 bits.
    ///
    /// # Errors
    ///
    /// A file that is not ELF, is damaged, or is an object file without addresses from a linker.
    pub fn read(bytes: &[u8]) -> Result<Self, NotElf> {
        let damaged = |error: object::Error| NotElf(error.to_string());
        if !bytes.starts_with(b"\x7fELF") {
            return Err(NotElf("it does not begin like an ELF file".into()));
        }
        let file = object::File::parse(bytes).map_err(damaged)?;
        if file.kind() == object::ObjectKind::Relocatable {
            return Err(NotElf("it is an object file that has not been linked".into()));
        }
        let loads = loads(&file);
        let mut sections: Vec<SectionOf> = Vec::new();
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            let has = |flag: u32| sh_flags & u64::from(flag) != 0;
            if !has(elf::SHF_ALLOC) || section.size() == 0 || section.kind() == SectionKind::UninitializedTls
            {
                continue;
            }
            let contents = section.kind() != SectionKind::UninitializedData;
            let address = section.address();
            let stored =
                contents.then(|| loads.iter().find_map(|load| load.stored(address)).unwrap_or(address));
            sections.push(SectionOf {
                name: section.name().map_err(damaged)?.to_owned(),
                address,
                stored,
                size: section.size(),
                code: has(elf::SHF_EXECINSTR),
                writable: has(elf::SHF_WRITE),
            });
        }
        sections.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        let mut symbols: Vec<SymbolOf> = Vec::new();
        for symbol in file.symbols() {
            let Some(name) = symbol.name().ok().filter(|name| !name.is_empty() && !name.starts_with('$'))
            else {
                continue;
            };
            if symbol.is_undefined() || matches!(symbol.kind(), SymbolKind::File | SymbolKind::Section) {
                continue;
            }
            let readable = readable(name);
            // The lowest bit of an instruction's address may give the instruction set; the address of an item is
            // even.
            let thumb = symbol.kind() == SymbolKind::Text && file.architecture() == object::Architecture::Arm;
            symbols.push(SymbolOf {
                mangled: readable.is_some(),
                name: readable.unwrap_or_else(|| name.to_owned()),
                address: if thumb { symbol.address() & !1 } else { symbol.address() },
                size: symbol.size(),
                item: symbol.section_index().is_some() && symbol.size() > 0 && !name.starts_with(".L"),
            });
        }
        symbols.sort_by(|a, b| (a.address, &a.name, a.size).cmp(&(b.address, &b.name, b.size)));
        let described = file.section_by_name(description::SECTION).and_then(|section| section.data().ok());
        let descriptions = described.map(description::read).unwrap_or_default();
        Ok(Self { sections, symbols, descriptions, debug: DebugInfo::read(&file) })
    }

    /// The value of a symbol without a mangled name.
    pub fn value(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|symbol| symbol.name == name).map(|symbol| symbol.address)
    }
}

/// A name that rustc has mangled, as it was.
pub(super) fn readable(name: &str) -> Option<String> {
    rustc_demangle::try_demangle(name).ok().map(|name| format!("{name:#}"))
}

/// A segment that is loaded: addresses, and where they are stored.
struct Load {
    address: u64,
    size: u64,
    at: u64,
}

impl Load {
    fn stored(&self, address: u64) -> Option<u64> {
        let offset = address.checked_sub(self.address).filter(|offset| *offset < self.size)?;
        Some(self.at.wrapping_add(offset))
    }
}

fn loads(file: &object::File<'_>) -> Vec<Load> {
    match file {
        object::File::Elf32(file) => segments(file.elf_program_headers(), file.endian()),
        object::File::Elf64(file) => segments(file.elf_program_headers(), file.endian()),
        _ => Vec::new(),
    }
}

fn segments<P: ProgramHeader>(headers: &[P], endian: P::Endian) -> Vec<Load> {
    let loaded = headers.iter().filter(|header| header.p_type(endian) == elf::PT_LOAD);
    let load = |header: &P| Load {
        address: header.p_vaddr(endian).into(),
        size: header.p_filesz(endian).into(),
        at: header.p_paddr(endian).into(),
    };
    loaded.map(load).collect()
}
