//! The command as a whole: errors in files, findings, the pages for packagers, output that cannot be written.

use std::fs::{File, write};
use std::process::Command;

use crate::common::{repository, texts};

#[test]
fn an_error_in_a_file_shows_the_line_and_both_places() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("problem.json");
    let text = "{\n  \"schema\": 1,\n  \"banks\": [\n    {\"id\": \"ram\", \"capacity\": \"96\"},\n    {\"id\": \"ram\", \"capacity\": \"32\"}\n  ],\n  \"buffers\": []\n}\n";
    write(&file, text).expect("the file is written");
    let file = file.to_str().expect("a path in UTF-8");
    let (status, out, err) = texts(&["plan", file]);
    assert_eq!((status, out.as_str()), (2, ""));
    let expected = format!(
        "\
error[duplicate-id]: two banks have the id `ram`
 --> {file}:5:12
  |
4 |     {{\"id\": \"ram\", \"capacity\": \"96\"}},
  |            ----- first declared here
5 |     {{\"id\": \"ram\", \"capacity\": \"32\"}}
  |            ^^^^^
  |
  = help: rename one of them
"
    );
    assert_eq!(err, expected);
}

#[test]
fn verify_lists_every_finding_of_a_layout() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let layout = folder.path().join("layout.json");
    let text = r#"{"schema": 1, "placements": [
        {"id": "capture", "bank": "dma", "offset": "32"},
        {"id": "features", "bank": "dma", "offset": "8"},
        {"id": "stray", "bank": "fast", "offset": "0"}]}"#;
    write(&layout, text).expect("the file is written");
    let layout = layout.to_str().expect("a path in UTF-8");
    let (status, out, err) = texts(&["verify", "examples/json/dma_banks.json", layout]);
    assert_eq!((status, err.as_str()), (1, ""));
    let expected = "\
overlap: `capture` 32..288 and `features` 8..136 share 104 bytes of `dma`, and both are alive in step 1
out-of-bank: `capture` takes 32..288 of `dma`, which has 256 bytes (32 bytes over)
fixed-moved: `capture` is fixed to `dma` @ 0, but is in `dma` @ 32
misaligned: `features` @ 8 is not aligned to 16
missing-placement: `scores` has no placement
unknown-buffer: the layout places `stray`, which is not a buffer of the problem
the layout does not hold: 6 findings
";
    assert_eq!(out, expected);
    let (status, out, err) = texts(&["header", "examples/json/dma_banks.json", layout]);
    assert_eq!((status, out.as_str()), (1, ""), "no header of a layout that does not hold");
    assert_eq!(err.lines().filter(|line| line.starts_with("error[")).count(), 6);
}

#[test]
fn completions_and_manual_pages_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (status, out, _) = texts(&["completions", shell]);
        assert_eq!(status, 0);
        assert!(out.contains("lifetimes"), "{shell}: {out}");
    }
    let (status, out, _) = texts(&["man"]);
    assert_eq!(status, 0);
    assert!(out.contains(".TH arena-plan 1"), "{out}");
    let (status, out, _) = texts(&["man", "header"]);
    assert_eq!(status, 0);
    assert!(out.contains("\\-\\-prefix"), "{out}");
    let (status, out, err) = texts(&["man", "fly"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("there is no command `fly`"), "{err}");
}

#[test]
fn csv_is_read_with_a_capacity_and_converted_both_ways() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let (csv, json) = (path("problem.csv"), path("problem.json"));
    let rows = "id,lower,upper,size\nb1,0,3,64\nb2,3,9,32\n";
    write(&csv, rows).expect("the file is written");
    let (status, out, err) = texts(&["convert", &csv, "--capacity", "1 KiB"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("\"capacity\": \"1024\"") && out.contains("\"last\": 8,"), "{out}");
    write(&json, out).expect("the file is written");
    assert_eq!(texts(&["convert", &json]), (0, rows.to_owned(), String::new()));
    assert_eq!(texts(&["plan", &json]), texts(&["plan", "--capacity", "1024", &csv]));
    let (status, out, err) = texts(&["plan", &csv]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error[usage]: ") && err.contains("which has no capacity"), "{err}");
    let (status, out, err) = texts(&["plan", &json, "--capacity", "64"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error[usage]: `--capacity` is for CSV"), "{err}");
    let (status, _, err) = texts(&["plan", &csv, "--capacity", "1 KB"]);
    assert_eq!(status, 2);
    assert!(err.contains("did you mean `KiB`?"), "{err}");
}

#[test]
fn csv_with_more_rows_than_schema_1_can_hold_is_not_converted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let convert = |count: u32| {
        let rows: String = (0..count).map(|n| format!("{n},0,1,1\n")).collect();
        let csv = folder.path().join("problem.csv");
        write(&csv, format!("id,lower,upper,size\n{rows}")).expect("the file is written");
        texts(&["convert", csv.to_str().expect("a path in UTF-8"), "--capacity", "1 MiB"])
    };
    let (status, out, err) = convert(60_000);
    assert_eq!((status, out.as_str()), (2, ""));
    let expected =
        "error[inexpressible]: 60000 buffers do not fit: schema 1 has at most 4194304 bytes (4 MiB)\n";
    assert!(err.starts_with(expected), "{err}");
    let (status, out, err) = convert(40_000);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error[inexpressible]: the problem takes "), "{err}");
    let (status, out, _) = convert(20_000);
    assert_eq!(status, 0);
    assert!(out.len() < 4 << 20 && out.contains("\"19999\""), "{} bytes", out.len());
}

#[test]
fn diagnostics_have_no_colours_off_a_terminal() {
    let (_, _, err) = texts(&["plan", "examples/json/budget_failure.json"]);
    assert!(!err.contains('\u{1b}'), "{err:?}");
    let (_, _, err) = texts(&["plan", "examples/json/no_such_file.json"]);
    assert_eq!(err, "error[file-missing]: the file `examples/json/no_such_file.json` does not exist\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_a_failure() {
    let output = Command::new(env!("CARGO_BIN_EXE_arena-plan"))
        .args(["plan", "examples/json/reuse.json"])
        .current_dir(repository(""))
        .stdout(File::options().write(true).open("/dev/full").expect("/dev/full is there"))
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.starts_with("error: the result cannot be written: "), "{err}");
}

#[test]
#[cfg(unix)]
fn a_reader_that_closes_the_pipe_is_not_a_failure() {
    for (file, status) in [("examples/json/reuse.json", 0), ("examples/json/budget_failure.json", 1)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_arena-plan"))
            .args(["plan", file, "--format", "json"])
            .current_dir(repository(""))
            .stdout(writer)
            .output()
            .expect("the command starts");
        assert_eq!(output.status.code(), Some(status), "{file}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(err.is_empty(), status == 0, "{err}");
        assert!(!err.contains("written"), "{err}");
    }
}

#[test]
fn help_says_which_schemas_are_read() {
    for args in [&["--help"][..], &["plan", "--help"], &["verify", "--help"]] {
        let (status, out, _) = texts(args);
        assert_eq!(status, 0);
        assert!(out.contains("schema 1 or 2"), "{args:?}: {out}");
    }
}

#[test]
fn one_try_is_one_try() {
    let args = ["plan", "tests/fixtures/digit_lstm.graph.json", "--stats", "--effort", "fast"];
    let (_, _, err) = texts(&args);
    assert!(err.contains(" in 0 tries, after "), "{err}");
    assert!(!err.contains(" 1 tries") && !err.contains(" 1 first fits"), "{err}");
}
