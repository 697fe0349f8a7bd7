//! The programs of the test `soundness` can fail: each is run with faults that the proof would refuse, and finds every one.
//!
//! The faults are planted behind the proof, in a copy of the facade in which the address of one buffer is another one, or
//! in which one buffer is not zeroed or not dropped. Programs and plans are those of the suite, byte for byte; a process
//! runs one program with one fault.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

include!(concat!(env!("OUT_DIR"), "/faults.rs"));

/// What is changed in the facade: file, text, and what stands for it. Each text is there once.
const CHANGES: [(&str, &str, &str); 4] = [
    ("lib.rs", "mod buf;\n", "mod buf;\nmod planted;\n"),
    (
        "buf.rs",
        "        Self::PLACE.address.cast()\n",
        "        crate::planted::address(Self::INDEX, Self::Plan::PLACES).cast()\n",
    ),
    ("buf.rs", "        if zero {\n", "        if zero && !crate::planted::is(\"stale\", S::INDEX) {\n"),
    (
        "buf.rs",
        "        if mem::needs_drop::<S::T>() {\n",
        "        if mem::needs_drop::<S::T>() && !crate::planted::is(\"undropped\", S::INDEX) {\n",
    ),
];

/// The fault of this process, from the environment.
const PLANTED: &str = r#"
extern crate std;

use std::sync::OnceLock;
use std::string::String;

use crate::place::Place;

fn fault() -> &'static Option<(String, usize, usize)> {
    static FAULT: OnceLock<Option<(String, usize, usize)>> = OnceLock::new();
    FAULT.get_or_init(|| {
        let text = std::env::var("PLANTED_FAULT").ok()?;
        let mut parts = text.split(' ');
        let kind = parts.next()?.into();
        let mut number = || parts.next()?.parse().ok();
        Some((kind, number()?, number()?))
    })
}

pub(crate) fn is(what: &str, index: usize) -> bool {
    fault().as_ref().is_some_and(|(kind, buffer, _)| kind == what && *buffer == index)
}

pub(crate) fn address(index: usize, places: &[Place]) -> *mut u8 {
    let own = places[index].address;
    match fault() {
        Some((kind, buffer, other)) if *buffer == index => match kind.as_str() {
            "stale" | "undropped" => own,
            // One element: the buffers of this kind are of `u16`.
            "shifted" => own.wrapping_add(2),
            _ => places[*other].address,
        },
        _ => own,
    }
}
"#;

const MANIFEST: &str = r#"[workspace]

[package]
name = "faults"
version = "0.0.0"
edition = "2024"

[profile.dev]
debug = false

[dependencies]
arena-plan = { path = "arena-plan", features = ["files"] }
"#;

/// The copy of the facade with its changes, and the crate with the programs.
fn project() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&here.join("../arena-plan/src"), &folder.join("arena-plan/src"));
    write(&folder.join("arena-plan/src/planted.rs"), PLANTED);
    let crates = here.join("..");
    let manifest = format!(
        "[package]\nname = \"arena-plan\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [features]\nfiles = [\"arena-plan-macros/files\"]\n\n[dependencies]\n\
         arena-plan-core = {{ path = {:?} }}\narena-plan-macros = {{ path = {:?} }}\n",
        crates.join("arena-plan-core"),
        crates.join("arena-plan-macros"),
    );
    write(&folder.join("arena-plan/Cargo.toml"), &manifest);
    write(&folder.join("Cargo.toml"), MANIFEST);
    let programs = here.join("tests/soundness/random.rs");
    write(&folder.join("src/lib.rs"), &format!("#[cfg(test)]\n#[path = {programs:?}]\nmod random;\n"));
    // The versions that this workspace has already.
    fs::copy(crates.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace's lock file");
    folder
}

/// Copies the sources of the facade, with the changes.
fn copy(from: &Path, to: &Path) {
    for file in fs::read_dir(from).expect("the facade") {
        let (path, name) = file.map(|file| (file.path(), file.file_name())).expect("a file");
        if path.is_dir() {
            copy(&path, &to.join(name));
            continue;
        }
        let mut text = fs::read_to_string(&path).expect("a source file");
        for (_, from, to) in CHANGES.iter().filter(|(file, ..)| name == **file) {
            assert_eq!(text.matches(from).count(), 1, "`{}` in {name:?}: change this test, too", from.trim());
            text = text.replace(from, to);
        }
        write(&to.join(name), &text);
    }
}

/// Writes a file unless it has that text already, so that cargo builds nothing twice.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|present| present == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The compiled programs.
fn programs() -> PathBuf {
    let output = Command::new(std::env::var_os("CARGO").expect("cargo runs this test"))
        .args(["test", "--no-run", "--offline", "--message-format", "json"])
        .current_dir(project())
        // Where the suite `impostors` builds the same libraries in the same way.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("impostors/target"))
        .env("OUT_DIR", env!("OUT_DIR"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("JSON");
    let line = text.lines().filter_map(|line| line.split("\"executable\":\"").nth(1)).next_back();
    let path = line.and_then(|rest| rest.split('"').next()).unwrap_or_else(|| panic!("no program in {text}"));
    path.into()
}

fn run(programs: &Path, arguments: &[&str], fault: Option<&str>) -> Output {
    let mut command = Command::new(programs);
    command.args(arguments).env_remove("PLANTED_FAULT").env_remove("RUST_BACKTRACE");
    if let Some(fault) = fault {
        command.env("PLANTED_FAULT", fault);
    }
    command.output().expect("the programs start")
}

/// What a program says when it finds a fault of this kind.
fn said(kind: &str) -> &'static [&'static str] {
    match kind {
        "overlap" | "lifetime" | "persistent" => {
            &["` 0", "` 1", "` 2", "` 3", "the value of `", "` from `x`"]
        }
        "constant" => &["assertion `left == right` failed"],
        "stale" => &["the value of `"],
        "undropped" => &["values that are not dropped"],
        "shifted" => &["` from `x`"],
        _ => &[],
    }
}

#[test]
fn every_planted_fault_is_found_by_the_program() {
    let programs = programs();
    let right = run(&programs, &[], None);
    assert!(right.status.success(), "without a fault: {}", String::from_utf8_lossy(&right.stdout));
    let mut missed = Vec::new();
    for (seed, kind, buffer, other) in FAULTS {
        let name = format!("random::programs::plan_{seed}");
        let output = run(&programs, &["--exact", &name], Some(&format!("{kind} {buffer} {other}")));
        let text = String::from_utf8_lossy(&output.stdout);
        if output.status.success() || !said(kind).iter().any(|said| text.contains(said)) {
            missed.push(format!("plan_{seed}: {kind} of {buffer} and {other}: {}\n{text}", output.status));
        }
    }
    assert!(missed.is_empty(), "{} of {} are not found:\n{}", missed.len(), FAULTS.len(), missed.join("\n"));
}

#[test]
fn every_kind_of_fault_is_planted() {
    for kind in ["overlap", "lifetime", "persistent", "constant", "stale", "undropped", "shifted"] {
        let faults = FAULTS.iter().filter(|(_, of, ..)| *of == kind);
        assert!(faults.count() >= 5, "too few of `{kind}`");
    }
}
