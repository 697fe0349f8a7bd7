//! What copying 256 KiB of staged constants costs, compared with `memcpy`.

use super::build::{self, Program};
use super::elf::Image;
use super::{emulate, listing};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::toolchain::{Linker, Toolchain};

/// `hydrate()`, and the same by hand: both print the same.
pub(crate) const PLANNED: Program = Program { name: "hydration", features: "" };
const BY_HAND: Program = Program { name: "hydration_by_hand", features: "" };

/// The function that is counted.
const COPY: &str = "copy_weights";

/// Instructions by which one measurement differs from another because the timer has ticks of its own.
const ROUNDING: u64 = 1;

/// Checks that hydration executes no more instructions than `memcpy`, and that its function has no more.
pub(crate) fn check(board: &Board, toolchain: Toolchain, bless: bool) -> Result {
    let (by_hand, by_hand_listed) = measure(board, toolchain, &BY_HAND, bless)?;
    let (planned, planned_listed) = measure(board, toolchain, &PLANNED, false)?;
    println!(
        "{}: 256 KiB hydrated in {planned} instructions, {by_hand} by memcpy; the functions have {planned_listed} and \
         {by_hand_listed}",
        board.name
    );
    if planned > by_hand + ROUNDING || planned_listed > by_hand_listed {
        return Err(Error::new(format!("{}: hydration costs more than memcpy", board.name)));
    }
    Ok(())
}

/// Instructions executed, and listed in the function that is counted.
fn measure(board: &Board, toolchain: Toolchain, program: &Program, bless: bool) -> Result<(u64, usize)> {
    let file = build::program(board, toolchain, Linker::Gnu, program)?;
    let output = emulate::run(board, &file)?;
    emulate::compare(board, &PLANNED, &output.text, bless).map_err(Error::during(program.name))?;
    let executed = output.instructions.ok_or_else(|| Error::new(format!("{}: no ticks", file.display())))?;
    let listed = listing::instructions(Image::read(&file)?.item(COPY)?, &file)?;
    Ok((executed, listed.len()))
}
