//! The console examples of the README, of the pages in `docs/` and of the guide print what they say, and the guide has
//! the pages of its summary.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{repository, texts};

/// A folder with a `cargo` that works in the repository, wherever it is called.
fn tools(folder: &Path) -> PathBuf {
    let tools = folder.join("tools");
    fs::create_dir(&tools).expect("a folder for tools");
    let script = format!(
        "#!/bin/sh\ncommand=$1\nshift\nexec '{}' \"$command\" --manifest-path '{}' \"$@\"\n",
        env!("CARGO"),
        repository("Cargo.toml").display()
    );
    let cargo = tools.join("cargo");
    fs::write(&cargo, script).expect("the script is written");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("it may be run");
    tools
}

/// Runs a line as in a shell, and returns what the user sees.
fn shell(line: &str, folder: &Path, tools: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_arena-plan"));
    let path = std::env::var("PATH").expect("PATH is set");
    let binary = binary.parent().expect("the command is in a folder");
    let path = format!("{}:{}:{path}", tools.display(), binary.display());
    let output = Command::new("sh")
        .args(["-c", &format!("({line}) 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("sh starts");
    String::from_utf8(output.stdout).expect("the command prints UTF-8")
}

/// Pages with console examples, and the number on each.
const PAGES: [(&str, usize); 14] = [
    ("README.md", 3),
    ("docs/command-line.md", 7),
    ("docs/linker.md", 11),
    ("docs/models.md", 4),
    ("docs/placement.md", 1),
    ("docs/reports.md", 8),
    ("docs/guide/src/first-bank.md", 1),
    ("docs/guide/src/on-a-chip.md", 1),
    ("docs/guide/src/report-and-picture.md", 2),
    ("docs/guide/src/does-not-fit.md", 3),
    ("docs/guide/src/banks-and-dma.md", 1),
    ("docs/guide/src/models.md", 5),
    ("docs/guide/src/ci.md", 4),
    ("docs/guide/src/c.md", 5),
];

#[test]
fn console_examples_print_what_the_pages_show() {
    for (page, count) in PAGES {
        let text = fs::read_to_string(repository(page)).expect("the page is there");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tools = tools(folder.path());
        for part in ["examples", "tests"] {
            symlink(repository(part), folder.path().join(part)).expect("a link to the inputs");
        }
        let mut lines = 0;
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().expect("a block ends");
            for example in block.split("$ ").skip(1) {
                let (line, expected) = example.split_once('\n').expect("a line ends");
                assert_eq!(shell(line, folder.path(), &tools), expected, "{page}: {line}");
                lines += 1;
            }
        }
        assert_eq!(lines, count, "{page}");
    }
}

/// Every page is in the summary, once, and every link to a file has a target.
#[test]
fn the_guide_is_whole() {
    let source = repository("docs/guide/src");
    let page = |name: &str| fs::read_to_string(source.join(name)).expect("the page is there");
    let targets = |text: &str| -> Vec<String> {
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        links.map(|link| link.split('#').next().unwrap_or_default().to_owned()).collect()
    };
    let listed = targets(&page("SUMMARY.md"));
    let there: BTreeSet<String> = fs::read_dir(&source)
        .expect("the pages")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "SUMMARY.md")
        .collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), there);
    assert_eq!(listed.len(), there.len());
    for name in &there {
        let text = page(name);
        assert!(text.starts_with("# "), "{name} has a title");
        for target in targets(&text).iter().filter(|target| !target.is_empty() && !target.starts_with("http"))
        {
            assert!(source.join(target).exists(), "{name} links to {target}");
        }
    }
    // What the guide says about the linker script is what the firmware's page says, which is linked in a test.
    let fragment = |text: &str| {
        let block = text.split("```text\n").find(|block| block.starts_with("MEMORY {")).map(str::to_owned);
        block.and_then(|block| block.split("```").next().map(str::to_owned)).expect("a fragment")
    };
    let firmware = fs::read_to_string(repository("docs/firmware.md")).expect("the page");
    assert_eq!(fragment(&page("on-a-chip.md")), fragment(&firmware));
}

/// The pictures are those that the command draws, and the drawn plan is the one that the README's example prints.
#[test]
fn pictures_are_those_of_the_command() {
    for (picture, input, scheme) in [
        ("graph.svg", "examples/json/graph.json", "auto"),
        ("keyword_spotting_light.svg", "examples/json/keyword_spotting.json", "light"),
        ("keyword_spotting_dark.svg", "examples/json/keyword_spotting.json", "dark"),
    ] {
        let (status, drawn, _) = texts(&["plot", input, "--format", "svg", "--scheme", scheme, "-o", "-"]);
        let kept = fs::read_to_string(repository("docs/images").join(picture)).expect("the picture");
        assert!(
            status == 0 && drawn == kept,
            "{picture}: `arena-plan plot {input} --scheme {scheme} -o …` draws it"
        );
    }
    let (_, layout, _) = texts(&["layout", "examples/json/keyword_spotting.json"]);
    let layout: Value = serde_json::from_str(&layout).expect("a layout");
    let readme = fs::read_to_string(repository("README.md")).expect("the README");
    let table = readme.split("\nbuffer    bank  offset").last().expect("the table of the example");
    for placement in layout["placements"].as_array().expect("placements") {
        let of = |key: &str| placement[key].as_str().expect("a text").to_owned();
        let row = table.lines().find(|line| line.split_whitespace().next() == Some(&of("id")));
        let row: Vec<&str> = row.expect("a row of the table").split_whitespace().collect();
        assert_eq!((row[1], row[2].replace('_', "")), (&*of("bank"), of("offset")), "{row:?}");
    }
}
