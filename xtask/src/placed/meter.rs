//! The plan of `examples/json/meter.json` in C and C++, as `examples/c` has it: with the header and the fragment of a linker script that
//! the command writes, linked by both linkers, and run in the emulator. And each mistake of `docs/linker.md`, which must not link.

use crate::board::BOARDS;
use crate::c::{self, Program};
use crate::error::{Error, Result};
use crate::firmware::elf::Image;
use crate::firmware::emulate;
use crate::process::{Cmd, find, root, target_dir};
use crate::toolchain::Linker;
use std::fs;
use std::path::{Path, PathBuf};

const PROGRAMS: [Program; 2] = [Program::c("meter.c"), Program::cpp("meter.cpp")];

/// That of the board.
const CORE: &str = "-mcpu=cortex-m3";

/// What both programs print.
const OUTPUT: &str = "\
74, 1140, 4734, 12392
308, 4584, 18972, 49616
694, 10316, 42690, 111640
peak 1516190, bank tcm of 1092 bytes where the script says
";

/// The memories of `examples/c/mps2-an385.x`.
const TCM: std::ops::Range<u64> = 0x0100_0000..0x0100_4000;
const FLASH: std::ops::Range<u64> = 0..0x0040_0000;

/// A mistake: what changes, and the message of each linker that contains the text of the page.
struct Mistake {
    /// Renames a section of the program.
    rename: Option<(&'static str, &'static str)>,
    /// Replaces a text in the script, which is the base and the fragment together.
    replace: Option<(&'static str, &'static str)>,
    /// Bytes of another static in the bank's section.
    more: u32,
    gnu: &'static str,
    lld: &'static str,
}

const MISSING: &str = "arena-plan: bank tcm takes 1092 bytes, but .arena.tcm has fewer: is a static of it missing, in another \
                       section, or unused?";
const UNPLACED: &str = "arena-plan: something is in a section .arena.* that no output section takes: correct its name, or give it a \
                        memory";
const OVER: &str = "arena-plan: what is in .arena.tcm takes more than the 16384 bytes of bank tcm: use less, or raise its capacity";
const OUTSIDE: &str = "arena-plan: bank tcm is not within TCM: use less of it, or correct its length";

const MISTAKES: &[Mistake] = &[
    Mistake { rename: Some((".arena.tcm", ".arena.tmc")), ..of(UNPLACED) },
    Mistake { rename: Some((".arena.flash", ".arena.flsh")), ..of(UNPLACED) },
    Mistake { rename: Some((".arena.tcm", ".tcm")), ..of(MISSING) },
    Mistake { replace: Some(("*(.arena.tcm .arena.tcm.*)", "*(.arena.tmc)")), ..of(UNPLACED) },
    Mistake { replace: Some(("*(.data .data.*)", "*(.data .data.* .arena.*)")), ..of(MISSING) },
    Mistake { replace: Some(("LENGTH = 16K", "LENGTH = 1K")), ..of(OUTSIDE) },
    Mistake { replace: Some(("LENGTH = 16K", "LENGTH = 32K")), more: 15_500, ..of(OVER) },
    Mistake { more: 15_500, ..of(OVER) },
    Mistake {
        replace: Some(("  TCM   :", "  TMC   :")),
        lld: "memory region not defined: TCM",
        ..of("arena-plan: the script has no memory TCM: declare it in MEMORY, or correct the name")
    },
];

/// A mistake with one text for both linkers.
const fn of(text: &'static str) -> Mistake {
    Mistake { rename: None, replace: None, more: 0, gnu: text, lld: text }
}

/// Builds, checks and runs everything; returns what had to be skipped.
pub(super) fn check() -> Result<Vec<String>> {
    if let Some(why) = c::missing(&PROGRAMS) {
        return Ok(vec![why]);
    }
    let folder = target_dir().join("placed-meter");
    fs::create_dir_all(&folder).map_err(Error::during(folder.display()))?;
    files(&folder)?;
    let mut reasons = Vec::new();
    for program in PROGRAMS {
        let source = program.source;
        let object = folder.join(source).with_extension(format!("{}.o", &source["meter.".len()..]));
        program.compile(&[CORE], &folder, &object)?;
        for linker in Linker::ALL {
            println!("{source} with the fragment of `arena-plan linker` ({})", linker.name());
            let script = script(&folder)?;
            let image = match link(&folder, linker, &script, &[&object])? {
                Linked::Missing(why) => {
                    reasons.push(why);
                    continue;
                }
                Linked::Failed(text) => return Err(Error::new(format!("{source} does not link:\n{text}"))),
                Linked::Image(image) => image,
            };
            placed(&image)?;
            match find("qemu-system-arm") {
                None => reasons.push("no qemu-system-arm: see `cargo xtask setup`".to_owned()),
                Some(_) => {
                    let output = emulate::run(&BOARDS[0], &image)?.text;
                    if output != OUTPUT {
                        return Err(Error::new(format!(
                            "{source} prints\n{output}but expected is\n{OUTPUT}"
                        )));
                    }
                }
            }
            if source == "meter.c" {
                mistakes(&folder, linker, &script, &object)?;
                loaded(&folder, linker, &script, &object)?;
            }
        }
    }
    Ok(reasons)
}

/// Layout, header and fragment, as the command prints them.
fn files(folder: &Path) -> Result {
    let problem = "examples/json/meter.json";
    let layout = folder.join("meter.layout.json");
    let layout = layout.to_string_lossy();
    let write = |name: &str, args: &[&str]| {
        let text = Cmd::cargo()
            .args(["run", "--quiet", "--package", "arena-plan-cli", "--"])
            .args(args)
            .dir(root())
            .stdout()?;
        let file = folder.join(name);
        fs::write(&file, text).map_err(Error::during(file.display()))
    };
    write("meter.layout.json", &["layout", problem])?;
    write("layout.h", &["header", problem, &layout])?;
    write("arena.x", &["linker", problem, &layout, "--place", "tcm=TCM", "--place", "flash=FLASH"])
}

/// The script of `examples/c` with the fragment in it.
fn script(folder: &Path) -> Result<String> {
    let read = |file: PathBuf| fs::read_to_string(&file).map_err(Error::during(file.display()));
    let base = read(root().join("examples/c/mps2-an385.x"))?;
    let fragment = read(folder.join("arena.x"))?;
    Ok(base.replace("INCLUDE arena.x\n", &fragment))
}

/// The outcome of a link.
enum Linked {
    Image(PathBuf),
    /// With the linker's messages.
    Failed(String),
    /// There is no linker, and why.
    Missing(String),
}

fn link(folder: &Path, linker: Linker, script: &str, objects: &[&Path]) -> Result<Linked> {
    let cmd = match linker.for_arm() {
        Ok(cmd) => cmd,
        Err(why) => return Ok(Linked::Missing(why)),
    };
    let (file, image) = (folder.join("script.x"), folder.join(format!("meter-{}.elf", linker.name())));
    fs::write(&file, script).map_err(Error::during(file.display()))?;
    let output = cmd
        .args(["--gc-sections", "-T"])
        .args([&file])
        .args(objects)
        .args(["-o"])
        .args([&image])
        .capture()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() { Linked::Image(image) } else { Linked::Failed(text) })
}

/// The banks are in their memories, the one that is written is not in the image, and the symbols have its bounds.
fn placed(file: &Path) -> Result {
    let image = Image::read(file)?;
    let section = |name: &str| {
        let found = image.sections.iter().find(|section| section.name == name);
        found.ok_or_else(|| Error::new(format!("{}: no section {name}", file.display())))
    };
    let (tcm, flash) = (section(".arena_tcm")?, section(".arena_flash")?);
    let symbol = |name: &str| image.symbol(name).map(|symbol| symbol.address);
    let bounds = [symbol("_arena_tcm_start")?, symbol("_arena_tcm_end")?, symbol("_arena_tcm_size")?];
    let holds = TCM.contains(&tcm.address)
        && !tcm.loaded
        && bounds == [tcm.address, tcm.address + tcm.size, tcm.size]
        && tcm.size == 1092
        && FLASH.contains(&flash.address)
        && flash.loaded
        && flash.size == 32;
    // Of the image, only what flash has.
    let bytes = binary(file)?;
    if holds && bytes < 2048 {
        return Ok(());
    }
    Err(Error::new(format!(
        "{}: tcm {:#x}+{} (loaded {}), flash {:#x}+{}, symbols {bounds:x?}, {bytes} bytes in the .bin",
        file.display(),
        tcm.address,
        tcm.size,
        tcm.loaded,
        flash.address,
        flash.size
    )))
}

/// Bytes of the file that `objcopy -O binary` writes.
fn binary(file: &Path) -> Result<u64> {
    let output = file.with_extension("bin");
    Cmd::new("arm-none-eabi-objcopy").args(["-O", "binary"]).args([file, &output]).run()?;
    let bytes = fs::metadata(&output).map_err(Error::during(output.display()))?.len();
    fs::remove_file(&output).map_err(Error::during(output.display()))?;
    Ok(bytes)
}

/// Each mistake fails with its message, which the page shows.
fn mistakes(folder: &Path, linker: Linker, script: &str, object: &Path) -> Result {
    let page = root().join("docs/linker.md");
    let page = fs::read_to_string(&page).map_err(Error::during(page.display()))?;
    for mistake in MISTAKES {
        let mut text = script.to_owned();
        if let Some((from, to)) = mistake.replace {
            text = text.replace(from, to);
            if text == script {
                return Err(Error::new(format!("the script has no `{from}`")));
            }
        }
        let renamed = folder.join("renamed.o");
        let (from, to) = mistake.rename.unwrap_or((".arena.tcm", ".arena.tcm"));
        Cmd::new("arm-none-eabi-objcopy")
            .args(["--rename-section", &format!("{from}={to}")])
            .args([object, &renamed])
            .run()?;
        let more = folder.join("more.o");
        let source = folder.join("more.c");
        let array = format!(
            "__attribute__((section(\".arena.tcm\"), used)) unsigned char more[{}];\n",
            mistake.more.max(1)
        );
        fs::write(&source, array).map_err(Error::during(source.display()))?;
        PROGRAMS[0].compile_file(&source, &[CORE], folder, &more)?;
        let objects: &[&Path] = if mistake.more > 0 { &[&renamed, &more] } else { &[&renamed] };
        // Nothing refers to the second static.
        let text = text.replace("*(.arena.tcm .arena.tcm.*)", "KEEP(*(.arena.tcm .arena.tcm.*))");
        let expected = if linker == Linker::Gnu { mistake.gnu } else { mistake.lld };
        if !page.contains(mistake.gnu) {
            return Err(Error::new(format!("docs/linker.md does not show `{}`", mistake.gnu)));
        }
        match link(folder, linker, &text, objects)? {
            Linked::Failed(text) if text.contains(expected) => {}
            Linked::Failed(text) => {
                return Err(Error::new(format!("{}: expected `{expected}`, found\n{text}", linker.name())));
            }
            _ => return Err(Error::new(format!("{}: it links, without `{expected}`", linker.name()))),
        }
    }
    Ok(())
}

/// What `(NOLOAD)` is for: without it, the file has the distance to the bank's address, 16 MiB.
fn loaded(folder: &Path, linker: Linker, script: &str, object: &Path) -> Result {
    let text = script.replace(".arena_tcm (NOLOAD) :", ".arena_tcm :");
    match link(folder, linker, &text, &[object])? {
        Linked::Image(image) if text != script && binary(&image)? > 16 << 20 => Ok(()),
        _ => Err(Error::new(format!("{}: without (NOLOAD) the bank is not in the image", linker.name()))),
    }
}
