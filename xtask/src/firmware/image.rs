//! Checks where a linked program puts its banks, and that neither their bytes nor the checkout's path are in the
//! flash image.

use super::elf::Image;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::{Cmd, root};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// The bank of constants, whose memory is programmed apart from the one with the code.
const CONSTANTS: &str = ".arena_qspi";

/// Output section and memory of each bank.
type Banks = [(&'static str, Range<u64>)];

/// Checks `image`, which was read from `file` and has these banks.
pub(crate) fn check(board: &Board, banks: &Banks, image: &Image, file: &Path) -> Result {
    check_banks(banks, image, file)?;
    check_bss(board, image).map_err(Error::during(file.display()))?;
    check_flash(board, image, file)
}

/// Each bank is in its memory, and what is written has no contents in the file.
pub(crate) fn check_banks(banks: &Banks, image: &Image, file: &Path) -> Result {
    let failed = |text: String| Error::new(format!("{}: {text}", file.display()));
    for (name, memory) in banks {
        let section = image.sections.iter().find(|section| section.name == *name);
        let section =
            section.ok_or_else(|| failed(format!("no section {name}, so nothing is in that bank")))?;
        let bytes = section.address..section.address + section.size;
        if !inside(&bytes, memory) {
            return Err(failed(format!("{name} is at {bytes:#x?}, outside of its memory {memory:#x?}")));
        }
        match (section.loaded, *name == CONSTANTS) {
            (true, false) => {
                return Err(failed(format!("{name} has contents in the file: (NOLOAD) is missing")));
            }
            (false, true) => return Err(failed(format!("{name} has no constants in the file"))),
            _ => {}
        }
    }
    match image.sections.iter().find(|section| section.name.starts_with(".arena.")) {
        Some(stray) => Err(failed(format!("section {} has no place in memory.x", stray.name))),
        None => Ok(()),
    }
}

/// Start-up code clears from `__sbss` to `__ebss`: exactly `.bss`, whatever else is in the linker script.
fn check_bss(board: &Board, image: &Image) -> Result {
    let bytes = image.symbol("__sbss")?.address..image.symbol("__ebss")?.address;
    if !inside(&bytes, &board.ram) {
        return Err(Error::new(format!("__sbss..__ebss is {bytes:#x?}, outside of {:#x?}", board.ram)));
    }
    let (cleared, size) = (bytes.end - bytes.start, image.size(".bss"));
    if cleared != size {
        return Err(Error::new(format!("start-up clears {cleared} bytes, .bss has {size}")));
    }
    Ok(())
}

/// The flash image has only the loaded sections: a bank in it would be zeros in flash, and with
/// the gap up to the bank's address.
fn check_flash(board: &Board, image: &Image, file: &Path) -> Result {
    let binary = file.with_extension("bin");
    Cmd::new("arm-none-eabi-objcopy")
        .args(["-O", "binary", "--remove-section", CONSTANTS])
        .args([file, &binary])
        .run()?;
    let bytes = fs::read(&binary).map_err(Error::during(binary.display()))?;
    let size = bytes.len() as u64;
    let loaded = image.sections.iter().filter(|section| section.loaded && section.name != CONSTANTS);
    let loaded: u64 = loaded.map(|section| section.size).sum();
    // Between two sections there may be padding for alignment, below 32 bytes each.
    let padding = 32 * image.sections.len() as u64;
    if size < loaded || size > loaded + padding || size > board.flash.end - board.flash.start {
        return Err(Error::new(format!("{}: {size} bytes, {loaded} expected", binary.display())));
    }
    let root = root();
    let path = root.as_os_str().as_encoded_bytes();
    if bytes.windows(path.len()).any(|window| window == path) {
        return Err(Error::new(format!("{}: the path {} is in the image", binary.display(), root.display())));
    }
    Ok(())
}

fn inside(bytes: &Range<u64>, memory: &Range<u64>) -> bool {
    memory.start <= bytes.start && bytes.end <= memory.end
}
