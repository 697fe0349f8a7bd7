//! `cargo xtask msrv`: the published libraries build with the oldest compiler that they support, and so do programs
//! with plans: the expansion must be supported too.
//!
//! rustup's toolchain of that version is used if it is installed. Otherwise Debian's packages of it are unpacked into
//! the target folder, because they cannot be installed next to newer ones.

use crate::error::{Error, Result};
use crate::process::{Cmd, find, root, target_dir};
use crate::test::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// The libraries and the features to build each with.
const BUILDS: &[(&str, &str)] = &[
    ("arena-plan-core", ""),
    ("arena-plan-core", "alloc"),
    ("arena-plan-core", "json"),
    ("arena-plan-core", "parallel"),
    ("arena-plan-macros", ""),
    ("arena-plan", ""),
    ("arena-plan", "critical-section"),
    ("arena-plan", "portable-atomic"),
    ("arena-plan", "bytemuck,defmt,files,zerocopy"),
];

/// Debian's packages that contain a compiler; `{}` is the version.
const PACKAGES: &[&str] = &["rustc-web", "cargo-web", "libstd-rust-web-dev", "libstd-rust-web-{}"];

/// Builds everything; a missing compiler is an error.
pub(crate) fn run() -> Result {
    match check()? {
        Outcome::Passed => Ok(()),
        Outcome::Skipped(why) => Err(Error::new(why)),
    }
}

/// The same as one step of the project's checks, which is skipped without a compiler.
pub(crate) fn check() -> Result<Outcome> {
    let version = promised()?;
    let compiler = match Compiler::find(&version)? {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Outcome::Skipped(why)),
    };
    let found = compiler.cargo().args(["--version"]).stdout()?;
    println!("{}", found.trim());
    if !found.starts_with(&format!("cargo {version}.")) {
        return Err(Error::new(format!("cargo {version} expected")));
    }
    for (package, features) in BUILDS {
        println!("{package} [{features}]");
        compiler
            .cargo()
            .args(["check", "--quiet", "--locked", "-p", package, "--features", features])
            .run()?;
    }
    println!("arena-plan, a program with plans on both routes");
    compiler.cargo().args(["run", "--quiet", "--locked", "-p", "arena-plan", "--example", "routes"]).run()?;
    println!("arena-plan, the examples in its documentation");
    compiler.cargo().args(["test", "--quiet", "--locked", "--doc", "-p", "arena-plan"]).run()?;
    Ok(Outcome::Passed)
}

/// The version in the workspace's manifest.
fn promised() -> Result<String> {
    let file = root().join("Cargo.toml");
    let text = fs::read_to_string(&file).map_err(Error::during(file.display()))?;
    let value = text.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    let version = value.and_then(|rest| rest.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| Error::new(format!("{}: no rust-version", file.display())))
}

/// A compiler of the oldest supported version.
enum Compiler {
    /// rustup's.
    Rustup(String),
    /// Unpacked under this folder.
    Unpacked(PathBuf),
}

impl Compiler {
    /// The compiler of `version`; the inner `Err` says why there is none.
    fn find(version: &str) -> Result<std::result::Result<Self, String>> {
        let listed = match find("rustup") {
            Some(_) => Cmd::new("rustup").args(["toolchain", "list"]).stdout()?,
            None => String::new(),
        };
        let named = |line: &&str| {
            line.starts_with(&format!("{version}.")) || line.starts_with(&format!("{version}-"))
        };
        if let Some(line) = listed.lines().find(named) {
            let name = line.split_whitespace().next().unwrap_or(line);
            return Ok(Ok(Self::Rustup(name.to_owned())));
        }
        let folder = target_dir().join(format!("rust-{version}"));
        if !folder.join("usr/bin/cargo").is_file() {
            if find("apt-get").is_none() || find("dpkg-deb").is_none() {
                return Ok(Err(format!(
                    "no Rust {version}: `rustup toolchain install {version} --profile minimal`"
                )));
            }
            if let Err(why) = unpack(version, &folder)? {
                return Ok(Err(why));
            }
        }
        Ok(Ok(Self::Unpacked(folder)))
    }

    /// This compiler's cargo, in the repository's root and with its own target folder.
    fn cargo(&self) -> Cmd {
        let cmd = match self {
            Self::Rustup(name) => Cmd::new("cargo").without_toolchain().env("RUSTUP_TOOLCHAIN", name),
            Self::Unpacked(folder) => {
                let (bin, lib) = (folder.join("usr/bin"), folder.join("usr/lib"));
                Cmd::new(bin.join("cargo"))
                    .without_toolchain()
                    .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
                    .env("LD_LIBRARY_PATH", format!("{0}:{0}/x86_64-linux-gnu", lib.display()))
            }
        };
        cmd.env("CARGO_TARGET_DIR", target_dir().join("msrv"))
    }
}

/// Downloads and unpacks the packages; the inner `Err` says which one Debian does not have.
fn unpack(version: &str, folder: &Path) -> Result<std::result::Result<(), String>> {
    let downloads = target_dir().join("debian");
    fs::create_dir_all(&downloads).map_err(Error::during(downloads.display()))?;
    let partial = folder.with_extension("partial");
    for package in PACKAGES {
        let package = package.replace("{}", version);
        let table = Cmd::new("apt-cache").args(["madison", &package]).stdout()?;
        let versions = table.lines().filter_map(|line| line.split('|').nth(1).map(str::trim));
        let Some(full) = versions.into_iter().find(|full| full.starts_with(&format!("{version}."))) else {
            return Ok(Err(format!(
                "Debian's lists have no {package} {version}: `apt-get update`, or `rustup toolchain install {version}`"
            )));
        };
        Cmd::new("apt-get")
            .dir(&downloads)
            .args(["download", "-o", "APT::Sandbox::User=root", &format!("{package}={full}")])
            .run()?;
        let prefix = format!("{package}_{full}").replace(':', "%3a");
        let files = fs::read_dir(&downloads).map_err(Error::during(downloads.display()))?;
        let file = files.flatten().find(|file| file.file_name().to_string_lossy().starts_with(&prefix));
        let file = file.ok_or_else(|| Error::new(format!("{prefix}: downloaded but not found")))?.path();
        Cmd::new("dpkg-deb").args(["-x".as_ref(), file.as_os_str(), partial.as_os_str()]).run()?;
    }
    fs::rename(&partial, folder).map_err(Error::during(folder.display()))?;
    Ok(Ok(()))
}
