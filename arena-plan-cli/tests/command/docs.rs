//! The console examples of the README and of the pages in `docs/` print what they say.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::common::repository;

/// Runs a line as a user of a shell does, and gives what he sees.
fn shell(line: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_arena-plan"));
    let path = std::env::var("PATH").expect("PATH is set");
    let path = format!("{}:{path}", binary.parent().expect("the command lies in a folder").display());
    let output = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("sh starts");
    String::from_utf8(output.stdout).expect("the command prints UTF-8")
}

/// Pages with console examples, and how many each has.
const PAGES: [(&str, usize); 4] =
    [("README.md", 2), ("docs/command-line.md", 7), ("docs/models.md", 4), ("docs/reports.md", 8)];

#[test]
fn console_examples_print_what_they_say() {
    for (page, count) in PAGES {
        let text = fs::read_to_string(repository(page)).expect("the page is there");
        let folder = tempfile::tempdir().expect("a temporary folder");
        for part in ["examples", "tests"] {
            symlink(repository(part), folder.path().join(part)).expect("a link to the inputs");
        }
        let mut lines = 0;
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("a block ends");
            for example in block.split("$ ").skip(1) {
                let (line, expected) = example.split_once('\n').expect("a line ends");
                assert_eq!(shell(line, folder.path()), expected, "{page}: {line}");
                lines += 1;
            }
        }
        assert_eq!(lines, count, "{page}");
    }
}
