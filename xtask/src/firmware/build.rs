//! Builds one program of the firmware with one linker and keeps the file under its own name.

use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::Cmd;
use crate::toolchain::{Linker, Toolchain, firmware_dir};
use std::fs;
use std::path::PathBuf;

/// A program of the firmware and the features that it is built with.
pub(crate) struct Program {
    /// Cargo's name.
    pub(crate) name: &'static str,
    /// Cargo's features, with commas.
    pub(crate) features: &'static str,
}

impl Program {
    /// The package, of the firmware's workspace: one with a memory map of its own, or that of all other programs.
    fn package(&self) -> &'static str {
        match self.name {
            "cascade" => "arena-plan-cascade",
            _ => "arena-plan-firmware",
        }
    }

    /// The linker script with the memories of the board.
    pub(crate) fn memory_map(&self, board: &Board) -> PathBuf {
        let folder = if self.name == "cascade" { "cascade/memory" } else { "memory" };
        firmware_dir().join(folder).join(format!("{}.x", board.name))
    }

    /// Name for files: followed by the features, unless the program is named after what it needs.
    pub(crate) fn title(&self) -> String {
        if self.name.ends_with(self.features) {
            self.name.to_owned()
        } else {
            format!("{}-{}", self.name, self.features)
        }
    }
}

/// The compiler invocation.
pub(crate) fn command(board: &Board, toolchain: Toolchain, linker: Linker, program: &Program) -> Result<Cmd> {
    let args = linker.rustc_args(board.target).map_err(Error::new)?;
    // Arguments after `--` reach only this program's compiler, so that the libraries are built once for both linkers.
    Ok(toolchain
        .cargo("rustc", board.target)
        .dir(firmware_dir())
        .args([
            "--quiet",
            "--locked",
            "--release",
            "--package",
            program.package(),
            "--bin",
            program.name,
            "--features",
            program.features,
            "--",
        ])
        .args(args))
}

/// The ELF file of `program`.
pub(crate) fn program(
    board: &Board,
    toolchain: Toolchain,
    linker: Linker,
    program: &Program,
) -> Result<PathBuf> {
    command(board, toolchain, linker, program)?.run()?;
    let output = toolchain.output(board.target);
    let kept = output.join(format!("{}-{}.elf", program.title(), linker.name()));
    let built = output.join("release").join(program.name);
    fs::copy(&built, &kept).map_err(Error::during(built.display()))?;
    Ok(kept)
}
