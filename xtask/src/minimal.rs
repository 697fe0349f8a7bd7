//! `cargo xtask minimal`: the published libraries build with the minimal version of each dependency that their
//! manifests allow, and an application that pins an old `proc-macro2` resolves.
//!
//! An application may be held back by another dependency, so the minimal versions in the manifests must work.

use crate::error::{Error, Result};
use crate::process::{Cmd, root, target_dir};
use crate::test::Outcome;
use std::fs;
use std::path::Path;

/// The published libraries, which get their own workspace: otherwise the dependencies of the tests and the command
/// would get their minimal versions as well.
const PACKAGES: [&str; 3] = ["arena-plan", "arena-plan-core", "arena-plan-macros"];

/// Features that have dependencies.
const FEATURES: [&str; 3] = ["", "critical-section", "portable-atomic,bytemuck,defmt,files,zerocopy"];

/// An application with an old pin besides the library.
const PINNED: &str = r#"
[package]
name = "pinned"
version = "0.0.0"
edition = "2021"

[dependencies]
arena-plan = { path = "../arena-plan" }
proc-macro2 = "=1.0.101"
"#;

/// Builds with the minimal versions.
pub(crate) fn run() -> Result {
    check().map(|_| ())
}

/// The same as one step of the project's checks.
pub(crate) fn check() -> Result<Outcome> {
    let folder = target_dir().join("minimal");
    copy(&folder)?;
    // The flag is unstable; it only makes the pinned cargo choose other versions, and the compiler does not see the
    // variable.
    cargo(&folder, &["-Zdirect-minimal-versions", "generate-lockfile"]).env("RUSTC_BOOTSTRAP", "1").run()?;
    for features in FEATURES {
        println!("arena-plan [{features}] with the minimal versions");
        cargo(&folder, &["check", "--quiet", "--locked", "-p", "arena-plan", "--features", features])
            .run()?;
    }
    let example = ["run", "--quiet", "--locked", "-p", "arena-plan", "--example", "routes"];
    cargo(&folder, &example).run()?;

    println!("an application with proc-macro2 1.0.101");
    let pinned = folder.join("pinned");
    fs::create_dir_all(pinned.join("src")).map_err(Error::during(pinned.display()))?;
    write(
        &pinned.join("src/lib.rs"),
        "arena_plan::arena_plan! {\n    mod plan {\n        bank ram { capacity: 64 }\n        buffer x: u32, retain;\n        step only() -> x;\n    }\n}\n",
    )?;
    write(&pinned.join("Cargo.toml"), &format!("{PINNED}\n[workspace]\n"))?;
    let _ = fs::remove_file(pinned.join("Cargo.lock"));
    cargo(&pinned, &["check", "--quiet"]).env("CARGO_TARGET_DIR", folder.join("target")).run()?;
    Ok(Outcome::Passed)
}

fn cargo(folder: &Path, args: &[&str]) -> Cmd {
    Cmd::cargo().dir(folder).env_remove("CARGO_TARGET_DIR").args(args)
}

fn write(file: &Path, text: &str) -> Result {
    fs::write(file, text).map_err(Error::during(file.display()))
}

/// Makes a workspace of the published libraries alone, without the dependencies of their tests.
fn copy(folder: &Path) -> Result {
    let read = |file: &Path| fs::read_to_string(file).map_err(Error::during(file.display()));
    let manifest = read(&root().join("Cargo.toml"))?;
    let (before, after) = manifest
        .split_once("members = [")
        .and_then(|(before, rest)| Some((before, rest.split_once(']')?.1)))
        .ok_or_else(|| Error::new("Cargo.toml: no members"))?;
    fs::create_dir_all(folder).map_err(Error::during(folder.display()))?;
    write(&folder.join("Cargo.toml"), &format!("{before}members = {PACKAGES:?}{after}"))?;
    for package in PACKAGES {
        let (from, to) = (root().join(package), folder.join(package));
        let _ = fs::remove_dir_all(&to);
        fs::create_dir_all(&to).map_err(Error::during(to.display()))?;
        let manifest = read(&from.join("Cargo.toml"))?;
        write(&to.join("Cargo.toml"), &without(&manifest, "[dev-dependencies]"))?;
        for part in ["src", "examples"] {
            if from.join(part).is_dir() {
                tree(&from.join(part), &to.join(part))?;
            }
        }
    }
    Ok(())
}

/// A manifest without one of its tables.
fn without(manifest: &str, table: &str) -> String {
    let Some((before, rest)) = manifest.split_once(table) else { return manifest.to_owned() };
    let after = rest.find("\n[").map_or("", |at| &rest[at..]);
    format!("{before}{after}")
}

/// Copies a folder.
fn tree(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(Error::during(to.display()))?;
    for entry in fs::read_dir(from).map_err(Error::during(from.display()))? {
        let path = entry.map_err(Error::during(from.display()))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            tree(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(Error::during(path.display()))?;
        }
    }
    Ok(())
}
