//! For build scripts (feature `build-script`): plans from files, and a [`LinkerScript`] where the linker looks for it.
//!
//! ```no_run
//! // build.rs, with `arena-plan-core = { …, features = ["build-script"] }` among the [build-dependencies]
//! use arena_plan_core::build_script::{plan, write};
//! use arena_plan_core::report::LinkerScript;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let script = LinkerScript::new().memory("tcm", "TCM")?;
//!     let script = plan(script, "meter.problem.json", "meter.layout.json")?;
//!     write(&script, "arena.x")?; // `INCLUDE arena.x` at the end of memory.x
//!     Ok(())
//! }
//! ```
//!
//! Without files it is the fragment for whatever banks the program has: leave [`plan`] out.

use alloc::format;
use alloc::string::{String, ToString};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, println};

use crate::json::{decode_input, decode_layout};
use crate::problem::{FileError, verify};
use crate::report::LinkerScript;

/// Why a build script cannot go on: a message that names the file.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A `main` that returns it prints it like this.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}

/// Reads a plan's problem (or graph) and layout, which are relative to the package, verifies the layout, and checks in the
/// script what it takes: [`LinkerScript::plan`]. Cargo runs the build script again when a file changes.
///
/// # Errors
///
/// A file that cannot be read, or is wrong; a layout with findings, with all of them; and those of [`LinkerScript::plan`].
pub fn plan(
    script: LinkerScript,
    problem: impl AsRef<Path>,
    layout: impl AsRef<Path>,
) -> Result<LinkerScript, BuildError> {
    let (problem, layout) = (problem.as_ref(), layout.as_ref());
    let input = decoded(problem, decode_input)?;
    let placed = decoded(layout, decode_layout)?;
    let findings = verify(&input.problem, &placed).findings;
    if !findings.is_empty() {
        let lines = findings.iter().map(|finding| format!("\n  {} [{}]", finding.message, finding.code));
        let lines: String = lines.collect();
        return Err(BuildError(format!("the layout `{}` does not hold:{lines}", layout.display())));
    }
    let name = problem.file_stem().unwrap_or_default().to_string_lossy();
    script
        .plan(&name, &input.problem, &placed)
        .map_err(|error| BuildError(format!("`{}`: {} [{}]", problem.display(), error.message, error.code)))
}

/// Writes the script to `OUT_DIR` under this name, where the linker then looks for it, and returns its path.
///
/// # Errors
///
/// Outside of a build script, which has no `OUT_DIR`; and if the file cannot be written.
pub fn write(script: &LinkerScript, name: &str) -> Result<PathBuf, BuildError> {
    let folder = env::var_os("OUT_DIR")
        .ok_or_else(|| BuildError("OUT_DIR is not set: cargo sets it for build scripts".to_string()))?;
    let file = written(script, folder, name)?;
    if let Some(folder) = file.parent() {
        println!("cargo::rustc-link-search={}", folder.display());
    }
    Ok(file)
}

fn written(script: &LinkerScript, folder: OsString, name: &str) -> Result<PathBuf, BuildError> {
    let file = PathBuf::from(folder).join(name);
    fs::write(&file, script.to_string())
        .map_err(|why| BuildError(format!("cannot write `{}`: {why}", file.display())))?;
    Ok(file)
}

fn decoded<T>(path: &Path, decode: fn(&[u8]) -> Result<T, FileError>) -> Result<T, BuildError> {
    println!("cargo::rerun-if-changed={}", path.display());
    let bytes =
        fs::read(path).map_err(|why| BuildError(format!("cannot read `{}`: {why}", path.display())))?;
    decode(&bytes).map_err(|error| BuildError(format!("`{}` is wrong: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{plan, written};
    use crate::report::LinkerScript;
    use alloc::format;
    use alloc::string::{String, ToString};
    use std::path::PathBuf;
    use std::{env, fs, process};

    const PROBLEM: &str = r#"{"schema": 1, "banks": [{"id": "tcm", "capacity": "96"}],
        "buffers": [{"id": "pcm", "bytes": "64", "first": 0, "last": 1, "alignment": "4", "banks": ["tcm"]}]}"#;

    /// What `plan` says about a layout with `pcm` at this offset, and the script.
    fn outcome(name: &str, problem: Option<&str>, offset: &str) -> Result<String, String> {
        let folder: PathBuf = env::temp_dir().join(format!("arena-plan-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let layout = format!(
            r#"{{"schema": 1, "placements": [{{"id": "pcm", "bank": "tcm", "offset": "{offset}"}}]}}"#
        );
        fs::write(folder.join("layout.json"), layout).expect("a file");
        if let Some(text) = problem {
            fs::write(folder.join("meter.json"), text).expect("a file");
        }
        let script = LinkerScript::new().memory("tcm", "TCM").expect("names");
        let script = plan(script, folder.join("meter.json"), folder.join("layout.json"));
        let text = script.map(|script| {
            let file = written(&script, folder.clone().into(), "arena.x").expect("it is written");
            fs::read_to_string(file).expect("the script")
        });
        let result = text.map_err(|error| error.to_string().replace(&*folder.to_string_lossy(), "FOLDER"));
        fs::remove_dir_all(&folder).expect("the folder goes");
        result
    }

    #[test]
    fn a_plan_is_checked_and_written() {
        let text = outcome("good", Some(PROBLEM), "16").expect("a script");
        assert!(text.contains("ASSERT(_arena_tcm_size >= 80,"), "{text}");
    }

    #[test]
    fn what_is_wrong_names_the_file() {
        let cases = [
            outcome("over", Some(PROBLEM), "36"),
            outcome("number", Some(PROBLEM), "0x10"),
            outcome("syntax", Some("{"), "16"),
            outcome("other", Some(&PROBLEM.replace("tcm", "ram")), "16"),
        ];
        let text: String = cases.map(|case| case.expect_err("it is refused") + "\n").concat();
        expect_test::expect![[r#"
            the layout `FOLDER/layout.json` does not hold:
              `pcm` takes 36..100 of `tcm`, which has 96 bytes (4 bytes over) [out-of-bank]
            `FOLDER/layout.json` is wrong: line 1, column 69: "0x10" is not a canonical decimal number: it contains 'x' [not-decimal]
            `FOLDER/meter.json` is wrong: line 1, column 2: the file ends before its JSON value is complete [json-syntax]
            the layout `FOLDER/layout.json` does not hold:
              `pcm` is in `tcm`, which is not a bank [unknown-bank]
        "#]].assert_eq(&text);
        let missing = outcome("missing", None, "16").expect_err("it is refused");
        assert!(missing.starts_with("cannot read `FOLDER/meter.json`: "), "{missing}");
    }
}
