//! Schema 2: what schema 1 cannot express, and that schema 1 rejects it wherever the schema number is.

use arena_plan_core::csv::encode_csv;
use arena_plan_core::json::{
    Input, decode_graph, decode_input, decode_layout, decode_problem, encode_problem,
};
use arena_plan_core::model::BufferKind;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Bank, Buffer, Planned, Problem, plan, summarize, verify};
use arena_plan_core::report::{HeaderOptions, c_header, residency};

const BUFFER: &str =
    r#""id": "pcm", "bytes": "48", "first": 0, "last": 0, "alignment": "1", "banks": ["fast", "slow"]"#;

/// A problem with a bank `fast` of 64 bytes and a bank `slow` of 64, and two buffers with these further fields.
fn problem(schema: u32, bank: &str, pcm: &str, mel: &str) -> String {
    let mel = format!("{}{mel}", BUFFER.replace("pcm", "mel").replace("48", "32"));
    format!(
        r#"{{"schema": {schema}, "banks": [{{"id": "fast", "capacity": "64"{bank}}}, {{"id": "slow", "capacity": "64"}}], "buffers": [{{{BUFFER}{pcm}}}, {{{mel}}}]}}"#
    )
}

/// Column of the first `token` in a text of one line.
fn column(text: &str, token: &str) -> usize {
    text.find(token).unwrap() + 1
}

/// The error as `code line:column message`.
fn refusal(text: &str) -> String {
    let error = decode_input(text.as_bytes()).unwrap_err();
    format!("{} {}:{} {}", error.code.as_str(), error.span.line, error.span.column, error.message)
}

#[test]
fn weights_decide_which_buffer_gets_the_preferred_bank() {
    let banks = |text: &str| {
        let problem = decode_problem(text.as_bytes()).unwrap();
        let planned = plan(&problem, &Options::default()).unwrap();
        assert!(planned.fits && planned.fewest_misses);
        assert_eq!(planned.misses, summarize(&problem, &planned.layout).misses);
        let [mel, pcm] = [0, 1].map(|at| planned.layout.placements[at].bank.to_string());
        (mel, pcm, planned.misses)
    };
    assert_eq!(banks(&problem(1, "", "", "")), ("slow".into(), "fast".into(), 32));
    assert_eq!(banks(&problem(2, "", "", r#", "weight": "49""#)), ("fast".into(), "slow".into(), 48));
    assert_eq!(banks(&problem(2, "", "", r#", "weight": null"#)), ("slow".into(), "fast".into(), 32));
}

#[test]
fn a_reserve_is_kept_from_the_buffers() {
    let reserved = decode_problem(problem(2, r#", "reserve": "17""#, "", "").as_bytes()).unwrap();
    let planned = plan(&reserved, &Options::default()).unwrap();
    let bank_of_pcm = |planned: &Planned| planned.layout.placements[1].bank.to_string();
    assert!(planned.fits);
    assert_eq!(bank_of_pcm(&planned), "slow");
    // The layout of the problem without the reserve is over by one byte.
    let free = decode_problem(problem(1, "", "", "").as_bytes()).unwrap();
    let layout = plan(&free, &Options::default()).unwrap().layout;
    let verdict = verify(&reserved, &layout);
    assert_eq!(
        verdict.findings[0].message,
        "`pcm` takes 0..48 of `fast`, which has 47 bytes plus a reserve of 17 (1 byte over)"
    );
    assert_eq!(verdict.findings.len(), 1);
}

#[test]
fn what_is_read_is_written_in_the_lowest_sufficient_schema() {
    for (schema, bank, weight) in [
        (1, "", ""),
        (2, r#", "reserve": "1""#, ""),
        (2, "", r#", "weight": "0""#),
        (2, r#", "reserve": "64""#, ""),
    ] {
        let text = problem(schema, bank, weight, "");
        let problem = decode_problem(text.as_bytes()).unwrap();
        let written = encode_problem(&problem);
        assert!(written.starts_with(&format!("{{\n  \"schema\": {schema},\n")), "{written}");
        let mut again = decode_problem(written.as_bytes()).unwrap();
        again.buffers.reverse();
        assert_eq!(again, problem);
    }
    // Schema 2 without its fields is schema 1.
    let plain = decode_problem(problem(2, "", "", "").as_bytes()).unwrap();
    assert_eq!(plain, decode_problem(problem(1, "", "", "").as_bytes()).unwrap());
}

#[test]
fn schema_1_has_none_of_these_fields() {
    let weight = problem(1, "", r#", "weight": "49""#, "");
    let at = column(&weight, "\"weight\"");
    assert_eq!(refusal(&weight), format!("unknown-field 1:{at} a buffer has no field `weight` in schema 1"));
    let null = problem(1, "", r#", "weight": null"#, "");
    assert_eq!(refusal(&null), refusal(&weight));
    let reserve = problem(1, r#", "reserve": "0""#, "", "");
    let at = column(&reserve, "\"reserve\"");
    assert_eq!(refusal(&reserve), format!("unknown-field 1:{at} a bank has no field `reserve` in schema 1"));
    // The schema number comes last: the position is that of the number, which is what to change.
    let late = |number: u32| {
        let bank = r#"{"id": "fast", "capacity": "64", "reserve": "8"}"#;
        format!("{{\n\"banks\": [{bank}],\n\"buffers\": [],\n\"schema\": {number}}}")
    };
    assert_eq!(refusal(&late(1)), "unknown-field 4:11 a bank has no field `reserve` in schema 1");
    let Input { problem, .. } = decode_input(late(2).as_bytes()).unwrap();
    assert_eq!(problem.banks[0].room(), 56);
}

#[test]
fn its_numbers_are_as_strict_as_the_others() {
    let reserve = |value: &str| refusal(&problem(2, &format!(r#", "reserve": {value}"#), "", ""));
    let weight = |value: &str| refusal(&problem(2, "", &format!(r#", "weight": {value}"#), ""));
    assert!(reserve(r#""65""#).ends_with("the reserve of 65 bytes exceeds the capacity of 64 (1 byte over)"));
    let at = column(&problem(2, r#", "reserve": "65""#, "", ""), "\"65\"");
    assert!(reserve(r#""65""#).starts_with(&format!("out-of-range 1:{at} ")));
    assert!(reserve("8").starts_with("wrong-type"));
    assert!(reserve(r#""08""#).starts_with("not-decimal"));
    assert!(weight("1").starts_with("wrong-type"));
    assert!(weight(r#""-1""#).starts_with("not-decimal"));
    assert!(weight(r#""9223372036854775808""#).starts_with("out-of-range"));
    assert!(weight(r#""1", "weight": "1""#).starts_with("duplicate-field"));
    assert!(refusal(&problem(3, "", "", "")).starts_with("wrong-schema 1:12 schema 3 is not supported"));
    // A layout has nothing that schema 1 cannot express.
    let layout = decode_layout(br#"{"schema": 2, "placements": []}"#).unwrap_err();
    assert_eq!(layout.code.as_str(), "wrong-schema");
}

#[test]
fn tensors_pass_their_weight_to_their_buffers() {
    let text = r#"{"schema": 2, "banks": [{"id": "ram", "capacity": "64"}],
        "tensors": [{"id": "pcm", "bytes": "8", "alignment": "4", "banks": ["ram"], "source": true, "retain": false, "weight": "3"}],
        "steps": [{"id": "read", "inputs": ["pcm"], "outputs": [], "scratch": []}]}"#;
    assert_eq!(decode_graph(text.as_bytes()).unwrap().tensors[0].needs.weight, Some(3));
    assert_eq!(decode_input(text.as_bytes()).unwrap().problem.buffers[0].needs.weight, Some(3));
    assert!(refusal(&text.replace("\"schema\": 2", "\"schema\": 1")).starts_with("unknown-field 2:"));
}

#[test]
fn names_of_models_are_kept_besides_the_ids() {
    let name = "model/größe;bn \"1\"\n";
    let text = problem(2, "", r#", "name": "model/größe;bn \"1\"\n""#, r#", "name": null"#);
    let read = decode_problem(text.as_bytes()).unwrap();
    assert_eq!([0, 1].map(|at| read.buffers[at].needs.name.as_deref()), [Some(name), None]);
    let written = encode_problem(&read);
    assert!(written.starts_with("{\n  \"schema\": 2,\n"), "{written}");
    let mut again = decode_problem(written.as_bytes()).unwrap();
    again.buffers.reverse();
    assert_eq!(again, read);
    let older = text.replace("\"schema\": 2", "\"schema\": 1");
    let at = column(&older, "\"name\"");
    assert_eq!(refusal(&older), format!("unknown-field 1:{at} a buffer has no field `name` in schema 1"));
    assert!(refusal(&problem(2, "", r#", "name": 7"#, "")).starts_with("wrong-type"));
}

#[test]
fn what_persists_is_alive_in_all_steps() {
    let persistent = r#", "kind": "persistent", "detached": true"#;
    let read = decode_problem(problem(2, "", persistent, "").as_bytes()).unwrap();
    let needs = &read.buffers[0].needs;
    assert_eq!((needs.kind, needs.detached), (BufferKind::Persistent, true));
    let written = encode_problem(&read);
    assert!(written.contains("\"kind\": \"persistent\",\n      \"detached\": true"), "{written}");
    let mut again = decode_problem(written.as_bytes()).unwrap();
    again.buffers.reverse();
    assert_eq!(again, read);
    // What says nothing is not written.
    let plain =
        decode_problem(problem(2, "", r#", "kind": "buffer", "detached": false"#, "").as_bytes()).unwrap();
    assert!(encode_problem(&plain).starts_with("{\n  \"schema\": 1,\n"));

    let short = problem(2, "", persistent, "").replacen(
        "\"id\": \"mel\", \"bytes\": \"32\", \"first\": 0, \"last\": 0",
        "\"id\": \"mel\", \"bytes\": \"32\", \"first\": 0, \"last\": 3",
        1,
    );
    let at = column(&short, "0, \"alignment\"");
    assert_eq!(
        refusal(&short),
        format!(
            "lifetime-too-short 1:{at} a persistent buffer is alive in all steps, 0..=3, but this one is alive in 0..=0"
        )
    );
    let kind = problem(2, "", r#", "kind": "Persistent""#, "");
    let at = column(&kind, "\"Persistent\"");
    assert_eq!(refusal(&kind), format!("unknown-word 1:{at} \"Persistent\" is not a kind"));
    assert!(refusal(&problem(2, "", r#", "kind": null"#, "")).starts_with("wrong-type"));
    assert!(refusal(&problem(2, "", r#", "detached": "yes""#, "")).starts_with("wrong-type"));
    assert!(refusal(&problem(1, "", r#", "kind": "persistent""#, "")).starts_with("unknown-field"));
}

#[test]
fn state_in_a_graph() {
    let graph = |flags: &str, frames: &str, first: &str, second: &str| {
        format!(
            r#"{{"schema": 2, "banks": [{{"id": "ram", "capacity": "64"}}], "tensors": [
{{"id": "state", "bytes": "8", "alignment": "4", "banks": ["ram"], "kind": "persistent", {flags}}},
{{"id": "frames", "bytes": "8", "alignment": "4", "banks": ["ram"], "source": false, "retain": false, "detached": true{frames}}},
{{"id": "x", "bytes": "8", "alignment": "4", "banks": ["ram"], "source": false, "retain": true}}],
"steps": [{{"id": "a", {first}, "scratch": []}}, {{"id": "b", {second}}}, {{"id": "c", "inputs": [], "outputs": [], "scratch": []}}]}}"#
        )
    };
    const PLAIN: &str = r#""source": false, "retain": false"#;
    const PERSISTENT: &str = r#", "kind": "persistent""#;
    const B: &str = r#""inputs": ["x"], "outputs": ["state"], "scratch": []"#;
    // Read before it is written, and written by two steps; alive in the third as well.
    let first = r#""inputs": ["state"], "outputs": ["x", "state"]"#;
    let problem = decode_input(graph(PLAIN, PERSISTENT, first, B).as_bytes()).unwrap().problem;
    let lives: Vec<_> =
        problem.buffers.iter().map(|buffer| (&*buffer.id, buffer.first, buffer.last)).collect();
    assert_eq!(lives, [("state", 0, 2), ("frames", 0, 2), ("x", 0, 2)]);

    let source = r#""source": true, "retain": false"#;
    assert_eq!(
        refusal(&graph(source, PERSISTENT, first, B)),
        "contradiction 2:99 the tensor `state` is persistent, so `source` has no meaning for it"
    );
    assert_eq!(
        refusal(&graph(PLAIN, "", first, B)),
        "detached 3:114 the tensor `frames` is detached, so no step determines its lifetime"
    );
    let named = r#""inputs": ["frames"], "outputs": ["x", "state"]"#;
    assert_eq!(
        refusal(&graph(PLAIN, PERSISTENT, named, B)),
        "detached 5:34 step 0 `a` names `frames`, which is detached: its handle belongs to the application"
    );
    let scratch = r#""inputs": ["x"], "outputs": [], "scratch": ["state"]"#;
    assert!(refusal(&graph(PLAIN, PERSISTENT, first, scratch)).starts_with("scratch-shared 5:"));
    let unused = r#""inputs": [], "outputs": ["x"]"#;
    let others = r#""inputs": ["x"], "outputs": [], "scratch": []"#;
    assert_eq!(
        refusal(&graph(PLAIN, PERSISTENT, unused, others)),
        "unused 2:8 no step uses the tensor `state`"
    );
}

#[test]
fn tables_headers_and_csv_say_what_persists() {
    let state = Buffer::new("state", 16, 0, 1, &["ram"]).with_kind(BufferKind::Persistent);
    let frames = Buffer::new("frames", 32, 0, 1, &["ram"]).with_kind(BufferKind::Persistent).with_detached();
    let buffers = vec![state, frames, Buffer::new("x", 8, 1, 1, &["ram"])];
    let mut problem = Problem { banks: vec![Bank::new("ram", 64)], buffers };
    let layout = plan(&problem, &Options::default()).unwrap().layout;
    let table = residency(&problem, &layout, &[]);
    assert!(table.contains("  0..=1  frames  (persistent, detached)\n"), "{table}");
    assert!(table.contains("  0..=1  state  (persistent)\n"), "{table}");
    assert!(table.contains("  1..=1  x\n"), "{table}");
    let header = c_header(&problem, &layout, &HeaderOptions::default()).unwrap();
    for line in [
        "/* persistent frames, steps 0..=1, detached */",
        "/* persistent state, steps 0..=1 */",
        "/* buffer x, steps 1..=1 */",
        "#define ARENA_STATE_PERSISTENT 1U",
    ] {
        assert!(header.contains(line), "{line} is not in\n{header}");
    }
    assert!(!header.contains("ARENA_X_PERSISTENT"));
    let refused = |problem: &Problem| encode_csv(problem).unwrap_err().to_string();
    assert!(
        refused(&problem)
            .contains("buffers[0].kind: CSV has only ordinary buffers, but this one is persistent"),
        "{}",
        refused(&problem)
    );
    problem.buffers.remove(0);
    problem.buffers[0].needs.kind = BufferKind::Buffer;
    assert!(refused(&problem).contains("buffers[0].detached"), "{}", refused(&problem));
}
