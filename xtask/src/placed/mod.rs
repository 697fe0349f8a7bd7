//! `cargo xtask placed`: links the example `placed` for bare targets: with the fragment of a linker script that `docs/firmware.md` shows, and
//! with fragments that leave a bank without a place, which must not link. The request for the place takes no memory.
//! Then the fragments that `arena-plan linker` and the build script's helper write, and banks that are no statics of their plan.

mod cortex_m;
mod foreign;
mod meter;

use crate::error::{Error, Result};
use crate::firmware::elf::Image;
use crate::process::{Cmd, root, target_dir};
use crate::samples::of_firmware;
use crate::test::Outcome;
use crate::toolchain::{Linker, Toolchain};
use arena_plan_report::image::{Elf, inspect, parse_memories};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// How the program is built for a target.
struct Build {
    /// The compiler's target.
    target: &'static str,
    /// Cargo's profile.
    profile: &'static str,
    /// Changes to it, as variables of the environment.
    env: &'static [(&'static str, &'static str)],
}

/// Both architectures and both sizes of a pointer, with and without optimisation, and with both ways to optimise the
/// whole program.
const BUILDS: &[Build] = &[
    Build { target: "thumbv7m-none-eabi", profile: "dev", env: &[] },
    Build {
        target: "thumbv7m-none-eabi",
        profile: "release",
        env: &[("CARGO_PROFILE_RELEASE_LTO", "fat"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")],
    },
    Build { target: "thumbv7m-none-eabi", profile: "release", env: &[("CARGO_PROFILE_RELEASE_LTO", "thin")] },
    Build { target: "riscv32imac-unknown-none-elf", profile: "release", env: &[] },
    Build { target: "riscv64imac-unknown-none-elf", profile: "release", env: &[] },
];

/// What the program needs besides the fragment.
const REST: &str = "
ENTRY(_start)
SECTIONS {
  .text : { *(.text .text.*) *(.rodata .rodata.*) } > FLASH
  .data : { *(.data .data.* .sdata .sdata.*) } > RAM
  .bss (NOLOAD) : { *(.bss .bss.* .sbss .sbss.*) } > RAM
  /DISCARD/ : { *(.ARM.exidx .ARM.exidx.*) *(.eh_frame .eh_frame.*) }
}
";

/// Where the fragment puts the bank's memory.
const TCM: std::ops::Range<u64> = 0x0100_0000..0x0100_4000;

/// Runs all builds; a build that is not possible here is an error.
pub(crate) fn run() -> Result {
    match check()? {
        Outcome::Passed => Ok(()),
        Outcome::Skipped(why) => Err(Error::new(why)),
    }
}

/// The same as one step of the project's checks, which skips builds without a compiler or linker.
pub(crate) fn check() -> Result<Outcome> {
    let mut reasons = meter::check()?;
    reasons.extend(cortex_m::check()?);
    reasons.extend(foreign::check()?);
    for build in BUILDS {
        match Toolchain::for_target(build.target) {
            Ok(toolchain) => reasons.extend(check_build(build, toolchain)?),
            Err(why) => reasons.push(why),
        }
    }
    reasons.dedup();
    Ok(if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) })
}

fn check_build(build: &Build, toolchain: Toolchain) -> Result<Vec<String>> {
    let fragment = of_firmware("text", "MEMORY {")?;
    let mut reasons = Vec::new();
    for linker in Linker::ALL {
        let args = match linker.rustc_args(build.target) {
            Ok(args) => args,
            Err(why) => {
                reasons.push(why);
                continue;
            }
        };
        let title = format!("{} {} ({})", build.target, build.profile, linker.name());
        println!("a bank without a place does not link: {title}");
        let link = |fragment: &str, promised: bool| link(build, toolchain, &args, fragment, promised);
        let file = link(&fragment, false)?.map_err(|text| unexpected(&title, "links", &text))?;
        inspected(&file, &fragment)?;
        let asked = sizes(&file)?;
        let promised = sizes(&link(&fragment, true)?.map_err(|text| unexpected(&title, "links", &text))?)?;
        if asked != promised {
            let text = format!("{asked:?} with the request, {promised:?} without");
            return Err(unexpected(&title, "costs no byte", &text));
        }
        for (broken, expected) in broken(&fragment) {
            match link(&broken, false)? {
                Err(text) if text.contains(expected) => {}
                Err(text) => return Err(unexpected(&title, &format!("says `{expected}`"), &text)),
                Ok(_) => return Err(unexpected(&title, &format!("fails with `{expected}`"), "it linked")),
            }
        }
    }
    Ok(reasons)
}

fn unexpected(title: &str, expected: &str, found: &str) -> Error {
    Error::new(format!("{title}: the program `placed` {expected}, not\n{found}"))
}

/// The fragment without the output section, and with a pattern that is misspelt, each with the linker's expected
/// message.
fn broken(fragment: &str) -> [(String, &'static str); 2] {
    let begin = fragment.find("  .arena_tcm").expect("the fragment has the section");
    let end = begin + fragment[begin..].find("> TCM\n").expect("it ends") + "> TCM\n".len();
    let without = format!("{}{}", &fragment[..begin], &fragment[end..]);
    let without = without.lines().filter(|line| !line.contains("SIZEOF(.arena_tcm)"));
    let misspelt = fragment.replace("*(.arena.tcm .arena.tcm.*)", "*(.arena.tmc .arena.tmc.*)");
    assert_ne!(misspelt, fragment, "the fragment has the pattern");
    [
        (without.collect::<Vec<_>>().join("\n"), "_arena_tcm_start"),
        (misspelt, "a bank is in a section .arena.* that no output section takes"),
    ]
}

/// Links the program; the inner `Err` is the output of compiler and linker.
fn link(
    build: &Build,
    toolchain: Toolchain,
    args: &[String],
    fragment: &str,
    promised: bool,
) -> Result<std::result::Result<PathBuf, String>> {
    // Cargo links again when an argument changes, not when a script does: each text has its own name.
    let text = format!("{fragment}{REST}");
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let script = target_dir().join(format!("placed-{:016x}.x", hasher.finish()));
    fs::write(&script, text).map_err(Error::during(script.display()))?;
    let mut cmd: Cmd = toolchain.cargo("rustc", build.target).dir(root());
    for (name, value) in build.env {
        cmd = cmd.env(name, value);
    }
    let cmd = cmd
        .args(["--quiet", "--locked", "-p", "arena-plan", "--example", "placed", "--profile", build.profile])
        .args(["--"])
        .args(args)
        .args([format!("-Clink-arg=-T{}", script.display())])
        .args(if promised { &["--cfg", "promised"][..] } else { &[] });
    let output = cmd.capture()?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let folder = if build.profile == "dev" { "debug" } else { build.profile };
    Ok(Ok(toolchain.output(build.target).join(folder).join("examples/placed")))
}

/// `arena-plan inspect` finds the plan that is used, with its steps and with its banks in the memory of the fragment. The
/// other plan is there without a place, or not at all where it has an object file of its own, which nothing needs.
fn inspected(file: &Path, fragment: &str) -> Result {
    let bytes = fs::read(file).map_err(Error::during(file.display()))?;
    let elf = Elf::read(&bytes).map_err(Error::during(file.display()))?;
    let regions = parse_memories(fragment).map_err(Error::during("the fragment"))?;
    let image = inspect("placed", &elf, &regions, 1);
    let plans: Vec<_> = image
        .plans
        .iter()
        .map(|plan| {
            (&*plan.name, plan.steps.len(), plan.banks.iter().map(|bank| bank.memory.as_deref()).collect())
        })
        .collect();
    let expected = [("placed::levels", 3, vec![Some("TCM"); 2]), ("placed::spare", 2, vec![None])];
    if (plans != expected && plans != expected[..1]) || !image.findings.is_empty() {
        let text = format!("{:?}\nfindings {:?}", image.plans, image.findings);
        return Err(Error::new(format!("{}: plans {text}", file.display())));
    }
    Ok(())
}

/// Name and bytes of each section that takes memory; an error if the bank is not in its memory or is loaded.
fn sizes(file: &Path) -> Result<Vec<(String, u64)>> {
    let image = Image::read(file)?;
    let bank = image.sections.iter().find(|section| section.name == ".arena_tcm");
    let placed =
        bank.is_some_and(|bank| TCM.contains(&bank.address) && bank.size >= 128 + 16 + 2 && !bank.loaded);
    if !placed {
        return Err(Error::new(format!("{}: the banks are not in their memory", file.display())));
    }
    Ok(image.sections.into_iter().map(|section| (section.name, section.size)).collect())
}
