//! The programs of `examples/c`, compiled for a microcontroller by GNU compilers.

use crate::error::Result;
use crate::process::{Cmd, find, root};
use std::path::Path;

/// A source file, its compiler, and the standard that it follows.
pub(crate) struct Program {
    /// The file in `examples/c`.
    pub(crate) source: &'static str,
    compiler: &'static str,
    flags: &'static [&'static str],
}

/// Without a standard library, and with every warning an error.
const FLAGS: &[&str] = &[
    "-mthumb",
    "-O2",
    "-ffreestanding",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-pedantic",
    "-c",
];

impl Program {
    pub(crate) const fn c(source: &'static str) -> Self {
        Self { source, compiler: "arm-none-eabi-gcc", flags: &["-std=c11"] }
    }

    pub(crate) const fn cpp(source: &'static str) -> Self {
        let flags = &["-std=c++17", "-fno-exceptions", "-fno-rtti"];
        Self { source, compiler: "arm-none-eabi-g++", flags }
    }

    /// Compiles the program; `flags` name the core and what else it needs.
    pub(crate) fn compile(&self, flags: &[&str], include: &Path, object: &Path) -> Result {
        self.compile_file(&root().join("examples/c").join(self.source), flags, include, object)
    }

    /// Compiles another file in the same way.
    pub(crate) fn compile_file(
        &self,
        source: &Path,
        flags: &[&str],
        include: &Path,
        object: &Path,
    ) -> Result {
        Cmd::new(self.compiler)
            .args(FLAGS)
            .args(self.flags)
            .args(flags)
            .args(["-I"])
            .args([include, source])
            .args(["-o"])
            .args([object])
            .run()
    }
}

/// Why the programs cannot be compiled here, if that is so.
pub(crate) fn missing(programs: &[Program]) -> Option<String> {
    let mut tools = programs.iter().map(|program| program.compiler).chain(["arm-none-eabi-objcopy"]);
    tools.find(|tool| find(tool).is_none()).map(|tool| format!("no {tool}: see `cargo xtask setup`"))
}
