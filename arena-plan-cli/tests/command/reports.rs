//! `report`, `plot` and `schema` as users call them.

use std::fs;

use serde_json::Value;

use crate::common::{repository, texts};

#[test]
fn a_report_of_what_does_not_fit_exits_1_and_says_what_to_change() {
    let (status, out, err) = texts(&["report", "examples/json/budget_failure.json"]);
    assert_eq!(status, 1);
    assert!(err.starts_with("error[over-budget]: bank `ram` is over budget: "), "{err}");
    let end = "\
what to change
bank `ram` in 96 bytes (now 128): 32 bytes are missing
saves  then  change
   64  fits  step 1: write `output` in place, over `input`
";
    assert!(out.ends_with(end), "{out}");
}

/// The advice is data too, the same as that of `plan`.
#[test]
fn a_report_has_the_reasons_of_plan() {
    let reasons = |command: &str| {
        let (status, out, _) = texts(&[command, "--format", "json", "examples/json/budget_failure.json"]);
        assert_eq!(status, 1);
        serde_json::from_str::<Value>(&out).expect("JSON")["reasons"].clone()
    };
    let report = reasons("report");
    assert_eq!(report[0]["changes"][0]["kind"], "capacity");
    assert_eq!(report, reasons("plan"));
}

#[test]
fn a_layout_that_is_given_is_reported_as_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let layout = folder.path().join("layout.json");
    let text = r#"{"schema": 1, "placements": [
        {"id": "samples", "bank": "ram", "offset": "64"},
        {"id": "spectrum", "bank": "ram", "offset": "0"},
        {"id": "scores", "bank": "ram", "offset": "2"}
    ]}"#;
    fs::write(&layout, text).expect("the layout is written");
    let layout = layout.to_str().expect("a path in UTF-8");
    let (status, out, err) = texts(&["report", "--format", "json", "examples/json/reuse.json", layout]);
    assert_eq!(status, 1);
    assert!(err.contains("error[misaligned]: `scores` @ 2 is not aligned to 4\n"), "{err}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let bank = &report["banks"][0];
    assert_eq!(
        (&bank["high_water"], &bank["bound"], &bank["gap"]),
        (&"128".into(), &"64".into(), &"64".into())
    );
    assert_eq!(bank["fragmentation"], serde_json::json!({"holes": 1, "bytes": "64", "largest": "64"}));
    assert_eq!((&report["status"], &report["findings"][0]["code"]), (&Value::Null, &"misaligned".into()));
}

#[test]
fn an_unknown_bank_is_an_error() {
    let (status, out, err) = texts(&["report", "examples/json/reuse.json", "--for", "rom=1KiB"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(err, "error[unknown-bank]: `--for`: no bank is called `rom`\n  = help: the banks are ram\n");
}

/// Annotations of code scanning are on the line of the buffer.
#[test]
fn sarif_points_to_the_line_of_the_buffer() {
    let (status, out, _) = texts(&["report", "--format", "sarif", "examples/json/budget_failure.json"]);
    assert_eq!(status, 1);
    let log: Value = serde_json::from_str(&out).expect("SARIF is JSON");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "examples/json/budget_failure.json");
    let line = place["region"]["startLine"].as_u64().expect("a line") as usize;
    let text = fs::read_to_string(repository("examples/json/budget_failure.json")).expect("the example");
    let line = text.lines().nth(line - 1).expect("the line is there");
    assert!(line.contains(r#""id": "output""#), "{line}");
}

#[test]
fn the_name_of_the_output_selects_what_is_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let begins = [
        ("plan.svg", "<svg "),
        ("plan.html", "<!doctype html>"),
        ("plan.trace.json", "{\n  \"displayTimeUnit\""),
    ];
    for (name, begin) in begins {
        let file = folder.path().join(name);
        let path = file.to_str().expect("a path in UTF-8");
        assert_eq!(
            texts(&["plot", "examples/json/graph.json", "-o", path]),
            (0, String::new(), String::new())
        );
        let text = fs::read_to_string(&file).expect("it was written");
        assert!(text.starts_with(begin), "{name}: {}", &text[..40]);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3, "nothing else is left there");
    let (status, out, _) = texts(&["plot", "examples/json/graph.json", "-o", "-", "--format", "svg"]);
    assert_eq!((status, out.starts_with("<svg ")), (0, true));
    let (status, out, err) = texts(&["plot", "examples/json/graph.json", "-o", "plan.png"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error[usage]: `plan.png` does not say what to draw\n"), "{err}");
}

#[test]
fn an_input_is_never_written_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("plan.svg");
    fs::copy(repository("examples/json/reuse.json"), &file).expect("a problem with a strange name");
    let path = file.to_str().expect("a path in UTF-8");
    let (status, _, err) = texts(&["plot", path, "-o", path]);
    assert_eq!(status, 2);
    assert!(err.contains("the result would replace the input"), "{err}");
    assert_eq!(fs::read(&file).ok(), fs::read(repository("examples/json/reuse.json")).ok());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let (status, out, err) = texts(&["plot", "examples/json/reuse.json", "-o", "no-such-folder/plan.svg"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error: `no-such-folder/plan.svg` cannot be written: "), "{err}");
}

const IMAGE: &str = "examples/reports/image.elf";

#[test]
fn a_bank_outside_its_memory_exits_1() {
    let (status, out, err) = texts(&["inspect", IMAGE, "--region", "tcm=0x20000000+8K"]);
    assert_eq!(status, 1);
    assert!(
        out.contains(
            "bank `tcm`: 96 of 256 bytes at 0x10000000, in .arena_tcm of none of the named memories\n"
        ),
        "{out}"
    );
    let expected = "error[outside-memory]: bank `tcm` of `app::kws` takes 0x10000000..0x10000060, outside memory \
        `tcm`, which is 0x20000000..0x20002000\n";
    assert_eq!(err, expected);
    let (status, out, err) = texts(&["inspect", IMAGE, "--format", "json", "--region", "tcm=0x20000000+8K"]);
    let image: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((status, &image["findings"][0]["code"]), (1, &"outside-memory".into()));
    assert!(err.starts_with("error[outside-memory]: "), "{err}");
    assert_eq!(texts(&["inspect", IMAGE]).0, 0);
}

/// A region replaces the memory of the same name in the script.
#[test]
fn a_region_replaces_a_memory() {
    let args = ["inspect", IMAGE, "--memory", "examples/reports/memory.x", "--region", "SPARE=0x20002000+1K"];
    let (status, out, _) = texts(&[&args[..], &["--format", "json"]].concat());
    let image: Value = serde_json::from_str(&out).expect("JSON");
    let memories = image["memories"].as_array().expect("memories");
    assert_eq!((status, memories.len(), &memories[3]["length"]), (0, 4, &"1024".into()));
}

/// As cargo's runner: the table first, then the program with the image and its arguments, then its status.
#[cfg(unix)]
#[test]
fn a_runner_is_started_after_the_table_unless_something_is_wrong() {
    let (status, out, err) = texts(&["inspect", "--run", "echo", "-n", ";", IMAGE, "--flag", "x"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("image.elf: text 306, data 12, bss 240, together 558 bytes\n"), "{out}");
    assert!(out.ends_with("examples/reports/image.elf --flag x"), "{out}");
    assert_eq!(texts(&["inspect", "--run", "sh", "-c", "exit 7", ";", IMAGE]).0, 7);
    let wrong = ["inspect", "--region", "tcm=0+1K", "--run", "echo", "started", ";", IMAGE];
    let (status, out, err) = texts(&wrong);
    assert_eq!(status, 1);
    assert!(!out.contains("started") && err.starts_with("error[outside-memory]: "), "{out}{err}");
}

/// Each kind of file against itself and against another kind.
#[test]
fn all_kinds_of_files_can_be_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        fs::write(&path, texts(args).1).expect("it is written");
        path.to_str().expect("a path in UTF-8").to_owned()
    };
    let old = "examples/json/graph.json";
    let report = write("report.json", &["report", "--format", "json", old]);
    let layout = write("layout.json", &["layout", old]);
    let image = write("image.json", &["inspect", "--format", "json", IMAGE]);
    for (one, other) in [(old, old), (&report, old), (&layout, &layout), (&image, IMAGE)] {
        let (status, out, err) = texts(&["diff", one, other, "--fail-on", "growth"]);
        assert_eq!((status, err.as_str()), (0, ""), "{out}");
        assert!(out.ends_with("\nno buffer changed\n"), "{out}");
    }
    let (status, out, err) = texts(&["diff", &layout, old]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.starts_with("error[usage]: a layout has no sizes"), "{err}");
    let (_, out, _) = texts(&[
        "diff",
        &report,
        "examples/json/graph_larger.json",
        "--fail-on",
        "growth",
        "--format",
        "github",
    ]);
    assert!(
        out.starts_with("::error file=examples/json/graph_larger.json,line=8,title=grown::bank `sram` takes"),
        "{out}"
    );
}

#[test]
fn schemas_match_the_published_ones() {
    let (status, out, _) = texts(&["schema", "report"]);
    let published =
        fs::read_to_string(repository("docs/schemas/report.schema.json")).expect("it is published");
    assert_eq!((status, out), (0, published));
}
