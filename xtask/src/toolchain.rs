//! Which compiler builds for a target: rustup's if it has the target's `core`, else Debian's, which comes
//! with the source of `core`.

use crate::error::{Error, Result};
use crate::process::{Cmd, find, root, target_dir};
use std::path::{Path, PathBuf};

/// Path of the firmware package, from the repository's root.
pub(crate) const FIRMWARE: &str = "examples/firmware";

/// The key under which `.cargo/config.toml` of the firmware gives the linker's arguments: lists of one key add up.
const REMAPPED: &str = "target.'cfg(all(target_arch = \"arm\", target_os = \"none\"))'.rustflags";

/// An argument for `rustc`, as a string of TOML, that writes `short` for `path`.
fn remap(path: &Path, short: &str) -> String {
    format!("'--remap-path-prefix={}={short}'", path.display())
}

/// A compiler that can build for a given target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The pinned toolchain, which has the target.
    Rustup,
    /// `/usr/bin/rustc` with `/usr/lib/rustlib/src`; `core` is built once for each target.
    Debian,
}

impl Toolchain {
    /// The compiler for `target`; if there is none, `Err` says what to install.
    pub(crate) fn for_target(target: &str) -> std::result::Result<Self, String> {
        if sysroot().is_ok_and(|sysroot| sysroot.join("lib/rustlib").join(target).join("lib").is_dir()) {
            return Ok(Self::Rustup);
        }
        if Path::new("/usr/bin/rustc").is_file()
            && Path::new("/usr/bin/cargo").is_file()
            && Path::new("/usr/lib/rustlib/src/rust/library/core").is_dir()
        {
            return Ok(Self::Debian);
        }
        Err(format!(
            "no compiler for {target}: `rustup target add {target}`, or on Debian `cargo xtask setup`"
        ))
    }

    /// `cargo ACTION --target TARGET` of this compiler, with a target folder of its own.
    ///
    /// Panics name their file, and such paths take flash: the repository's root and cargo's folder are replaced with
    /// one letter each, so that an image has the same bytes wherever they are.
    pub(crate) fn cargo(self, action: &str, target: &str) -> Cmd {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
        let cmd = match self {
            Self::Rustup => Cmd::cargo()
                .env_remove("RUSTFLAGS")
                .env("CARGO_TARGET_DIR", target_dir().join("firmware"))
                .args([action, "--target", target]),
            Self::Debian => Cmd::new("/usr/bin/cargo")
                .without_toolchain()
                .env("PATH", "/usr/bin:/bin")
                .env("RUSTC", "/usr/bin/rustc")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_DIR", target_dir().join("firmware-debian"))
                .args([action, "--target", target, "-Zbuild-std=core"]),
        };
        let flags = format!("{REMAPPED}=[{}, {}]", remap(&root(), "r"), remap(&home, "c"));
        cmd.args(["--config", &flags])
    }

    /// The folder that [`Toolchain::cargo`] builds `target` into.
    pub(crate) fn output(self, target: &str) -> PathBuf {
        let name = match self {
            Self::Rustup => "firmware",
            Self::Debian => "firmware-debian",
        };
        target_dir().join(name).join(target)
    }
}

/// A linker for bare-metal targets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Linker {
    /// GNU ld of the binutils, one for Arm and one for RISC-V.
    Gnu,
    /// `rust-lld`, which is part of rustup's toolchain.
    Lld,
}

impl Linker {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Gnu, Self::Lld];

    /// For messages and file names.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gnu => "gnu-ld",
            Self::Lld => "rust-lld",
        }
    }

    /// The command that links objects for Arm; if it is missing, `Err` says what to install.
    pub(crate) fn for_arm(self) -> std::result::Result<Cmd, String> {
        let args = self.rustc_args("thumbv7m-none-eabi")?;
        let path = args.iter().find_map(|arg| arg.strip_prefix("-Clinker=")).unwrap_or_default();
        Ok(match self {
            Self::Gnu => Cmd::new(path),
            Self::Lld => Cmd::new(path).args(["-flavor", "gnu"]),
        })
    }

    /// Arguments for `rustc` that builds for `target`; if it is missing, `Err` says what to install.
    pub(crate) fn rustc_args(self, target: &str) -> std::result::Result<Vec<String>, String> {
        match self {
            Self::Gnu => {
                let (name, emulation) = match target {
                    _ if target.starts_with("riscv32") => {
                        ("riscv64-unknown-elf-ld", "-Clink-arg=-melf32lriscv")
                    }
                    _ if target.starts_with("riscv64") => {
                        ("riscv64-unknown-elf-ld", "-Clink-arg=-melf64lriscv")
                    }
                    _ => ("arm-none-eabi-ld", "-Clink-arg=-marmelf"),
                };
                let path = find(name).ok_or(format!("no {name}: on Debian `cargo xtask setup`"))?;
                Ok(vec![
                    format!("-Clinker={}", path.display()),
                    "-Clinker-flavor=ld".into(),
                    emulation.into(),
                ])
            }
            Self::Lld => {
                let path = sysroot()
                    .and_then(|sysroot| Ok(sysroot.join("lib/rustlib").join(host()?).join("bin/rust-lld")))
                    .ok()
                    .filter(|path| path.is_file());
                match path {
                    Some(path) => {
                        Ok(vec![format!("-Clinker={}", path.display()), "-Clinker-flavor=ld.lld".into()])
                    }
                    None => Err("the toolchain has no rust-lld".into()),
                }
            }
        }
    }
}

/// The pinned toolchain's folder.
fn sysroot() -> Result<PathBuf> {
    Ok(PathBuf::from(Cmd::new("rustc").args(["--print", "sysroot"]).stdout()?.trim()))
}

/// The machine that this task runs on, as the compiler names it.
fn host() -> Result<String> {
    let version = Cmd::new("rustc").args(["-vV"]).stdout()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Error::new("`rustc -vV` names no host"))
}

/// The package of the firmware.
pub(crate) fn firmware_dir() -> PathBuf {
    root().join(FIRMWARE)
}
