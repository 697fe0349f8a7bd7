//! `cargo xtask targets`: the library builds for microcontrollers of several architectures, also for those without
//! an atomic swap, where a feature replaces it and its absence is an error that names the feature.

use crate::error::{Error, Result};
use crate::process::root;
use crate::test::Outcome;
use crate::toolchain::Toolchain;

/// A target and whether it can swap a byte atomically.
struct Target {
    name: &'static str,
    swaps: bool,
}

const TARGETS: &[Target] = &[
    Target { name: "thumbv6m-none-eabi", swaps: false },
    Target { name: "thumbv7m-none-eabi", swaps: true },
    Target { name: "thumbv7em-none-eabihf", swaps: true },
    Target { name: "thumbv8m.main-none-eabi", swaps: true },
    Target { name: "thumbv8m.main-none-eabihf", swaps: true },
    Target { name: "riscv32imc-unknown-none-elf", swaps: false },
    Target { name: "riscv32imac-unknown-none-elf", swaps: true },
];

/// Features that are unrelated to the swap.
const OPTIONAL: &str = "bytemuck,defmt,files,zerocopy";

/// Builds for all targets; a target without a compiler is an error.
pub(crate) fn run() -> Result {
    match check()? {
        Outcome::Passed => Ok(()),
        Outcome::Skipped(why) => Err(Error::new(why)),
    }
}

/// The same as one step of the project's checks, which skips targets without a compiler.
pub(crate) fn check() -> Result<Outcome> {
    let mut missing = Vec::new();
    for target in TARGETS {
        match Toolchain::for_target(target.name) {
            Ok(toolchain) => check_target(target, toolchain)?,
            Err(why) => missing.push(why),
        }
    }
    Ok(if missing.is_empty() { Outcome::Passed } else { Outcome::Skipped(missing.join("; ")) })
}

fn check_target(target: &Target, toolchain: Toolchain) -> Result {
    let build = |features: &str| {
        println!("{} [{features}]", target.name);
        toolchain.cargo("check", target.name).dir(root()).args([
            "--quiet",
            "--locked",
            "-p",
            "arena-plan",
            "--features",
            features,
        ])
    };
    if target.swaps {
        build("").run()?;
        return build(OPTIONAL).run();
    }
    let output = build("").capture()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let names_both = text.contains("`critical-section`") && text.contains("`portable-atomic`");
    if output.status.success() || !names_both {
        return Err(Error::new(format!(
            "{}: without a feature for the swap an error that names both was expected, not\n{text}",
            target.name
        )));
    }
    build("critical-section").run()?;
    build(&format!("critical-section,{OPTIONAL}")).run()?;
    // `portable-atomic` leaves it to the application how to swap; here, that there is one core.
    build("portable-atomic,portable-atomic/unsafe-assume-single-core").run()
}
