//! What a debugger sees of a plan: a symbol for each bank and each buffer, and the buffer's contents by name.

use super::elf::{Image, Symbol};
use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::{Cmd, find, target_dir};
use crate::toolchain::firmware_dir;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Where the buffers of the planned spotter are: bank, offset and bytes. The handwritten program has the same.
const BUFFERS: [(&str, &str, u64, u64); 6] = [
    ("pcm", "psram", 0, 1024),
    ("windowed", "tcm", 0, 2048),
    ("power", "tcm", 2048, 1028),
    ("energies", "tcm", 0, 160),
    ("features", "tcm", 160, 160),
    ("sorted", "tcm", 320, 160),
];

/// The buffers' symbols are in this module of the planned spotter.
const MODULE: &str = "keyword_spotting::kws::memory";

/// Checks the symbols of the planned spotter's `image`.
pub(crate) fn check(image: &Image) -> Result {
    for (buffer, bank, offset, bytes) in BUFFERS {
        let symbol = image.symbol(&format!("{MODULE}::{buffer}"))?;
        let Symbol { address, size, .. } = *symbol;
        let base = image.path(&["memory", bank])?;
        if address != base.address + offset || size != bytes || offset + bytes > base.size {
            return Err(Error::new(format!(
                "symbol `{}`: {size} bytes at {address:#x}, {bytes} bytes at offset {offset} of {bank} expected, \
                 which is at {:#x}",
                symbol.name, base.address
            )));
        }
    }
    Ok(())
}

/// Checks the program `locals`, three functions of one module with a plan of the same name: `count` is there three
/// times, each in a bank of its own, and the modules of all but one have the number of their block in their name.
pub(crate) fn check_locals(image: &Image) -> Result {
    let module = |symbol: &Symbol| {
        let path = symbol.name.strip_prefix("locals::")?.strip_suffix("::memory::count")?;
        Some(path.to_owned())
    };
    let is_later =
        |module: &str| module.strip_prefix("__local_").is_some_and(|number| number.parse::<usize>().is_ok());
    let counts: Vec<&Symbol> = image.symbols.iter().filter(|symbol| module(symbol).is_some()).collect();
    let later = counts.iter().filter(|symbol| module(symbol).is_some_and(|name| is_later(&name))).count();
    let banks = image.symbols.iter().filter(|symbol| {
        let is_local = symbol.name.contains("5local") || symbol.name.contains("__local_");
        is_local && (symbol.name.contains("6memory3ram") || symbol.name.contains("6memory3tcm"))
    });
    let holders = banks
        .filter(|bank| {
            let inside = |count: &&&Symbol| (bank.address..bank.address + bank.size).contains(&count.address);
            counts.iter().filter(inside).count() == 1
        })
        .count();
    if (counts.len(), later, holders) == (3, 2, 3) {
        return Ok(());
    }
    let names: Vec<String> =
        counts.iter().map(|symbol| format!("{} at {:#x}", symbol.name, symbol.address)).collect();
    Err(Error::new(format!(
        "`count` was expected in three banks, twice in a module with the number of its block, not {names:?}"
    )))
}

/// Stops the planned spotter in `file` after its first frame and prints the second half of `pcm`, which contains the
/// beginning of the recording. Without a debugger nothing is checked and the reason is returned.
pub(crate) fn debug(board: &Board, file: &Path) -> Result<Option<String>> {
    let Some(debugger) = find("gdb-multiarch").or_else(|| find("arm-none-eabi-gdb")) else {
        return Ok(Some("no gdb-multiarch: see `cargo xtask setup`".to_owned()));
    };
    let script = target_dir().join("debug.gdb");
    let pcm = format!("&'{MODULE}::pcm'");
    let commands = format!(
        "set confirm off\n\
         target remote | qemu-system-arm -machine {} -display none -serial none -monitor none -semihosting-config \
         enable=on,target=native -gdb stdio -S -kernel {}\n\
         break keyword_spotting::process_frame\n\
         continue\n\
         continue\n\
         set language c\n\
         info symbol (char *){pcm} + 512\n\
         print *(short (*)[4])((short *){pcm} + 256)\n\
         kill\n",
        board.name,
        file.display()
    );
    fs::write(&script, commands).map_err(Error::during(script.display()))?;
    let output = Cmd::new(debugger)
        .args(["-nx".as_ref(), "-batch".as_ref(), "-x".as_ref(), script.as_os_str(), file.as_os_str()])
        .capture_within(Duration::from_secs(120))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let samples = recording(4)?;
    for expected in [format!("{MODULE}::pcm + 512 in section .arena_psram"), format!("= {{{samples}}}")] {
        if !text.contains(&expected) {
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(Error::new(format!(
                "the debugger was expected to print `{expected}`, not\n{text}{errors}"
            )));
        }
    }
    Ok(None)
}

/// The first samples of the recording, as the debugger prints them.
fn recording(count: usize) -> Result<String> {
    let file = firmware_dir().join("audio/yes.raw");
    let bytes = fs::read(&file).map_err(Error::during(file.display()))?;
    let (pairs, _) = bytes.as_chunks::<2>();
    let samples: Vec<String> =
        pairs.iter().take(count).map(|pair| i16::from_le_bytes(*pair).to_string()).collect();
    Ok(samples.join(", "))
}
