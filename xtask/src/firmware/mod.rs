//! `cargo xtask firmware`: builds the firmware for each board with each linker, looks at the image, runs it in
//! the emulator, compares what it prints, and holds the planned program against the hand-written one.

mod build;
mod elf;
mod emulate;
mod image;
mod parity;

use crate::board::{BOARDS, Board};
use crate::error::{Error, Result};
use crate::test::Outcome;
use crate::toolchain::{Linker, Toolchain};

/// Arguments of `cargo xtask firmware`.
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Record what the programs print instead of comparing it
    #[arg(long)]
    bless: bool,
    /// Only this board (QEMU's name)
    #[arg(long)]
    board: Option<String>,
}

/// The programs, which print the same. The first is the yardstick for the others.
const PROGRAMS: &[&str] = &["handwritten", "keyword_spotting"];

/// Runs the checks and prints figures; what cannot be checked here is an error.
pub(crate) fn run(args: &Args) -> Result {
    match check(args)? {
        Outcome::Passed => Ok(()),
        Outcome::Skipped(why) => Err(Error::new(why)),
    }
}

/// The same as one step of the project's checks, which skips where tools are missing.
pub(crate) fn check(args: &Args) -> Result<Outcome> {
    let boards: Vec<&Board> =
        BOARDS.iter().filter(|board| args.board.as_deref().is_none_or(|name| name == board.name)).collect();
    if boards.is_empty() {
        return Err(Error::new("no such board: mps2-an385 and mps3-an547 are known"));
    }
    let mut reasons = Vec::new();
    for board in boards {
        match Toolchain::for_target(board.target) {
            Ok(toolchain) => reasons.extend(check_board(board, toolchain, args.bless)?),
            Err(why) => reasons.push(why),
        }
    }
    Ok(if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) })
}

/// Checks all programs on one board; returns what had to be left out.
fn check_board(board: &Board, toolchain: Toolchain, bless: bool) -> Result<Vec<String>> {
    let mut reasons = Vec::new();
    for linker in Linker::ALL {
        if let Err(why) = linker.rustc_args() {
            reasons.push(why);
            continue;
        }
        let mut runs = Vec::new();
        for program in PROGRAMS {
            let file = build::program(board, toolchain, linker, program)?;
            let image = elf::Image::read(&file)?;
            image::check(board, &image, &file)?;
            let output = emulate::run(board, &file)?;
            emulate::compare(board, program, &output.text, bless)?;
            runs.push((*program, parity::Figures::measure(&image, &file, output.instructions)?));
        }
        println!("{} ({}):", board.name, linker.name());
        parity::print(&runs);
        if let [(_, by_hand), planned @ ..] = &runs[..] {
            planned.iter().try_for_each(|(_, figures)| parity::compare(by_hand, figures))?;
        }
    }
    Ok(reasons)
}
