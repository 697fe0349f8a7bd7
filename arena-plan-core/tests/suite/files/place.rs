//! Placement rules in files: a buffer with an empty list of banks takes those of the most specific rule.

use arena_plan_core::json::{decode_graph, decode_input, decode_problem, encode_problem};
use arena_plan_core::planner::Options;
use arena_plan_core::problem::plan;
use arena_plan_core::report::residency;
use expect_test::expect;

/// A problem with two banks, these rules, and buffers that leave their banks to them.
fn problem(rules: &str) -> String {
    let buffer = |id: &str, more: &str| {
        format!(
            r#"{{"id": "{id}", "bytes": "8", "first": 0, "last": 1, "alignment": "1", "banks": []{more}}}"#
        )
    };
    let buffers = [
        buffer("state", r#", "kind": "persistent""#),
        buffer("hot_state", r#", "kind": "persistent""#),
        buffer("hot_sums", ""),
        buffer("frame", r#", "dma": true"#),
        buffer("fixed", "").replace("[]", "[\"sram\"]"),
    ];
    let banks = r#"{"id": "dtcm", "capacity": "64", "dma": false}, {"id": "sram", "capacity": "64"}"#;
    format!(r#"{{"schema": 2, "banks": [{banks}], "place": [{rules}], "buffers": [{}]}}"#, buffers.join(", "))
}

const RULES: &str = r#"{"banks": ["dtcm", "sram"]}, {"kind": "persistent", "banks": ["sram"]}, {"name": "hot_*", "banks": ["dtcm"]}, {"kind": "persistent", "name": "hot_*", "banks": ["sram", "dtcm"]}"#;

#[test]
fn the_most_specific_rule_decides() {
    let read = decode_problem(problem(RULES).as_bytes()).unwrap();
    let rules: String = read
        .buffers
        .iter()
        .map(|buffer| {
            let rule = buffer.needs.rule.as_deref().unwrap_or("-");
            format!("{}: {} by {rule}\n", buffer.id, buffer.needs.banks.join(", "))
        })
        .collect();
    expect![[r#"
        state: sram by persistent
        hot_state: sram, dtcm by persistent hot_*
        hot_sums: dtcm by hot_*
        frame: sram by default
        fixed: sram by -
    "#]]
    .assert_eq(&rules);
    expect![[r#"
        bank `dtcm`: 8 of 64 bytes, 56 free, no DMA
          peak 8 bytes alive in step 0: 1 buffer (marked *)
            bytes  size  align  steps  buffer
          *  0..8     8      1  0..=1  hot_sums  (rule hot_*)

        bank `sram`: 32 of 64 bytes, 32 free
          peak 32 bytes alive in step 0: 4 buffers (marked *)
             bytes  size  align  steps  buffer
          *   0..8     8      1  0..=1  fixed
          *  8..16     8      1  0..=1  frame  (dma, rule default)
          * 16..24     8      1  0..=1  state  (persistent, rule persistent)
          * 24..32     8      1  0..=1  hot_state  (persistent, rule persistent hot_*)

        5 buffers: 40 bytes one after the other, 40 bytes planned (100.0 %)
    "#]]
    .assert_eq(&residency(&read, &plan(&read, &Options::default()).unwrap().layout, &[]));
    // Written files have the banks themselves.
    let again = decode_problem(encode_problem(&read).as_bytes()).unwrap();
    assert!(again.buffers.iter().all(|buffer| !buffer.needs.banks.is_empty() && buffer.needs.rule.is_none()));
    assert_eq!(decode_input(problem(RULES).as_bytes()).unwrap().problem, read);
}

#[test]
fn tensors_take_them_too() {
    let graph = br#"{"schema": 2, "banks": [{"id": "ram", "capacity": "64"}], "place": [{"banks": ["ram"]}],
"tensors": [{"id": "x", "bytes": "4", "alignment": "1", "banks": [], "source": true, "retain": false}],
"steps": [{"id": "a", "inputs": ["x"], "outputs": [], "scratch": []}]}"#;
    assert_eq!(&*decode_graph(graph).unwrap().tensors[0].needs.banks[0], "ram");
    assert_eq!(&*decode_input(graph).unwrap().problem.buffers[0].needs.banks[0], "ram");
}

#[test]
fn mistakes_are_at_the_rule() {
    let refusal = |rules: &str| {
        let text = problem(rules);
        let error = decode_problem(text.as_bytes()).unwrap_err();
        let at = text.get(error.span.column - 1..).unwrap_or_default();
        format!("{} at {:.20}: {}\n", error.code, at, error.message)
    };
    let all = [
        refusal(r#"{"banks": ["sram"]}, {"name": "hut_*", "banks": ["dtcm"]}"#),
        refusal(r#"{"banks": ["sram"]}, {"name": "fixed", "banks": ["dtcm"]}"#),
        refusal(
            r#"{"banks": ["sram"]}, {"name": "hot_*", "banks": ["dtcm"]}, {"name": "hot_sums", "banks": ["sram"]}"#,
        ),
        refusal(r#"{"banks": ["sdram"]}"#),
        refusal(r#"{"banks": []}"#),
        refusal(r#"{"banks": ["sram", "sram"]}"#),
        refusal(r#"{"kind": "state", "banks": ["sram"]}"#),
        refusal(r#"{"kind": "persistent", "banks": ["sram"]}"#),
        refusal(r#"{"banks": ["dtcm"]}"#),
    ];
    expect![[r#"
        unused at {"name": "hut_*", "b: the rule `hut_*` matches nothing
        unused at {"name": "fixed", "b: the rule `fixed` places nothing: what it matches lists its banks
        unused at {"name": "hot_sums",: the rule `hot_sums` places nothing: what it matches is placed by the rule `hot_*`
        unknown-bank at "sdram"]}], "buffers: no bank has the id `sdram`
        no-bank at []}], "buffers": [{": the rule has no bank
        duplicate-bank at "sram"]}], "buffers": the bank `sram` is listed twice
        unknown-word at "state", "banks": [": "state" is not a kind
        no-bank at []}, {"id": "frame",: no bank is allowed
        not-reachable at true}, {"id": "fixed: no bank can hold the buffer, which is for DMA: bus masters do not reach the bank `dtcm`
    "#]].assert_eq(&all.concat());
    let older = problem(RULES).replace("\"schema\": 2", "\"schema\": 1");
    assert_eq!(decode_problem(older.as_bytes()).unwrap_err().code.as_str(), "unknown-field");
}
