//! `include "FILE";` in a crate of its own: a mistake in the file is one error, at the path, on both routes and in a
//! program that uses the block; and an edit of the file rebuilds the crate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// `HERE` is a declaration of another buffer, with which the macro knows every size or not.
const PROGRAM: &str = r#"arena_plan::arena_plan! {
    mod network {
        bank ram { capacity: 128 }
        include "network.graph.json";
        HERE
        step read(scores, other);
    }
}

fn main() {
    let mut step = network::take().unwrap();
    step.pcm.fill(1);
    let network::FoldIo { pcm, scores } = step.io();
    scores.fill(pcm[0]);
    let step = step.next();
    println!("{} {}", step.scores.len(), network::buf::Scores::OFFSET);
    step.release();
}
"#;

/// The same without names of types, which only the file has: where it cannot be read, no one knows them.
const UNREAD: &str = r#"
fn main() {
    let mut step = network::take().unwrap();
    step.pcm.fill(1);
    let _ = step.io();
    let step = step.next();
    println!("{}", step.scores.len());
    step.release();
}
"#;

const NATIVE: &str = "buffer other: [u32; 2], source;";
const CONST: &str = "buffer other: [usize; 1], source;";

const GRAPH: &str = r#"{"schema": 1, "banks": [{"id": "ram", "capacity": "64"}],
"tensors": [
  {"id": "pcm", "bytes": "32", "alignment": "16", "banks": ["ram"], "source": true, "retain": false},
  {"id": "scores", "bytes": "16", "alignment": "4", "banks": ["ram"], "source": false, "retain": true}],
"steps": [
  {"id": "fold", "inputs": ["pcm"], "outputs": ["scores"], "scratch": []}]}
"#;

/// A crate; its library is built where other tests build it too.
struct Project {
    folder: PathBuf,
}

/// What cargo did with a project: the errors, each with the token that it is about, and the program.
struct Built {
    errors: Vec<(String, String)>,
    program: Option<PathBuf>,
    /// Whether nothing had changed.
    fresh: bool,
}

impl Project {
    fn new(name: &str, other: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena-plan");
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let manifest = format!(
            "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[profile.dev]\ndebug = \
             false\n\n[dependencies]\narena-plan = {{ path = {library:?}, features = [\"files\"] }}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
        fs::write(folder.join("src/main.rs"), PROGRAM.replace("HERE", other)).expect("a file");
        // The versions that this workspace has already.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).expect("the workspace's lock file");
        let project = Self { folder };
        project.write(GRAPH);
        project
    }

    fn graph(&self) -> PathBuf {
        self.folder.join("network.graph.json")
    }

    /// The program with this `main` in place of its own.
    fn main(&self, main: Option<&str>, other: &str) {
        let program = PROGRAM.replace("HERE", other);
        let (block, own) = program.split_at(program.find("\nfn main").expect("a function"));
        fs::write(self.folder.join("src/main.rs"), format!("{block}{}", main.unwrap_or(own)))
            .expect("a file");
    }

    fn write(&self, graph: &str) {
        fs::write(self.graph(), graph).expect("a file");
    }

    fn build(&self) -> Built {
        let output = Command::new(std::env::var_os("CARGO").expect("cargo runs this test"))
            .args(["build", "--offline", "--message-format", "json"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("impostors/target"))
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo starts");
        let mut built = Built { errors: Vec::new(), program: None, fresh: false };
        for line in String::from_utf8(output.stdout).expect("JSON").lines() {
            let value: Value = serde_json::from_str(line).expect("JSON");
            if let Some(program) = value["executable"].as_str() {
                (built.program, built.fresh) = (Some(program.into()), value["fresh"] == true);
            }
            let message = &value["message"];
            if message["level"] == "error" && !message["spans"].as_array().is_none_or(Vec::is_empty) {
                let span = &message["spans"][0]["text"][0];
                let line = span["text"].as_str().expect("a line");
                let column = |name: &str| span[name].as_u64().expect("a column") as usize - 1;
                let token = &line[column("highlight_start")..column("highlight_end")];
                built
                    .errors
                    .push((message["message"].as_str().expect("a text").to_owned(), token.to_owned()));
            }
        }
        assert_eq!(
            output.status.success(),
            built.errors.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        built
    }

    fn run(&self) -> (String, bool) {
        let built = self.build();
        let output = Command::new(built.program.expect("a program")).output().expect("it starts");
        (String::from_utf8(output.stdout).expect("a text"), built.fresh)
    }
}

#[test]
fn an_edit_of_the_file_rebuilds_the_crate() {
    let project = Project::new("include_edited", NATIVE);
    assert_eq!(project.run().0, "16 32\n");
    assert_eq!(project.run(), ("16 32\n".into(), true));
    project.write(&GRAPH.replace("\"16\", \"alignment\": \"4\"", "\"12\", \"alignment\": \"4\""));
    assert_eq!(project.run(), ("12 32\n".into(), false));
    assert_eq!(project.run(), ("12 32\n".into(), true));
}

/// The file, if it is there, the `main` that uses the block, and the error.
type Case = (Option<String>, Option<&'static str>, String);

fn mistakes() -> [Case; 6] {
    let with = |from: &str, to: &str| {
        assert!(GRAPH.contains(from), "{from}");
        Some(GRAPH.replace(from, to))
    };
    let wrong = |what: &str| format!("the graph file `FILE` is wrong at {what}");
    [
        (
            None,
            Some(UNREAD),
            "cannot read the graph file `FILE`: No such file or directory (os error 2) [file-missing]".into(),
        ),
        (
            with("]}\n", "]\n"),
            Some(UNREAD),
            wrong("line 6, column 75: the file ends before its JSON value is complete [json-syntax]"),
        ),
        (
            with("\"32\"", "32"),
            Some(UNREAD),
            wrong("line 3, column 26: expected a decimal string such as \"1024\", found the number 32 [wrong-type]"),
        ),
        (
            with("\"inputs\": [\"pcm\"]", "\"inputs\": [\"pcm\", \"pcn\"]"),
            None,
            wrong("line 6, column 36: step 0 `fold` names the unknown tensor `pcn` [unknown-buffer]"),
        ),
        (
            with("ram", "tcm"),
            None,
            wrong(
                "line 3, column 60: tensor `pcm` goes to bank `tcm`, which this block does not have: declare it, or change \
                 the file [unknown-bank]",
            ),
        ),
        (
            with("{\"id\": \"pcm\"", "{\"id\": \"a b\", \"bytes\": \"4\", \"alignment\": \"4\", \"banks\": [\"ram\"], \"source\": true, \"retain\": true},\n{\"id\": \"pcm\"")
                .map(|text| text.replace("[\"pcm\"]", "[\"pcm\", \"a b\"]")),
            None,
            wrong("line 3, column 10: the tensor `a b` cannot be a name of Rust: rename it [bad-name]"),
        ),
    ]
}

#[test]
fn a_mistake_in_the_file_is_one_error_at_its_path() {
    for (name, other) in [("include_native", NATIVE), ("include_const", CONST)] {
        let project = Project::new(name, other);
        assert_eq!(project.run().0, "16 32\n", "{name}");
        for (graph, main, expected) in mistakes() {
            project.main(main, other);
            match &graph {
                Some(graph) => project.write(graph),
                None => fs::remove_file(project.graph()).expect("the file is there"),
            }
            let file = project.graph().display().to_string();
            let errors = project.build().errors.into_iter();
            let found: Vec<_> = errors.map(|(text, token)| (text.replace(&file, "FILE"), token)).collect();
            assert_eq!(found, [(expected, "\"network.graph.json\"".to_owned())], "{name}");
        }
    }
}
