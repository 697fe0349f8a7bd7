//! Disassembled functions, by `objdump`.

use super::elf::{Image, Symbol};
use crate::error::{Error, Result};
use crate::process::Cmd;
use std::path::Path;

/// The instructions of `function` in `file`, one per line, without addresses.
pub(crate) fn instructions(function: &Symbol, file: &Path) -> Result<Vec<String>> {
    let text = Cmd::new("arm-none-eabi-objdump")
        .args(["-d", "--no-show-raw-insn", &format!("--disassemble={}", function.name)])
        .args([file])
        .stdout()?;
    let listing: Vec<String> = text.lines().filter_map(instruction).map(str::to_owned).collect();
    if listing.is_empty() {
        return Err(Error::new(format!("{}: the listing of `{}` is empty", file.display(), function.name)));
    }
    Ok(listing)
}

/// `  1a4:\tldr\tr0, [r1]`: an address, a colon, an instruction; data among the code is `.word`.
fn instruction(line: &str) -> Option<&str> {
    let (address, rest) = line.split_once(":\t")?;
    let address = address.trim();
    let is_address = !address.is_empty() && address.chars().all(|digit| digit.is_ascii_hexdigit());
    (is_address && !rest.starts_with('.')).then_some(rest)
}

/// Access through handles is loads and stores at constant addresses: a function that does nothing else has no call,
/// no comparison and no branch except its return.
pub(crate) fn check_access(image: &Image, file: &Path, function: &str) -> Result {
    let listing = instructions(image.item(function)?, file)?;
    let unwanted = |line: &&String| {
        let name = line.split_whitespace().next().unwrap_or_default();
        let name = name.trim_end_matches(".w").trim_end_matches(".n");
        let returns = line.as_str() == "bx\tlr";
        let branches = name.starts_with('b') && !["bic", "bics", "bfi", "bfc"].contains(&name);
        let compares =
            ["cmp", "cmn", "cbz", "cbnz", "tbb", "tbh", "tst"].contains(&name) || name.starts_with("it");
        (branches && !returns) || compares
    };
    let stores = listing.iter().filter(|line| line.starts_with("str")).count();
    if stores == 0 {
        return Err(Error::new(format!("{}: no stores\n{}", file.display(), listing.join("\n"))));
    }
    match listing.iter().find(unwanted) {
        None => Ok(()),
        Some(line) => Err(Error::new(format!(
            "{}: `{line}` in a function that only reads and writes buffers\n{}",
            file.display(),
            listing.join("\n")
        ))),
    }
}

/// A function that writes to buffers in a pool: as above, and nothing is loaded but constants behind the code, so the pool's
/// address is not looked up.
pub(crate) fn check_writes(image: &Image, file: &Path, function: &str) -> Result {
    check_access(image, file, function)?;
    let listing = instructions(image.item(function)?, file)?;
    let loads = |line: &&String| line.starts_with("ldr") && !line.contains("[pc");
    match listing.iter().find(loads) {
        None => Ok(()),
        Some(line) => Err(Error::new(format!(
            "{}: `{line}` in a function that only writes to buffers\n{}",
            file.display(),
            listing.join("\n")
        ))),
    }
}
