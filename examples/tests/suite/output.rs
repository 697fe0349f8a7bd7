//! What the examples print, and that the README and the guide show examples and errors as they are.
//!
//! `cargo test` also builds the examples; `cargo test --tests` does not.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../../README.md");
/// Errors, and the file of their test. The tests of the macro's errors hold them.
const ERRORS: [(&str, &str); 2] = [
    (include_str!("../../../tests/ui/plan/over_budget.stderr"), "ui/plan/over_budget.rs"),
    (include_str!("../../../tests/ui/access/use_after_death.stderr"), "ui/access/use_after_death.rs"),
];
/// The page of the guide that shows an error too.
const DOES_NOT_FIT: &str = include_str!("../../../docs/guide/src/does-not-fit.md");
const FIRST_BANK: &str = include_str!("../../../docs/guide/src/first-bank.md");
const LEVEL: &str = include_str!("../../level.rs");
const EXAMPLE: &str = include_str!("../../keyword_spotting.rs");

/// Standard output of an example.
pub(super) fn run(example: &str, file: Option<&Path>) -> String {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("tests are in a folder of the build");
    let path = folder.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(&path).args(file).output().unwrap_or_else(|error| {
        panic!("{}: {error}: `cargo build -p arena-plan-examples --examples` builds it", path.display())
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The text of each code block of a page that begins with this fence.
fn blocks(page: &'static str, fence: &str) -> impl Iterator<Item = &'static str> {
    let parts = page.split("\n```").skip(1).step_by(2);
    parts.filter_map(move |part| part.strip_prefix(fence)?.strip_prefix('\n'))
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    let example = lines(EXAMPLE);
    let mut shown = 0;
    for block in blocks(README, "rust,ignore") {
        let block = lines(block);
        assert!(example.windows(block.len()).any(|part| part == block), "not in the example:\n{block:#?}");
        shown += 1;
    }
    assert_eq!(shown, 2, "the block and its loop");
}

#[test]
fn the_readme_shows_what_the_example_prints() {
    let printed = run("keyword_spotting", None);
    assert!(blocks(README, "text").any(|block| block == printed.trim_end()), "{printed}");
}

#[test]
fn the_readme_shows_an_error_as_it_is() {
    // Only the file has another name there.
    let errors = ERRORS.map(|(error, file)| error.trim_end().replace(file, "src/main.rs"));
    let shown = |page| blocks(page, "text").filter(|block| block.starts_with("error")).collect::<Vec<_>>();
    assert_eq!(shown(README), errors);
    assert_eq!(shown(DOES_NOT_FIT), errors[..1]);
}

/// The first plan, which the README and the guide show whole.
#[test]
fn the_first_plan_is_that_of_the_example() {
    let (_, program) = LEVEL.split_once("\n\n").expect("the program below its first line");
    for page in [README, FIRST_BANK] {
        assert_eq!(blocks(page, "rust").next(), Some(program.trim_end()));
    }
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
