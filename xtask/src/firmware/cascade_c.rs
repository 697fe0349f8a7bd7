//! The plan `vad` of the program over four memories in C and C++, as `examples/c` has it: with the header and the fragment of a
//! linker script that the command writes, linked by both linkers. They print what the program in Rust prints of this plan.

use super::cascade::plans;
use super::elf::Image;
use super::{emulate, image};
use crate::board::Board;
use crate::c::{self, Program};
use crate::error::{Error, Result};
use crate::process::{Cmd, root, target_dir};
use crate::toolchain::{Linker, firmware_dir};
use std::fs;
use std::path::Path;

/// The board that the programs are for.
const BOARD: &str = "mps3-an547";

const PROGRAMS: [Program; 2] = [Program::c("vad.c"), Program::cpp("vad.cpp")];

/// A compiler may take two pointers of different types for different memory, unless `-fno-strict-aliasing` says that a bank is
/// used with several types. There is no library with `memset` and `memcpy`, so loops stay loops.
const FLAGS: [&str; 4] =
    ["-mcpu=cortex-m55", "-mfloat-abi=soft", "-fno-strict-aliasing", "-fno-tree-loop-distribute-patterns"];

/// Builds, links and runs both; `printed` is the output of the program in Rust. Returns what had to be skipped.
pub(crate) fn check(board: &Board, printed: &str) -> Result<Vec<String>> {
    if board.name != BOARD {
        return Ok(Vec::new());
    }
    if let Some(why) = c::missing(&PROGRAMS) {
        return Ok(vec![why]);
    }
    let expected: String =
        printed.lines().filter(|line| line.starts_with("vad: ")).map(|line| format!("{line}\n")).collect();
    if expected.lines().count() < 3 {
        return Err(Error::new(format!("the program in Rust prints little of the plan `vad`:\n{printed}")));
    }
    let folder = target_dir().join("cascade-c");
    fs::create_dir_all(&folder).map_err(Error::during(folder.display()))?;
    files(&folder)?;
    let mut reasons = Vec::new();
    // The recording is a file that the assembler includes.
    let recording = format!("-Wa,-I,{}", firmware_dir().join("audio").display());
    let flags = [&FLAGS[..], &[&recording]].concat();
    for program in PROGRAMS {
        let source = program.source;
        let object = folder.join(format!("{source}.o"));
        program.compile(&flags, &folder, &object)?;
        for linker in Linker::ALL {
            let cmd = match linker.for_arm() {
                Ok(cmd) => cmd,
                Err(why) => {
                    reasons.push(why);
                    continue;
                }
            };
            let file = folder.join(format!("{source}-{}.elf", linker.name()));
            // The fragment's folder first: GNU ld looks for it while it reads the script.
            cmd.args(["--gc-sections", "-L"])
                .args([&folder])
                .args(["-T"])
                .args([root().join(format!("examples/c/{BOARD}.x"))])
                .args([&object])
                .args(["-o"])
                .args([&file])
                .run()?;
            image::check_banks(board.four_banks, &Image::read(&file)?, &file)?;
            let output = emulate::run(board, &file)?.text;
            if output != expected {
                return Err(Error::new(format!(
                    "{source} ({}) prints\n{output}but the program in Rust\n{expected}",
                    linker.name()
                )));
            }
        }
        println!("{}: {source} prints what the program in Rust prints of the plan `vad`", board.name);
    }
    Ok(reasons)
}

/// Header and fragment, as the command prints them.
fn files(folder: &Path) -> Result {
    for (name, command) in [("layout.h", "header"), ("arena.x", "linker")] {
        let text = Cmd::cargo()
            .args(["run", "--quiet", "--package", "arena-plan-cli", "--", command])
            .args([plans().join("vad.problem.json"), plans().join("vad.layout.json")])
            .stdout()?;
        let file = folder.join(name);
        fs::write(&file, text).map_err(Error::during(file.display()))?;
    }
    Ok(())
}
