//! `cargo xtask setup`: what the firmware checks need besides the toolchain that `rust-toolchain.toml` pins.
//!
//! On Debian every package is named here and installed if `dpkg` does not know it; elsewhere the task says what to
//! install. It does not rely on anything that a machine happens to have.

use crate::error::{Error, Result};
use crate::process::{Cmd, find};

/// Arguments of `cargo xtask setup`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print what is missing and install nothing
    #[arg(long)]
    dry_run: bool,
}

/// One thing that the checks need.
struct Need {
    /// Debian's name.
    package: &'static str,
    /// What uses it, and its equivalent on other systems.
    purpose: &'static str,
}

/// Everything, in the order of use. A compiler that can build `core` for a target comes from Debian because
/// it works where `rustup target add` cannot reach its server.
const NEEDS: &[Need] = &[
    Need { package: "rustc-web", purpose: "compiler for firmware targets (else: rustup target add …)" },
    Need { package: "cargo-web", purpose: "the cargo that belongs to it" },
    Need { package: "rust-web-src", purpose: "source of `core`, which is built for each target" },
    Need { package: "binutils-arm-none-eabi", purpose: "GNU ld, nm and objcopy for Arm" },
    Need { package: "gcc-arm-none-eabi", purpose: "C and C++ for Arm: the plan of examples/c" },
    Need { package: "binutils-riscv64-unknown-elf", purpose: "GNU ld for RISC-V" },
    Need { package: "qemu-system-arm", purpose: "emulator, machines mps2-an385 and mps3-an547" },
    Need { package: "gdb-multiarch", purpose: "debugger for the symbol checks" },
    Need {
        package: "libllvm19",
        purpose: "library of the oldest compiler (`cargo xtask msrv` unpacks that)",
    },
    Need { package: "libpcre3", purpose: "library of its cargo" },
    Need { package: "libhttp-parser2.9", purpose: "library of its cargo" },
    Need { package: "libssh2-1", purpose: "library of its cargo" },
];

/// Installs what is missing, or says what to install.
pub(crate) fn run(args: &Args) -> Result {
    provide(args.dry_run)
}

/// The same for other tasks, which need the tools at once.
pub(crate) fn install() -> Result {
    provide(false)
}

fn provide(dry_run: bool) -> Result {
    if find("dpkg-query").is_none() || find("apt-get").is_none() {
        println!("This is no Debian system. Install by its own means:");
        NEEDS.iter().for_each(|need| println!("  {:29} {}", need.package, need.purpose));
        println!("and `rustup target add thumbv7m-none-eabi thumbv8m.main-none-eabihf`.");
        return Ok(());
    }
    let missing = missing()?;
    if missing.is_empty() {
        println!("nothing is missing");
        return Ok(());
    }
    println!("missing:");
    missing.iter().for_each(|need| println!("  {:29} {}", need.package, need.purpose));
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    if dry_run {
        return Ok(());
    }
    if !is_root()? {
        return Err(Error::new(format!("only root installs; run: apt-get install {}", packages.join(" "))));
    }
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages.as_slice()].concat())
}

/// Whether `run` can install here: Debian, and root.
pub(crate) fn can_install() -> bool {
    find("dpkg-query").is_some() && find("apt-get").is_some() && is_root().unwrap_or(false)
}

/// The packages that `dpkg` does not list as installed.
fn missing() -> Result<Vec<&'static Need>> {
    let mut missing = Vec::new();
    for need in NEEDS {
        let query =
            Cmd::new("dpkg-query").args(["-W", "-f", "${db:Status-Status}", need.package]).capture()?;
        if !query.status.success() || query.stdout != b"installed" {
            missing.push(need);
        }
    }
    Ok(missing)
}

fn is_root() -> Result<bool> {
    Ok(Cmd::new("id").args(["-u"]).stdout()?.trim() == "0")
}

fn apt(args: &[&str]) -> Result {
    Cmd::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").run()
}
