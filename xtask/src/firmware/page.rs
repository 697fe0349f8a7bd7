//! The project of `docs/firmware.md`, file by file and with the page's commands: built, run in the emulator, and its
//! output compared with the page.

use super::emulate;
use crate::board::Board;
use crate::error::{Error, Result};
use crate::process::{Cmd, root, target_dir};
use crate::project::{lock, write};
use crate::samples::of_firmware;
use crate::toolchain::Toolchain;
use std::path::Path;

/// The board that the page's `memory.x` is for.
const BOARD: &str = "mps2-an385";

/// What the reader of the page already has: a manifest and a build script for cortex-m-rt.
const MANIFEST: &str = r#"
[package]
name = "blinky"
version = "0.1.0"
edition = "2024"

[workspace]

[profile.release]
lto = true
"#;
const REST: &str = r#"
cortex-m = { version = "0.7.7", features = ["critical-section-single-core"] }
cortex-m-rt = "0.7.5"
cortex-m-semihosting = "0.5"
panic-halt = "1"
"#;
const BUILD: &str = r#"fn main() {
    println!("cargo::rustc-link-search={}", std::env::var("CARGO_MANIFEST_DIR").unwrap());
    println!("cargo::rerun-if-changed=memory.x");
}
"#;
const CONFIG: &str = r#"[build]
target = "thumbv7m-none-eabi"

[target.thumbv7m-none-eabi]
rustflags = ["-Clink-arg=-Tlink.x", "-Clink-arg=--nmagic"]
"#;

/// Creates, builds and runs the project; other boards have other memory maps.
pub(crate) fn check(board: &Board, toolchain: Toolchain) -> Result {
    if board.name != BOARD {
        return Ok(());
    }
    let folder = target_dir().join("firmware-page");
    project(&folder)?;
    let built = folder.join("target");
    match toolchain {
        Toolchain::Rustup => Cmd::cargo().args(["build", "--release"]),
        // As on the page, in a shell.
        Toolchain::Debian => {
            let command = of_firmware("console", "$ RUSTC_BOOTSTRAP=1")?;
            Cmd::new("sh").without_toolchain().args(["-c", &command["$ ".len()..]])
        }
    }
    .dir(&folder)
    .env("CARGO_TARGET_DIR", &built)
    .env_remove("RUSTFLAGS")
    .run()?;
    let file = built.join(board.target).join("release/blinky");
    let output = emulate::run(board, &file)?.text;
    let shown = of_firmware("text", "[1240, ")?;
    if output.trim_end() == shown.trim_end() {
        return Ok(());
    }
    Err(Error::new(format!("the program of docs/firmware.md prints\n{output}but the page shows\n{shown}")))
}

/// Writes the project into `folder`.
fn project(folder: &Path) -> Result {
    let dependency = of_firmware("toml", "[dependencies]\narena-plan")?;
    let facade = root().join("arena-plan");
    let dependency = dependency.replace("…/arena-plan/arena-plan", &facade.display().to_string());
    write(folder, "Cargo.toml", &format!("{MANIFEST}\n{}{REST}", dependency.trim_end()))?;
    write(folder, "build.rs", BUILD)?;
    write(folder, ".cargo/config.toml", CONFIG)?;
    write(folder, "memory.x", &of_firmware("text", "MEMORY {")?)?;
    write(folder, "src/main.rs", &of_firmware("rust", "#![no_std]")?)?;
    lock(folder)
}
