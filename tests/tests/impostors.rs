//! Separate crates in which a name that the expansion might use has another meaning: `core`, a macro, an
//! attribute, the library. A block with a mistake must not compile there, and a correct one must have its usual
//! meaning.
//!
//! Each case is a file of `tests/impostors`, built offline with the cargo and the versions of this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A crate of the cases' workspace.
struct Member {
    name: &'static str,
    edition: &'static str,
    /// Lines of `[dependencies]` besides the library.
    dependencies: &'static str,
    /// A library on which the programs depend.
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Program,
    Library,
    ProcMacro,
}

const fn program(name: &'static str, edition: &'static str, dependencies: &'static str) -> Member {
    Member { name, edition, dependencies, kind: Kind::Program }
}

const REWRITER: &str = "rewriter = { path = \"../rewriter\" }\n";

const MEMBERS: [Member; 16] = [
    Member { name: "swallow", edition: "2024", dependencies: "", kind: Kind::Library },
    Member { name: "rewriter", edition: "2024", dependencies: "", kind: Kind::ProcMacro },
    program("crate_as_core", "2024", ""),
    program("dependency_as_core", "2024", "core = { package = \"swallow\", path = \"../swallow\" }\n"),
    program("module_core_2015", "2015", ""),
    program("module_core_2018", "2018", ""),
    program("const_route", "2024", ""),
    program("macros_in_scope", "2018", ""),
    program("own_option", "2024", ""),
    program("beside_errors", "2024", ""),
    program("attribute_macro", "2024", REWRITER),
    program("attribute_macro_by_cfg", "2024", REWRITER),
    program("attribute_macro_on_step", "2024", REWRITER),
    program("attribute_macro_imported", "2024", REWRITER),
    program("attribute_macro_in_prelude", "2024", REWRITER),
    program("attribute_macro_unseen", "2024", REWRITER),
];

/// The folder of the cases' sources.
fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("impostors")
}

/// The workspace of all cases, written once.
fn workspace() -> &'static Path {
    static WORKSPACE: OnceLock<PathBuf> = OnceLock::new();
    WORKSPACE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("impostors");
        let members: Vec<String> = MEMBERS.iter().map(|member| format!("{:?}", member.name)).collect();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = false\n",
            members.join(", ")
        );
        write(&folder.join("Cargo.toml"), &manifest);
        // The versions that this workspace already has.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        write(&folder.join("Cargo.lock"), &fs::read_to_string(lock).expect("the workspace's lock file"));
        for member in MEMBERS {
            member.write(&folder);
        }
        folder
    })
}

impl Member {
    fn write(&self, folder: &Path) {
        let folder = folder.join(self.name);
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena-plan");
        let plan = match self.kind {
            Kind::Program => format!("arena-plan = {{ path = {library:?}, features = [\"files\"] }}\n"),
            Kind::Library | Kind::ProcMacro => String::new(),
        };
        let proc_macro = if self.kind == Kind::ProcMacro { "\n[lib]\nproc-macro = true\n" } else { "" };
        let manifest = format!(
            "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = {:?}\n\n[dependencies]\n{plan}{}{proc_macro}",
            self.name, self.edition, self.dependencies
        );
        write(&folder.join("Cargo.toml"), &manifest);
        let file = if self.kind == Kind::Program { "src/main.rs" } else { "src/lib.rs" };
        write(&folder.join(file), &self.source());
        let layout = cases().join(self.name).with_extension("layout.json");
        if let Ok(text) = fs::read_to_string(layout) {
            write(&folder.join("layout.json"), &text);
        }
    }

    fn source(&self) -> String {
        let text = fs::read_to_string(cases().join(self.name).with_extension("rs")).expect("a case");
        // What the macro generates next to an error, without the error, as if something had swallowed it.
        let expansion = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansion/fallback.rs");
        let expansion = fs::read_to_string(expansion).expect("an expansion");
        let (_, code) = expansion.split_once("\n};\n").expect("the errors come first");
        text.replace("/* the code next to the error */", code)
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

fn cargo(task: &str, name: &str) -> Output {
    let cargo = std::env::var_os("CARGO").expect("cargo runs this test");
    Command::new(cargo)
        .args([task, "--quiet", "--offline", "--package", name])
        .current_dir(workspace())
        .env("CARGO_TARGET_DIR", workspace().join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo starts")
}

/// The program does not compile, and the error is the expected one.
#[track_caller]
fn refused(name: &str, message: &str) {
    let output = cargo("check", name);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "`{name}` compiles:\n{text}");
    assert!(text.contains(message), "`{name}` lacks `{message}`:\n{text}");
}

/// The program compiles, and its assertions hold.
#[track_caller]
fn runs(name: &str) {
    let output = cargo("run", name);
    assert!(output.status.success(), "`{name}`:\n{}", String::from_utf8_lossy(&output.stderr));
}

const OVER_BUDGET: &str = "bank `ram` is over budget: step `only` keeps 128 bytes alive, but the capacity is 96 (32 bytes over) [over-budget]";

#[test]
fn a_crate_named_core_does_not_swallow_errors() {
    refused("crate_as_core", OVER_BUDGET);
}

#[test]
fn a_dependency_renamed_to_core_does_not_swallow_errors() {
    refused("dependency_as_core", OVER_BUDGET);
}

#[test]
fn a_module_core_does_not_swallow_errors_in_old_editions() {
    refused("module_core_2015", OVER_BUDGET);
    refused("module_core_2018", OVER_BUDGET);
}

#[test]
fn a_fault_in_const_evaluation_is_not_swallowed_either() {
    refused("const_route", OVER_BUDGET);
}

#[test]
fn macros_in_scope_are_not_those_of_the_expansion() {
    runs("macros_in_scope");
}

#[test]
fn take_does_not_return_an_option_of_a_false_core() {
    runs("own_option");
}

/// All names and types are there for an editor, and nothing can run.
#[test]
fn code_next_to_an_error_has_no_memory() {
    let text = MEMBERS.iter().find(|member| member.name == "beside_errors").expect("a case").source();
    assert!(text.contains("__private::failed_step!") && !text.contains("__private::step!"), "{text}");
    assert!(!text.contains("mod memory") && !text.contains("PLACES"), "memory next to an error:\n{text}");
    let output = cargo("check", "beside_errors");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// An attribute macro would receive the plan's `unsafe` and could return something else.
#[test]
fn no_attribute_macro_sees_the_expansion() {
    refused("attribute_macro", "`rewriter::replace` is not allowed on a block");
    refused("attribute_macro_by_cfg", "`rewriter::replace` is not allowed on a block");
    refused("attribute_macro_on_step", "`replace` is not allowed on a step");
}

/// rustc uses no macro in place of a built-in attribute of the same name: it reports the name as ambiguous, if it
/// looks it up at all.
#[test]
fn an_attribute_macro_named_like_a_built_in_one_is_not_used() {
    runs("attribute_macro_imported");
    refused("attribute_macro_in_prelude", "`allow` is ambiguous");
    refused("attribute_macro_unseen", "`allow` is ambiguous");
}
