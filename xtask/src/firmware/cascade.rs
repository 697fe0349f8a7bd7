//! The program over four memories: its banks, what `inspect` says of them, its files, and its first plan in C and C++.

use super::build::{self, Program};
use super::elf::Image;
use super::{cascade_c, emulate, image, memory};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::toolchain::{Linker, Toolchain, firmware_dir};
use arena_plan_core::json::decode_layout;
use arena_plan_core::problem::Placement;
use arena_plan_report::image::{Bank, Inspection};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const PROGRAM: Program = Program { name: "cascade", features: "" };
/// It prints the problems of its plans first.
const PROBLEMS: Program = Program { name: "cascade", features: "print-problems" };

/// Banks that are no static of a plan, and the symbol at which their memory begins.
const BEGINS: [(&str, &str); 2] = [("dtcm", "_arena_dtcm_start"), ("ddr", "_ddr_start")];

/// The plans, and the banks that `inspect` shows of each: name, memory, and section.
const PLANS: [(&str, &[[&str; 3]]); 2] = [
    ("kws", &[["dtcm", "DTCM", ".arena_dtcm"], ["ram", "", ""], ["qspi", "QSPI", ".arena_qspi"]]),
    (
        "vad",
        &[
            ["dtcm", "DTCM", ".arena_dtcm"],
            ["sram", "SRAM", ".arena_sram"],
            ["ddr", "DDR", ""],
            ["qspi", "QSPI", ".arena_qspi"],
        ],
    ),
];

/// Checks everything on one board; returns what had to be skipped.
pub(crate) fn check(board: &Board, toolchain: Toolchain, bless: bool) -> Result<Vec<String>> {
    let mut reasons = Vec::new();
    let mut output = None;
    for linker in Linker::ALL {
        if let Err(why) = linker.rustc_args(board.target) {
            reasons.push(why);
            continue;
        }
        let file = build::program(board, toolchain, linker, &PROGRAM)?;
        let printed = emulate::run(board, &file)?;
        emulate::compare(board, &PROGRAM, &printed.text, bless)?;
        // The one between the linker's symbols is in no section.
        let sections: Vec<_> =
            board.four_banks.iter().filter(|(name, _)| *name != ".arena_ddr").cloned().collect();
        image::check(board, &sections, &Image::read(&file)?, &file)?;
        shown(board, &file).map_err(Error::during(file.display()))?;
        if linker == Linker::Gnu {
            memory::check_linker(board, toolchain, &PROGRAM, &file)?;
        }
        output = Some(printed);
    }
    problems(board, toolchain)?;
    if let Some(output) = output {
        let instructions = output.instructions.unwrap_or_default();
        println!("{}: cascade: {instructions} instructions in the network", board.name);
        reasons.extend(cascade_c::check(board, &output.text)?);
    }
    Ok(reasons)
}

/// The problems in the folder `plans` are those of the blocks, with the target's sizes.
fn problems(board: &Board, toolchain: Toolchain) -> Result {
    let file = build::program(board, toolchain, Linker::Gnu, &PROBLEMS)?;
    let printed = emulate::run(board, &file)?.text;
    let kept = ["vad", "kws"].map(|plan| {
        let file = plans().join(format!("{plan}.problem.json"));
        fs::read_to_string(&file).map_err(Error::during(file.display()))
    });
    let [vad, kws] = kept;
    let kept = vad? + &kws?;
    let of_files = |line: &&str| !line.is_empty() && !line.starts_with("vad: ") && !line.starts_with("kws: ");
    let lines = |text: &str| -> Vec<String> { text.lines().filter(of_files).map(str::to_owned).collect() };
    if lines(&kept) == lines(&printed) {
        return Ok(());
    }
    Err(Error::new(format!("the problems in {} are not those of the blocks:\n{printed}", plans().display())))
}

/// The folder with the problems and layouts of both plans.
pub(crate) fn plans() -> PathBuf {
    firmware_dir().join("cascade/plans")
}

/// What `inspect` says: both plans are there, each bank in its memory, and each buffer where its layout puts it and `nm` finds
/// its symbol.
fn shown(board: &Board, file: &Path) -> Result {
    let inspection = memory::inspected(&PROGRAM.memory_map(board), file, usize::MAX)?;
    memory::sizes(&inspection, file)?;
    memory::items(&inspection, file)?;
    if !inspection.findings.is_empty() {
        return Err(Error::new(format!("findings {:?}", inspection.findings)));
    }
    let elf = Image::read(file)?;
    for (name, banks) in PLANS {
        let found = banks_of(&inspection, name)?;
        let rows: Vec<[&str; 3]> = found
            .iter()
            .map(|bank| {
                [&*bank.name, bank.memory.as_deref().unwrap_or(""), bank.section.as_deref().unwrap_or("")]
            })
            .collect();
        if rows != banks {
            return Err(Error::new(format!("banks of `{name}` are {rows:?}, expected {banks:?}")));
        }
        let layout = plans().join(format!("{name}.layout.json"));
        let text = fs::read(&layout).map_err(Error::during(layout.display()))?;
        let layout = decode_layout(&text).map_err(Error::during(layout.display()))?;
        for bank in found.iter().filter(|bank| !bank.read_only) {
            addresses(name, bank, &layout.placements, &elf)?;
        }
    }
    Ok(())
}

/// Each buffer is shown where its layout puts it in the bank, and where `nm` has a symbol of it, or of the beginning of the
/// memory for a bank that is no static of the plan.
fn addresses(plan: &str, bank: &Bank, placements: &[Placement], elf: &Image) -> Result {
    let base = bank.address.map(|address| address.get());
    if base.is_none() && bank.storage.as_deref() == Some("caller") {
        // The program has its address when it runs.
        return Ok(());
    }
    let start = BEGINS.iter().find(|(name, _)| *name == bank.name).map(|(_, symbol)| elf.symbol(symbol));
    let start = start.transpose()?.map(|symbol| symbol.address);
    for buffer in &bank.buffers {
        let placed = placements.iter().find(|one| *one.id == *buffer.name && *one.bank == *bank.name);
        let planned = placed.and_then(|one| Some(base? + one.offset));
        let symbol = match start {
            Some(start) => start + buffer.offset.get(),
            None => elf.symbol(&format!("cascade::{plan}::plan::memory::{}", buffer.name))?.address,
        };
        let shown = buffer.address.map(|address| address.get());
        if shown != Some(symbol) || shown != planned {
            return Err(Error::new(format!(
                "`{}` is shown at {shown:x?}, planned at {planned:x?}, and by its symbol at {symbol:x}",
                buffer.name
            )));
        }
    }
    Ok(())
}

fn banks_of<'a>(inspection: &'a Inspection, name: &str) -> Result<&'a [Bank]> {
    let plan = inspection.plans.iter().find(|plan| plan.name == format!("cascade::{name}::plan"));
    let plan = plan.ok_or_else(|| Error::new(format!("inspect does not show the plan `{name}`")))?;
    Ok(&plan.banks)
}
