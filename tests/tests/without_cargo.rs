//! A crate with a layout file, built by rustc alone as other build systems do: there is one rule for the file's path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MANIFEST: &str = r#"[workspace]

[package]
name = "without-cargo"
version = "0.0.0"
edition = "2024"

[profile.dev]
debug = false

[dependencies]
"#;

const PROGRAM: &str = r#"arena_plan::arena_plan! {
    mod plan {
        bank ram { capacity: 64 }
        layout "placed.json";
        buffer word: u32 in ram;
        step write() -> word;
        step read(word);
    }
}

fn main() {
    let mut write = plan::take().unwrap();
    *write.word = 7;
    let read = write.next();
    assert_eq!((*read.word, plan::buf::Word::OFFSET), (7, 16));
    read.release();
}
"#;

const LAYOUT: &str = r#"{"schema": 1, "placements": [{"id": "word", "bank": "ram", "offset": "16"}]}"#;

/// The crate, and the compiled library that it uses.
fn project() -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without_cargo");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena-plan");
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let manifest = format!("{MANIFEST}arena-plan = {{ path = {library:?}, features = [\"files\"] }}\n");
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.join("src/main.rs"), PROGRAM).expect("a file");
    fs::write(folder.join("placed.json"), LAYOUT).expect("a file");
    // The versions that this workspace has already.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).expect("the workspace's lock file");
    let output = Command::new(std::env::var_os("CARGO").expect("cargo runs this test"))
        .args(["build", "--offline", "--message-format", "json"])
        .current_dir(&folder)
        // Where the suite `impostors` builds the same library in the same way.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("impostors/target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("JSON");
    let mut strings = text.split('"');
    let library = strings.find(|text| text.contains("libarena_plan-") && text.ends_with(".rlib"));
    let library = library.unwrap_or_else(|| panic!("no library in {text}")).into();
    (folder, library)
}

fn rustc(folder: &Path, library: &Path, package: Option<&Path>, program: &Path) -> Output {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command
        .args(["--edition", "2024", "src/main.rs", "-o"])
        .arg(program)
        .arg("--extern")
        .arg(format!("arena_plan={}", library.display()))
        .arg(format!("-Ldependency={}", library.parent().expect("a folder").display()))
        .current_dir(folder)
        .env_remove("CARGO_MANIFEST_DIR");
    if let Some(package) = package {
        command.env("CARGO_MANIFEST_DIR", package);
    }
    command.output().expect("rustc starts")
}

#[test]
fn the_path_of_a_layout_file_begins_where_the_variable_says() {
    let (folder, library) = project();
    let program = folder.join("program");
    for package in [Path::new("."), &folder] {
        let output = rustc(&folder, &library, Some(package), &program);
        assert!(output.status.success(), "{package:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(Command::new(&program).status().expect("it starts").success(), "{package:?}");
    }
    let output = rustc(&folder, &library, None, &program);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "without the variable the file cannot be found");
    assert!(text.contains("folder that CARGO_MANIFEST_DIR names, which is not set"), "{text}");
    assert!(text.contains("src/main.rs:4:16"), "not at the path: {text}");
    let errors = text.lines().filter(|line| line.starts_with("error") && !line.contains("previous error"));
    assert_eq!(errors.count(), 1, "{text}");
}
