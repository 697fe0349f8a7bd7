//! `cargo xtask firmware`: builds the firmware for each board, inspects the images, runs them in the emulator,
//! compares their output, compares the planned program with the handwritten one with each linker, and checks that a
//! plan over budget does not build.

mod breach;
mod build;
mod cascade;
mod cascade_c;
pub(crate) mod elf;
pub(crate) mod emulate;
mod hydration;
mod image;
pub(crate) mod listing;
mod memory;
mod page;
mod parity;
mod symbols;

use crate::board::{BOARDS, Board};
use crate::error::{Error, Result};
use crate::process::find;
use crate::test::Outcome;
use crate::toolchain::{Linker, Toolchain};
use build::Program;
use std::path::PathBuf;

/// Arguments of `cargo xtask firmware`.
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Record the programs' output instead of comparing it
    #[arg(long)]
    bless: bool,
    /// Only this board (QEMU's name)
    #[arg(long)]
    board: Option<String>,
    /// Only the programs with this word in their names, without what compares the spotters
    #[arg(long)]
    program: Option<String>,
}

/// The same program twice, with the same output: the reference, and the planned one.
const BY_HAND: Program = Program { name: "handwritten", features: "" };
const PLANNED: Program = Program { name: "keyword_spotting", features: "" };

/// The program that audits its plan at boot, and the same without: what an audit takes.
const AUDITED: Program = Program { name: "audit", features: "" };
const NOT_AUDITED: Program = Program { name: "audit", features: "without-audit" };

/// Bytes of flash that an audit of a plan of three buffers may take.
const AUDIT: u64 = 7168;

/// The same for frames that an interrupt delivers: state that persists, and halves of a buffer that are handed round.
const STREAM_BY_HAND: Program = Program { name: "stream_by_hand", features: "" };
const STREAM: Program = Program { name: "stream", features: "" };

/// Its buffers as `inspect` shows them: kind, name, and the bank where a constant is read.
const STREAM_KINDS: &[(&str, &str, &str)] = &[
    ("buffer", "filtered", ""),
    ("buffer", "level", ""),
    ("persistent", "history", ""),
    ("persistent detached", "frames", ""),
];

/// The same of the program with constants.
const CONSTANTS_KINDS: &[(&str, &str, &str)] = &[
    ("buffer", "x", ""),
    ("buffer", "y", ""),
    ("constant", "biases", ""),
    ("constant", "version", "tcm"),
    ("constant", "weights", "tcm"),
    ("staged", "staged_tcm", ""),
];

/// Per cent by which the loop may cost more where halves go round.
const HALVES: u64 = 2;

/// The same under frameworks that schedule tasks.
const STREAM_IN_TASKS: [Program; 2] = [
    Program { name: "stream_rtic", features: "rtic" },
    Program { name: "stream_embassy", features: "embassy" },
];

/// Programs that show one thing each.
const OTHERS: &[Program] = &[
    Program { name: "access", features: "" },
    Program { name: "words", features: "" },
    Program { name: "locals", features: "" },
    Program { name: "constants", features: "" },
    Program { name: "turns", features: "" },
    Program { name: "history", features: "" },
    Program { name: "history", features: "longer-history" },
    Program { name: "micro_speech", features: "" },
    Program { name: "vww", features: "" },
    AUDITED,
    Program { name: "audit", features: "wrong-table" },
];

/// Runs the checks and prints figures; a check that is not possible here is an error.
pub(crate) fn run(args: &Args) -> Result {
    match check(args)? {
        Outcome::Passed => Ok(()),
        Outcome::Skipped(why) => Err(Error::new(why)),
    }
}

/// The same as one step of the project's checks, which is skipped if tools are missing.
pub(crate) fn check(args: &Args) -> Result<Outcome> {
    let boards: Vec<&Board> =
        BOARDS.iter().filter(|board| args.board.as_deref().is_none_or(|name| name == board.name)).collect();
    if boards.is_empty() {
        return Err(Error::new("no such board: mps2-an385 and mps3-an547 are known"));
    }
    for tool in ["qemu-system-arm", "arm-none-eabi-objcopy", "arm-none-eabi-objdump"] {
        if find(tool).is_none() {
            return Ok(Outcome::Skipped(format!("no {tool}: see `cargo xtask setup`")));
        }
    }
    let mut reasons = Vec::new();
    for board in boards {
        match Toolchain::for_target(board.target) {
            Ok(toolchain) => match &args.program {
                Some(word) => {
                    others(board, toolchain, args.bless, word)?;
                    if STREAM.name.contains(word.as_str()) {
                        streams(board, toolchain, args.bless)?;
                    }
                    in_tasks(board, toolchain, word)?;
                    if hydration::PLANNED.name.contains(word.as_str()) {
                        hydration::check(board, toolchain, args.bless)?;
                    }
                    if cascade::PROGRAM.name.contains(word.as_str()) {
                        reasons.extend(cascade::check(board, toolchain, args.bless)?);
                    }
                }
                None => reasons.extend(check_board(board, toolchain, args.bless)?),
            },
            Err(why) => reasons.push(why),
        }
    }
    Ok(if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) })
}

/// Checks all programs on one board; returns what had to be skipped.
fn check_board(board: &Board, toolchain: Toolchain, bless: bool) -> Result<Vec<String>> {
    let mut reasons = Vec::new();
    for linker in Linker::ALL {
        if let Err(why) = linker.rustc_args(board.target) {
            reasons.push(why);
            continue;
        }
        let linked = format!("{} ({})", board.name, linker.name());
        let (by_hand, _) = measure(board, toolchain, linker, &BY_HAND, bless)?;
        let (planned, file) = measure(board, toolchain, linker, &PLANNED, bless)?;
        parity::print(&linked, &by_hand, &planned);
        parity::compare(&by_hand, &planned, 0).map_err(Error::during(&linked))?;
        symbols::check(&elf::Image::read(&file)?).map_err(Error::during(&linked))?;
        memory::check(&PLANNED.memory_map(board), &file).map_err(Error::during(&linked))?;
        if linker == Linker::Gnu {
            memory::check_linker(board, toolchain, &PLANNED, &file).map_err(Error::during(&linked))?;
        }
        reasons.extend(symbols::debug(board, &file)?);
    }
    streams(board, toolchain, bless)?;
    in_tasks(board, toolchain, "")?;
    hydration::check(board, toolchain, bless)?;
    reasons.extend(cascade::check(board, toolchain, bless)?);
    others(board, toolchain, bless, "")?;
    breach::check(board, toolchain)?;
    page::check(board, toolchain)?;
    println!(
        "{}: symbols, access, words, locals, constants, history, networks and the breach of the budget as expected",
        board.name
    );
    Ok(reasons)
}

/// Checks the two programs for frames that an interrupt delivers.
fn streams(board: &Board, toolchain: Toolchain, bless: bool) -> Result {
    let (by_hand, _) = measure(board, toolchain, Linker::Gnu, &STREAM_BY_HAND, bless)?;
    let (planned, file) = measure(board, toolchain, Linker::Gnu, &STREAM, bless)?;
    memory::check_kinds(&STREAM.memory_map(board), &file, "::audio", STREAM_KINDS)?;
    let title = format!("{} (stream)", board.name);
    parity::print(&title, &by_hand, &planned);
    parity::compare(&by_hand, &planned, HALVES).map_err(Error::during(&title))
}

/// Builds and runs the programs for frameworks, of those with this word in their names. What is recorded of the program
/// without a framework is expected of them.
fn in_tasks(board: &Board, toolchain: Toolchain, word: &str) -> Result {
    for program in STREAM_IN_TASKS.iter().filter(|program| program.name.contains(word)) {
        let file = build::program(board, toolchain, Linker::Gnu, program)?;
        image::check(board, board.banks, &elf::Image::read(&file)?, &file)?;
        let output = emulate::run(board, &file)?;
        emulate::compare(board, &STREAM, &output.text, false).map_err(Error::during(program.name))?;
        if let Some(instructions) = output.instructions {
            println!("{}: {}: {instructions} instructions", board.name, program.name);
        }
    }
    Ok(())
}

/// Builds and runs the programs that show one thing each, of those with this word in their names.
fn others(board: &Board, toolchain: Toolchain, bless: bool, word: &str) -> Result {
    for program in OTHERS.iter().filter(|program| program.name.contains(word)) {
        let file = build::program(board, toolchain, Linker::Gnu, program)?;
        let image = elf::Image::read(&file)?;
        match program.name {
            "access" => listing::check_access(&image, &file, "touch_buffers")?,
            "constants" => {
                memory::check_kinds(&program.memory_map(board), &file, "::dense", CONSTANTS_KINDS)?
            }
            "locals" => symbols::check_locals(&image)?,
            "turns" => {
                listing::check_writes(&image, &file, "touch_pool")?;
                memory::check_pool(&program.memory_map(board), &file, "turns::scratch", ["wait", "measure"])?;
            }
            _ => {}
        }
        let output = emulate::run(board, &file)?;
        emulate::compare(board, program, &output.text, bless)?;
        if let Some(instructions) = output.instructions {
            println!("{}: {}: {instructions} instructions", board.name, program.name);
        }
    }
    if AUDITED.name.contains(word) { audit(board, toolchain) } else { Ok(()) }
}

/// Prints what an audit takes of the flash: code and tables.
fn audit(board: &Board, toolchain: Toolchain) -> Result {
    let size = |program| -> Result<u64> {
        let image = elf::Image::read(&build::program(board, toolchain, Linker::Gnu, program)?)?;
        Ok(image.size(".text") + image.size(".rodata"))
    };
    let bytes = size(&AUDITED)?.saturating_sub(size(&NOT_AUDITED)?);
    println!("{}: an audit of three buffers takes {bytes} bytes of flash", board.name);
    if bytes == 0 || bytes > AUDIT {
        return Err(Error::new(format!(
            "{}: an audit takes {bytes} bytes, at most {AUDIT} are allowed",
            board.name
        )));
    }
    Ok(())
}

/// Builds, inspects, runs and measures one of two programs that do the same.
fn measure(
    board: &Board,
    toolchain: Toolchain,
    linker: Linker,
    program: &Program,
    bless: bool,
) -> Result<(parity::Figures, PathBuf)> {
    let file = build::program(board, toolchain, linker, program)?;
    let image = elf::Image::read(&file)?;
    image::check(board, board.banks, &image, &file)?;
    let output = emulate::run(board, &file)?;
    emulate::compare(board, program, &output.text, bless)?;
    let executed = output.instructions.ok_or_else(|| Error::new(format!("{}: no ticks", file.display())))?;
    Ok((parity::Figures::measure(&image, &file, executed)?, file))
}
