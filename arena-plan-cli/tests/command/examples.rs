//! The examples in `examples/json/`: what each is meant to show.

use crate::common::texts;

#[test]
fn reuse_takes_64_bytes_instead_of_192() {
    let (status, out, err) = texts(&["plan", "examples/json/reuse.json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = "\
bank `ram`: 64 of 128 bytes, 64 free
  peak 64 bytes alive in step 0: 1 buffer (marked *)
    bytes  size  align  steps  buffer
  * 0..64    64      4  0..=0  samples
    0..64    64      4  1..=1  spectrum
    0..64    64      4  2..=2  scores

3 buffers: 192 bytes one after the other, 64 bytes planned (33.3 %)
status: optimal (bound met)
fits: true
";
    assert_eq!(out, expected);
}

#[test]
fn dma_banks_keeps_the_capture_and_moves_the_features() {
    let (status, out, err) = texts(&["layout", "examples/json/dma_banks.json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = r#"{
  "schema": 1,
  "placements": [
    {
      "id": "capture",
      "bank": "dma",
      "offset": "0"
    },
    {
      "id": "features",
      "bank": "fast",
      "offset": "0"
    },
    {
      "id": "scores",
      "bank": "fast",
      "offset": "128"
    }
  ]
}
"#;
    assert_eq!(out, expected);
}

#[test]
fn budget_failure_says_why_and_still_prints_the_layout() {
    let (status, out, err) = texts(&["plan", "examples/json/budget_failure.json"]);
    assert_eq!(status, 1);
    assert!(out.starts_with("bank `ram`: 128 of 96 bytes, 32 OVER\n"), "{out}");
    assert!(out.ends_with("\nfits: false\n"), "{out}");
    let expected = "\
error[over-budget]: bank `ram` is over budget: step `1` keeps 128 bytes alive, but the capacity is 96 (32 bytes over)
         input   64 bytes  0..=1
         output  64 bytes  1..=2
       no layout exists: the bytes alive at this step alone exceed the bank
       would fit if one of these changed:
         bank `ram`: capacity 128 instead of 96, the minimum
";
    assert_eq!(err, expected);
}

/// All in one run: each bank over budget has its error, and its entry in the JSON.
#[test]
fn every_bank_over_budget_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let problem = folder.path().join("two.json");
    let buffer = |id: &str, bank: &str, bytes: u32| {
        format!(
            r#"{{"id": "{id}", "bytes": "{bytes}", "first": 0, "last": 0, "alignment": "1", "banks": ["{bank}"]}}"#
        )
    };
    let buffers =
        [buffer("a", "one", 40), buffer("b", "one", 41), buffer("c", "two", 50), buffer("d", "two", 51)];
    let banks = r#"{"id": "one", "capacity": "64"}, {"id": "two", "capacity": "64"}"#;
    let text = format!(r#"{{"schema": 1, "banks": [{banks}], "buffers": [{}]}}"#, buffers.join(", "));
    std::fs::write(&problem, text).expect("the problem is written");
    let path = problem.to_str().expect("a path in UTF-8");
    let (status, _, err) = texts(&["plan", path]);
    assert_eq!(status, 1);
    let expected = "\
error[over-budget]: bank `one` is over budget: step `0` keeps 81 bytes alive, but the capacity is 64 (17 bytes over)
         b  41 bytes  0
         a  40 bytes  0
       no layout exists: the bytes alive at this step alone exceed the bank
error[over-budget]: bank `two` is over budget: step `0` keeps 101 bytes alive, but the capacity is 64 (37 bytes over)
         d  51 bytes  0
         c  50 bytes  0
       no layout exists: the bytes alive at this step alone exceed the bank
";
    assert_eq!(err, expected);
    let (_, out, _) = texts(&["plan", "--format", "json", path]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let reasons = found["reasons"].as_array().expect("a list");
    assert_eq!((reasons.len(), &found["reason"]), (2, &reasons[0]));
}

#[test]
fn graph_is_planned_by_its_schedule() {
    let (status, out, err) = texts(&["plan", "examples/json/graph.json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("  peak 4740 bytes alive in step 1 `fft`: 4 buffers (marked *)\n"), "{out}");
    assert!(out.contains("  *    0..2048  2048      4  0..=1  windowed\n"), "{out}");
    assert!(
        out.contains("7 buffers: 5972 bytes one after the other, 4740 bytes planned (79.3 %)\n"),
        "{out}"
    );
}

#[test]
fn a_graph_and_its_problem_have_the_same_layout() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let problem = folder.path().join("problem.json");
    let (status, text, _) = texts(&["lifetimes", "examples/json/graph.json"]);
    assert_eq!(status, 0);
    std::fs::write(&problem, text).expect("the problem is written");
    let direct = texts(&["layout", "examples/json/graph.json"]);
    assert_eq!(direct, texts(&["layout", problem.to_str().expect("a path in UTF-8")]));
}

/// The proof is data for programs, with the same figures as the text.
#[test]
fn an_impossible_packing_is_proved_in_json() {
    let (status, out, _) = texts(&["plan", "--format", "json", "examples/json/packing.json"]);
    assert_eq!(status, 1);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let proof = serde_json::json!({
        "kind": "packing", "step": 1, "banks": ["dtcm", "sram"], "buffers": ["pcm", "twiddle", "windowed"],
        "unit": "4", "bytes": "120", "capacity": "128",
    });
    assert_eq!(found["proof"], proof);
    assert_eq!((&found["fewest_misses"], &found["status"]), (&false.into(), &"infeasible-packing".into()));
    let change =
        |bank: &str| serde_json::json!({"kind": "capacity", "bank": bank, "bytes": "80", "least": true});
    assert_eq!(found["reasons"][0]["changes"], serde_json::json!([change("dtcm"), change("sram")]));
    assert_eq!(found["reasons"][0]["conflict"], serde_json::Value::Null);
    let (status, out, _) = texts(&["summary", "--format", "json", "examples/json/dma_banks.json"]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, 0);
    assert_eq!((&found["misses"], &found["fewest_misses"]), (&"128".into(), &true.into()));
    assert_eq!(found.get("proof"), None);
}

/// Bytes shared on purpose: an operator in place, and two halves written where the whole is read.
#[test]
fn aliases_are_planned_as_the_bytes_that_they_are() {
    let (status, out, err) = texts(&["plan", "examples/json/aliases.json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = "\
bank `ram`: 160 of 256 bytes, 96 free
  peak 160 bytes alive in step 0 `conv`: 2 buffers (marked *)
       bytes  size  align  steps  buffer
  *    0..96    96     16  0..=1  conv
       0..96    96     16  1..=3  relu  (in `conv` at 0)
       0..16    16     16  4..=4  scores
  *  96..160    64     16  0..=0  image
     96..128    32     16  2..=2  left  (in `both` at 0)
     96..160    64     16  4..=4  both
    128..160    32     16  3..=3  right  (in `both` at 32)
";
    assert!(out.starts_with(expected), "{out}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let (problem, layout) = (path("problem.json"), path("layout.json"));
    std::fs::write(&problem, texts(&["lifetimes", "examples/json/aliases.json"]).1).expect("a file");
    std::fs::write(&layout, texts(&["layout", &problem]).1).expect("a file");
    assert_eq!(
        texts(&["verify", "examples/json/aliases.json", &layout]).1,
        "the layout holds: 7 buffers, no findings\n"
    );
    let (_, difference, _) = texts(&["diff", "examples/json/aliases.json", &problem]);
    assert!(!difference.contains("relu"), "{difference}");
    let (status, _, err) = texts(&["convert", "examples/json/aliases.json"]);
    assert_eq!(status, 2);
    assert!(err.starts_with("error[inexpressible]: CSV has no aliases, but `relu` is one\n"), "{err}");
    // One byte further, and both names are in the finding.
    let moved = std::fs::read_to_string(&layout).expect("the layout").replacen("\"128\"", "\"144\"", 1);
    std::fs::write(&layout, moved).expect("a file");
    let (status, out, _) = texts(&["verify", "--format", "json", &problem, &layout]);
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, 1);
    let codes: Vec<_> =
        found["findings"].as_array().expect("a list").iter().map(|one| one["code"].as_str()).collect();
    assert_eq!(codes, [Some("overlap"), Some("alias-moved")]);
    assert_eq!(
        (&found["findings"][1]["buffer"], &found["findings"][1]["other"]),
        (&"right".into(), &"both".into())
    );
}
