//! A program with a bank of the application's and one between two symbols: what an access costs, and what linker and
//! `arena-plan inspect` say of symbols that are missing, too close together or at an odd address.

use super::REST;
use crate::error::{Error, Result};
use crate::firmware::elf::Image;
use crate::firmware::listing::instructions;
use crate::process::{root, target_dir};
use crate::project::{lock, write};
use crate::toolchain::{Linker, Toolchain};
use arena_plan_report::image::{Elf, Inspection, inspect, parse_memories};
use std::fs;
use std::path::{Path, PathBuf};

const TARGET: &str = "thumbv7em-none-eabihf";

const MANIFEST: &str = r#"[package]
name = "foreign"
version = "0.1.0"
edition = "2024"

[workspace]

[profile.release]
opt-level = "s"
panic = "abort"
codegen-units = 1

[dependencies]
arena-plan = { path = "ROOT/arena-plan" }
"#;

/// Three plans that differ in whose memory they use, and for each a function that writes to a buffer.
const PROGRAM: &str = r#"#![no_std]
#![no_main]

use core::hint::black_box;
use core::mem::MaybeUninit;

macro_rules! plan {
    ($name:ident, $write:ident $(, $storage:tt)*) => {
        arena_plan::arena_plan! {
            mod $name {
                bank sram { capacity: 128, align: 16 $(, storage: $storage)* }
                buffer x: [u8; 64];
                buffer y: [u32; 8], retain;
                step a() -> x;
                step b(x) -> y;
            }
        }

        #[unsafe(no_mangle)]
        #[inline(never)]
        fn $write(step: &mut $name::B) {
            step.y[3] = 7;
        }
    };
}

plan!(own, write_own);
plan!(lent, write_lent, caller);

arena_plan::arena_plan! {
    mod linked {
        bank sram { capacity: 128, align: 16, storage: unsafe linker(_shared_start, _shared_end) }
        buffer x: [u8; 64];
        buffer y: [u32; 8], retain;
        step a() -> x;
        step b(x) -> y;
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
fn write_linked(step: &mut linked::B) {
    step.y[3] = 7;
}

#[repr(align(16))]
struct Memory([MaybeUninit<u8>; 128]);

static mut MEMORY: Memory = Memory([MaybeUninit::uninit(); 128]);

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    // SAFETY: nothing else names it, and this runs once.
    let memory = unsafe { &mut *(&raw mut MEMORY) };
    // What the compiler knows to be one static, it would access without a load.
    let memory = black_box(&mut memory.0[..]);
    let steps = (own::take(), lent::bind(lent::Regions { sram: memory }), linked::take());
    if let (Some(own), Ok(lent), Ok(linked)) = steps {
        let (mut own, mut lent, mut linked) = (own.next(), lent.next(), linked.next());
        write_own(&mut own);
        write_lent(&mut lent);
        write_linked(&mut linked);
        black_box((own.y[3], lent.y[3], linked.y[3]));
        black_box(lent.release().sram.len());
    }
    loop {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
"#;

/// The memories, and `BYTES` between two symbols, `OFFSET` behind a multiple of 32.
const SCRIPT: &str = "MEMORY {
  FLASH : ORIGIN = 0x00000000, LENGTH = 4M
  RAM   : ORIGIN = 0x20000000, LENGTH = 4M
  TCM   : ORIGIN = 0x01000000, LENGTH = 16K
}
SECTIONS {
  .shared (NOLOAD) : ALIGN(32) { . += OFFSET; _shared_start = .; . += BYTES; _shared_end = .; } > TCM
}
";

/// What is set aside, and what `inspect` finds wrong with it.
const SHARED: [(&str, &str, &str); 3] = [
    ("0", "96", ""),
    ("0", "80", "takes 96 bytes, and between `_shared_start` and `_shared_end` there are 80"),
    ("4", "96", "needs an alignment of 16, and `_shared_start` is 0x01000004"),
];

/// Builds and examines the program; returns what had to be skipped.
pub(super) fn check() -> Result<Vec<String>> {
    let toolchain = match Toolchain::for_target(TARGET) {
        Ok(toolchain) => toolchain,
        Err(why) => return Ok(vec![why]),
    };
    let folder = target_dir().join("placed-foreign");
    project(&folder)?;
    let mut reasons = Vec::new();
    for linker in Linker::ALL {
        println!("memory of the application, and between two symbols ({})", linker.name());
        let args = match linker.rustc_args(TARGET) {
            Ok(args) => args,
            Err(why) => {
                reasons.push(why);
                continue;
            }
        };
        for (offset, bytes, wrong) in SHARED {
            let script = SCRIPT.replace("OFFSET", offset).replace("BYTES", bytes);
            let file = link(&folder, toolchain, &args, &script)?
                .map_err(|text| Error::new(format!("it does not link:\n{text}")))?;
            let image = examine(&file, &script)?;
            let found: Vec<&str> = image.findings.iter().map(|finding| &*finding.message).collect();
            let expected = match wrong {
                "" => Vec::new(),
                wrong => vec![format!("bank `sram` of `foreign::linked` {wrong}")],
            };
            if found != expected {
                return Err(Error::new(format!("{bytes} bytes at {offset}: {found:?}, not {expected:?}")));
            }
            costs(&file)?;
        }
        let without = SCRIPT.replace("_shared_start = .; . += BYTES;", "").replace("OFFSET", "0");
        match link(&folder, toolchain, &args, &without)? {
            Err(text) if text.contains("_shared_start") => {}
            Err(text) => return Err(Error::new(format!("without the symbol: {text}"))),
            Ok(_) => return Err(Error::new("it links without the symbol of its memory")),
        }
    }
    Ok(reasons)
}

/// Each bank is where its memory is, as far as the linker knows that.
fn examine(file: &Path, script: &str) -> Result<Inspection> {
    let bytes = fs::read(file).map_err(Error::during(file.display()))?;
    let elf = Elf::read(&bytes).map_err(Error::during(file.display()))?;
    let regions = parse_memories(script).map_err(Error::during("the script"))?;
    let image = inspect("foreign", &elf, &regions, 1);
    let banks = image.plans.iter().flat_map(|plan| plan.banks.iter().map(|bank| (&*plan.name, bank)));
    let places: Vec<_> =
        banks.map(|(plan, bank)| (plan, bank.storage.as_deref(), bank.memory.as_deref())).collect();
    let expected = [
        ("foreign::lent", Some("caller"), None),
        ("foreign::linked", Some("linker"), Some("TCM")),
        ("foreign::own", None, Some("RAM")),
    ];
    if places == expected {
        return Ok(image);
    }
    Err(Error::new(format!("{}: banks {places:?}, not {expected:?}", file.display())))
}

/// An access to memory between symbols is that to a static; one to memory of the application loads its address first.
fn costs(file: &Path) -> Result {
    let image = Image::read(file)?;
    let listing = |name: &str| instructions(image.symbol(name)?, file);
    let [own, lent, linked] = [listing("write_own")?, listing("write_lent")?, listing("write_linked")?];
    // Constants behind the code are the address of the static.
    let loads =
        |list: &[String]| list.iter().filter(|line| line.starts_with("ldr") && !line.contains("[pc")).count();
    let found = [&own, &lent, &linked].map(|list| (list.len(), loads(list)));
    let base = own.len();
    if found == [(base, 0), (base + 1, 1), (base, 0)] {
        return Ok(());
    }
    let text = format!("{}\n\n{}\n\n{}", own.join("\n"), lent.join("\n"), linked.join("\n"));
    Err(Error::new(format!("{}: instructions and loads {found:?}\n{text}", file.display())))
}

/// Links the program; the inner `Err` is the output of compiler and linker.
fn link(
    folder: &Path,
    toolchain: Toolchain,
    args: &[String],
    script: &str,
) -> Result<std::result::Result<PathBuf, String>> {
    // Cargo links again when an argument changes, not when a script does: each has its own name.
    let number = script.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let name = format!("memory-{number:08x}.x");
    write(folder, &name, &format!("{script}{REST}"))?;
    let cmd = toolchain.cargo("rustc", TARGET).dir(folder).args(["--quiet", "--release", "--"]).args(args);
    let output = cmd.args([format!("-Clink-arg=-T{}", folder.join(name).display())]).capture()?;
    if output.status.success() {
        Ok(Ok(toolchain.output(TARGET).join("release/foreign")))
    } else {
        Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Writes what does not change.
fn project(folder: &Path) -> Result {
    write(folder, "Cargo.toml", &MANIFEST.replace("ROOT", &root().display().to_string()))?;
    write(folder, "src/main.rs", PROGRAM)?;
    lock(folder)
}
