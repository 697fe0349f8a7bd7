//! The parts of an ELF file that the checks examine.

use crate::error::{Error, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, elf};
use std::fs;
use std::path::Path;

/// A section that takes memory on the target.
pub(crate) struct Section {
    /// Its name.
    pub(crate) name: String,
    /// Where it is when the program runs.
    pub(crate) address: u64,
    /// Its bytes.
    pub(crate) size: u64,
    /// Whether its contents are in the file, and so in flash.
    pub(crate) loaded: bool,
}

/// A symbol with an address.
pub(crate) struct Symbol {
    /// Its name, mangled.
    pub(crate) name: String,
    /// Its value.
    pub(crate) address: u64,
    /// Its bytes, 0 if the file does not say.
    pub(crate) size: u64,
}

/// The contents of a linked program.
pub(crate) struct Image {
    /// Sections with memory, in the file's order.
    pub(crate) sections: Vec<Section>,
    /// Symbols with a name.
    pub(crate) symbols: Vec<Symbol>,
}

impl Image {
    /// Reads `file`.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let data = fs::read(file).map_err(Error::during(file.display()))?;
        let parsed = object::File::parse(&*data).map_err(Error::during(file.display()))?;
        let allocated = |flags| match flags {
            SectionFlags::Elf { sh_flags } => sh_flags & u64::from(elf::SHF_ALLOC) != 0,
            _ => false,
        };
        let sections = parsed
            .sections()
            .filter(|section| allocated(section.flags()) && section.size() > 0)
            .map(|section| Section {
                name: section.name().unwrap_or("?").to_owned(),
                address: section.address(),
                size: section.size(),
                loaded: section.kind() != SectionKind::UninitializedData,
            })
            .collect();
        let symbols = parsed
            .symbols()
            .filter(|symbol| symbol.is_definition() || symbol.is_global())
            .filter_map(|symbol| {
                let name = symbol.name().ok().filter(|name| !name.is_empty())?.to_owned();
                Some(Symbol { name, address: symbol.address(), size: symbol.size() })
            })
            .collect();
        Ok(Self { sections, symbols })
    }

    /// Bytes of the section `name`, 0 if there is none.
    pub(crate) fn size(&self, name: &str) -> u64 {
        self.sections.iter().filter(|section| section.name == name).map(|section| section.size).sum()
    }

    /// Bytes of all sections whose name begins with `prefix`.
    pub(crate) fn size_of_all(&self, prefix: &str) -> u64 {
        self.sections
            .iter()
            .filter(|section| section.name.starts_with(prefix))
            .map(|section| section.size)
            .sum()
    }

    /// The symbol `name`.
    pub(crate) fn symbol(&self, name: &str) -> Result<&Symbol> {
        let found = self.symbols.iter().find(|symbol| symbol.name == name);
        found.ok_or_else(|| Error::new(format!("the program has no symbol `{name}`")))
    }

    /// The Rust item `name`, whatever its path: both mangling schemes write a name after its length.
    pub(crate) fn item(&self, name: &str) -> Result<&Symbol> {
        self.path(&[name])
    }

    /// The Rust item whose path ends with `names`.
    pub(crate) fn path(&self, names: &[&str]) -> Result<&Symbol> {
        let part: String = names.iter().map(|name| format!("{}{name}", name.len())).collect();
        let shown = names.join("::");
        let mut found = self.symbols.iter().filter(|symbol| symbol.name.contains(&part) && symbol.size > 0);
        match (found.next(), found.next()) {
            (Some(symbol), None) => Ok(symbol),
            (None, _) => Err(Error::new(format!("the program has no `{shown}`"))),
            (Some(_), Some(_)) => Err(Error::new(format!("the program has several `{shown}`"))),
        }
    }
}
