//! Builds one program of the firmware with one linker and keeps the file under a name of its own.

use crate::board::Board;
use crate::error::{Error, Result};
use crate::toolchain::{Linker, Toolchain, firmware_dir};
use std::fs;
use std::path::PathBuf;

/// The ELF file of `program`.
pub(crate) fn program(board: &Board, toolchain: Toolchain, linker: Linker, program: &str) -> Result<PathBuf> {
    let args = linker.rustc_args().map_err(Error::new)?;
    // Arguments behind `--` reach this program's compiler only, so that the libraries are built once for both linkers.
    toolchain
        .cargo("rustc", board.target)
        .dir(firmware_dir())
        .args(["--quiet", "--release", "--bin", program, "--"])
        .args(args)
        .run()?;
    let output = toolchain.output(board.target);
    let kept = output.join(format!("{program}-{}.elf", linker.name()));
    let built = output.join("release").join(program);
    fs::copy(&built, &kept).map_err(Error::during(built.display()))?;
    Ok(kept)
}
