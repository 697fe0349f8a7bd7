//! A project for cortex-m-rt whose build script writes the fragment, as `docs/linker.md` shows it: linked by both linkers, read, and run.
//! And what goes wrong without the fragment, or with another memory.

use crate::board::BOARDS;
use crate::error::{Error, Result};
use crate::firmware::elf::Image;
use crate::firmware::emulate;
use crate::process::{Cmd, find, root, target_dir};
use crate::project::{lock, write};
use crate::samples::{of_firmware, of_page};
use crate::toolchain::{Linker, Toolchain};
use std::fs;
use std::path::{Path, PathBuf};

const TARGET: &str = "thumbv7m-none-eabi";

const MANIFEST: &str = r#"[package]
name = "placed-meter"
version = "0.1.0"
edition = "2024"

[workspace]

[profile.release]
lto = true

[dependencies]
arena-plan = { path = "ROOT/arena-plan", features = ["files"] }
cortex-m = { version = "0.7.7", features = ["critical-section-single-core"] }
cortex-m-rt = "0.7.5"
cortex-m-semihosting = "0.5"
panic-halt = "1"

"#;

const CONFIG: &str = r#"[target.'cfg(all(target_arch = "arm", target_os = "none"))']
rustflags = ["-Clink-arg=-Tlink.x", "-Clink-arg=--nmagic"]
"#;

/// What the program of `docs/firmware.md` prints as its problem.
const PROBLEM: &str = r#"{"schema": 1,
"banks": [
  {"id": "tcm", "capacity": "16384"},
  {"id": "ram", "capacity": "8192"}],
"buffers": [
  {"id": "samples", "bytes": "512", "first": 0, "last": 1, "alignment": "2", "banks": ["ram"]},
  {"id": "squares", "bytes": "1024", "first": 1, "last": 2, "alignment": "4", "banks": ["tcm"]},
  {"id": "levels", "bytes": "64", "first": 2, "last": 3, "alignment": "4", "banks": ["tcm"]}]}
"#;

const MEMORY: &str = "MEMORY {
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM   : ORIGIN = 0x20000000, LENGTH = 4M
  TCM   : ORIGIN = 0x01000000, LENGTH = 16K
}
";

/// Where the bank goes.
const TCM: std::ops::Range<u64> = 0x0100_0000..0x0100_4000;

/// What is often written instead of the fragment.
const INSERTED: &str = "SECTIONS {
  .arena_tcm (NOLOAD) : ALIGN(32) {
    _arena_tcm_start = .;
    *(.arena.tcm .arena.tcm.*);
    . = ALIGN(4);
  } > TCM
} INSERT AFTER .bss;
";

/// The project with one change: the text in `memory.x` or `main.rs`, and the linker's message.
const MISTAKES: [(&str, &str, &str); 3] = [
    ("LENGTH = 16K", "LENGTH = 1K", "arena-plan: bank tcm is not within TCM"),
    ("section: \".arena.tcm\"", "section: \".arena.tmc\"", "_arena_tmc_start"),
    (
        "section: \".arena.tcm\"",
        "section: unsafe \".arena.tmc\"",
        "arena-plan: something is in a section .arena.*",
    ),
];

/// Builds, checks and runs the project; returns what had to be skipped.
pub(super) fn check() -> Result<Vec<String>> {
    let toolchain = match Toolchain::for_target(TARGET) {
        Ok(toolchain) => toolchain,
        Err(why) => return Ok(vec![why]),
    };
    let folder = target_dir().join("placed-cortex-m");
    let memory = format!("{MEMORY}{}\n", of_page("docs/linker.md", "text", "INCLUDE arena.x")?.trim_end());
    let program = of_firmware("rust", "#![no_std]")?
        .replace("    mod meter {\n", "    mod meter {\n        layout \"meter.layout.json\";\n");
    project(&folder)?;
    let mut reasons = Vec::new();
    for linker in Linker::ALL {
        println!("a project with cortex-m-rt and a build script ({})", linker.name());
        let args = match linker.rustc_args(TARGET) {
            Ok(args) => args,
            Err(why) => {
                reasons.push(why);
                continue;
            }
        };
        let link = |memory: &str, program: &str| link(&folder, toolchain, &args, memory, program);
        let file =
            link(&memory, &program)?.map_err(|text| Error::new(format!("it does not link:\n{text}")))?;
        undisturbed(&file)?;
        if find("qemu-system-arm").is_some() {
            let (found, shown) = (emulate::run(&BOARDS[0], &file)?.text, of_firmware("text", "[1240, ")?);
            if found.lines().take(3).ne(shown.lines().take(3)) {
                return Err(Error::new(format!("it prints\n{found}but docs/firmware.md shows\n{shown}")));
            }
        } else {
            reasons.push("no qemu-system-arm: see `cargo xtask setup`".to_owned());
        }
        for (from, to, expected) in MISTAKES {
            let (memory, program) = (memory.replace(from, to), program.replace(from, to));
            match link(&memory, &program)? {
                Err(text) if text.contains(expected) => {}
                Err(text) => return Err(Error::new(format!("`{to}`: expected `{expected}`, found\n{text}"))),
                Ok(_) => return Err(Error::new(format!("`{to}`: it links, without `{expected}`"))),
            }
        }
        let inserted = link(&format!("{MEMORY}{INSERTED}"), &program)?;
        let inserted = inserted.map_err(|text| Error::new(format!("INSERT does not link:\n{text}")))?;
        let (cleared, bss) = cleared(&Image::read(&inserted)?)?;
        if cleared.end.abs_diff(bss.end) < 1 << 20 {
            return Err(Error::new(format!(
                "INSERT AFTER .bss: start-up clears {cleared:#x?}, which is harmless"
            )));
        }
    }
    Ok(reasons)
}

/// What start-up code clears, and the section `.bss`.
fn cleared(image: &Image) -> Result<(std::ops::Range<u64>, std::ops::Range<u64>)> {
    let (from, to) = (image.symbol("__sbss")?.address, image.symbol("__ebss")?.address);
    let bss = image.sections.iter().find(|section| section.name == ".bss");
    let bss = bss.map_or(from..from, |bss| bss.address..bss.address + bss.size);
    Ok((from..to, bss))
}

/// The bank is in its memory and not in the image, and start-up code clears `.bss` and nothing else.
fn undisturbed(file: &Path) -> Result {
    let image = Image::read(file)?;
    let wrong = |what: String| Err(Error::new(format!("{}: {what}", file.display())));
    match image.sections.iter().find(|section| section.name == ".arena_tcm") {
        Some(tcm) if TCM.contains(&tcm.address) && tcm.size == 1088 && !tcm.loaded => {}
        Some(tcm) => {
            return wrong(format!("{} bytes at {:#x}, loaded: {}", tcm.size, tcm.address, tcm.loaded));
        }
        None => return wrong("no .arena_tcm".to_owned()),
    }
    let (cleared, bss) = cleared(&image)?;
    if cleared.start != bss.start || cleared.end < bss.end || cleared.end - bss.end >= 4 {
        return wrong(format!("start-up clears {cleared:#x?}, but .bss is {bss:#x?}"));
    }
    let binary = file.with_extension("bin");
    Cmd::new("arm-none-eabi-objcopy").args(["-O", "binary"]).args([file, &binary]).run()?;
    let bytes = fs::metadata(&binary).map_err(Error::during(binary.display()))?.len();
    fs::remove_file(&binary).map_err(Error::during(binary.display()))?;
    if bytes < 64 << 10 { Ok(()) } else { wrong(format!("the .bin has {bytes} bytes")) }
}

/// Links the program; the inner `Err` is the output of compiler and linker.
fn link(
    folder: &Path,
    toolchain: Toolchain,
    args: &[String],
    memory: &str,
    program: &str,
) -> Result<std::result::Result<PathBuf, String>> {
    write(folder, "memory.x", memory)?;
    write(folder, "src/main.rs", program)?;
    let cmd = toolchain.cargo("rustc", TARGET).dir(folder).args(["--quiet", "--release", "--"]).args(args);
    let output = cmd.capture()?;
    if output.status.success() {
        Ok(Ok(toolchain.output(TARGET).join("release/placed-meter")))
    } else {
        Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Writes what does not change.
fn project(folder: &Path) -> Result {
    let here = root().display().to_string();
    let build = of_page("docs/linker.md", "toml", "[build-dependencies]")?.replace("…/arena-plan", &here);
    write(folder, "Cargo.toml", &format!("{}{build}", MANIFEST.replace("ROOT", &here)))?;
    write(folder, ".cargo/config.toml", CONFIG)?;
    write(
        folder,
        "build.rs",
        &of_page("docs/linker.md", "rust,ignore", "use arena_plan_core::build_script")?,
    )?;
    write(folder, "meter.problem.json", PROBLEM)?;
    let problem = folder.join("meter.problem.json");
    let layout =
        Cmd::cargo().args(["run", "--quiet", "--package", "arena-plan-cli", "--", "layout"]).args([&problem]);
    write(folder, "meter.layout.json", &layout.stdout()?)?;
    lock(folder)
}
