//! What the keyword spotting example prints, and that the README shows the example as it is.
//!
//! `cargo test` builds the examples beside the tests; where that was left out (`--test output`) these tests are skipped.

#[path = "../wav.rs"]
mod wav;

use std::path::{Path, PathBuf};
use std::process::Command;

use arena_plan_examples::audio::{Framer, hann, mel_energies, normalise, power_spectrum};
use arena_plan_examples::{BANDS, BINS, Digest, FRAME, HOP};

const README: &str = include_str!("../../README.md");
const ERROR: &str = include_str!("../../tests/ui/plan/over_budget.stderr");
const EXAMPLE: &str = include_str!("../keyword_spotting.rs");

/// Standard output of an example; `None`, and a line that says so, where it was not built.
fn run(example: &str, file: Option<&Path>) -> Option<String> {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("tests lie in a folder of the build");
    let path = folder.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    if !path.is_file() {
        println!("skipped: no example at {}", path.display());
        return None;
    }
    let output = Command::new(path).args(file).output().expect("the example starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("text"))
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
    let Some(printed) = run("keyword_spotting", None) else { return };
    assert_eq!(blocks("text").next(), Some(printed.trim_end()));
}

#[test]
fn the_readme_shows_an_error_as_it_is() {
    // The tests of the macro's errors hold this one; only the file has another name there.
    let shown = blocks("text").nth(1).expect("an error in the README");
    assert_eq!(shown.replace("src/main.rs", "ui/plan/over_budget.rs"), ERROR.trim_end());
}

/// The digest of a front end with arrays of its own, which shares no bytes.
fn digest(signal: &[i16]) -> Digest {
    let (mut framer, mut digest) = (Framer::new(), Digest::new());
    for hop in signal.chunks(HOP) {
        let (mut pcm, mut windowed, mut power) = ([0; FRAME], [0.0; FRAME], [0.0; BINS]);
        let (mut energies, mut sorted, mut features) = ([0.0; BANDS], [0.0; BANDS], [0.0; BANDS]);
        framer.capture(hop, &mut pcm);
        hann(&pcm, &mut windowed);
        power_spectrum(&mut windowed, &mut power);
        mel_energies(&power, &mut energies);
        normalise(&energies, &mut sorted, &mut features);
        digest.add(&features);
    }
    digest
}

#[test]
fn planned_memory_gives_the_features_of_memory_of_their_own() {
    let corpus = std::env::var_os("ARENA_PLAN_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus")),
        PathBuf::from,
    );
    if !corpus.is_dir() {
        println!("skipped: no corpus at {} (ARENA_PLAN_CORPUS names another place)", corpus.display());
        return;
    }
    for (name, found) in
        [("yes_1000ms", r#"like "yes""#), ("no_1000ms", r#"like "no""#), ("noise_1000ms", " 0 sound(s)")]
    {
        let path = corpus.join("audio").join(name).with_extension("wav");
        let Some(printed) = run("keyword_spotting", Some(&path)) else { return };
        let signal = wav::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let digest = format!("digest {:08x}", digest(&signal).value());
        assert!(printed.contains(found) && printed.contains(&digest), "{found}, {digest} in\n{printed}");
    }
}

#[test]
fn the_logger_keeps_every_event_in_half_of_the_memory() {
    let Some(printed) = run("imu_logger", None) else { return };
    for part in [
        "plan motion: 6 steps, 5 buffers, 1_016 bytes in 520 (48 % less)",
        "free fall at 2495 ms",
        "shock at 2600 ms",
        "25 pages, 0 event(s) lost, gyroscope bias [14, -9, 5] tenths of a degree a second",
    ] {
        assert!(printed.contains(part), "{part:?} in\n{printed}");
    }
}
