//! What the examples print, and that the README shows the keyword spotting example as it is.
//!
//! `cargo test` builds the examples beside the tests; `cargo test --tests` alone does not.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../README.md");
const ERROR: &str = include_str!("../../../tests/ui/plan/over_budget.stderr");
const EXAMPLE: &str = include_str!("../../keyword_spotting.rs");

/// Standard output of an example.
pub(super) fn run(example: &str, file: Option<&Path>) -> String {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("tests lie in a folder of the build");
    let path = folder.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(&path).args(file).output().unwrap_or_else(|error| {
        panic!("{}: {error}: `cargo build -p arena-plan-examples --examples` builds it", path.display())
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The text of each code block of the README that begins with this fence.
fn blocks(fence: &str) -> impl Iterator<Item = &'static str> {
    let parts = README.split("\n```").skip(1).step_by(2);
    parts.filter_map(move |part| part.strip_prefix(fence)?.strip_prefix('\n'))
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    let example = lines(EXAMPLE);
    let mut shown = 0;
    for block in blocks("rust,ignore") {
        let block = lines(block);
        assert!(example.windows(block.len()).any(|part| part == block), "not in the example:\n{block:#?}");
        shown += 1;
    }
    assert_eq!(shown, 2, "the block and its loop");
}

#[test]
fn the_readme_shows_what_the_example_prints() {
    let printed = run("keyword_spotting", None);
    assert_eq!(blocks("text").next(), Some(printed.trim_end()));
}

#[test]
fn the_readme_shows_an_error_as_it_is() {
    // The tests of the macro's errors hold this one; only the file has another name there.
    let shown = blocks("text").nth(1).expect("an error in the README");
    assert_eq!(shown.replace("src/main.rs", "ui/plan/over_budget.rs"), ERROR.trim_end());
}

#[test]
fn the_logger_keeps_every_event_in_half_of_the_memory() {
    let printed = run("imu_logger", None);
    for part in [
        "plan motion: 6 steps, 5 buffers, 1_016 bytes in 520 (48 % less)",
        "free fall at 2495 ms",
        "shock at 2600 ms",
        "25 pages, 0 event(s) lost, gyroscope bias [14, -9, 5] tenths of a degree a second",
    ] {
        assert!(printed.contains(part), "{part:?} in\n{printed}");
    }
}
