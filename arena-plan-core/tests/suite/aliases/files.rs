//! Aliases in files: what is read and written, each mistake at its place, and what tables, headers and CSV say.

use arena_plan_core::csv::encode_csv;
use arena_plan_core::json::{decode_input, decode_problem, encode_problem};
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{plan, summarize, verify};
use arena_plan_core::report::{HeaderOptions, c_header, misses, residency};

/// A problem with `x` of 64 bytes and `y` of 32, each with further fields, a row each.
fn problem(x: &str, y: &str) -> String {
    let banks = r#"{"id": "ram", "capacity": "128"}, {"id": "tcm", "capacity": "128"}"#;
    let row = |id: &str, bytes: u64, life: &str, more: &str| {
        format!(r#"{{"id": "{id}", "bytes": "{bytes}", {life}, "alignment": "4", "banks": ["ram"]{more}}}"#)
    };
    let (x, y) = (row("x", 64, r#""first": 0, "last": 1"#, x), row("y", 32, r#""first": 1, "last": 3"#, y));
    format!("{{\"schema\": 2, \"banks\": [{banks}],\n\"buffers\": [\n{x},\n{y}]}}")
}

/// The error as `code line:column message`, where the token at the position begins with `token`.
fn refusal(text: &str, token: &str) -> String {
    let error = decode_problem(text.as_bytes()).unwrap_err();
    let line = text.lines().nth(error.span.line - 1).expect("a line");
    assert!(line[error.span.column - 1..].starts_with(token), "{error}\n{text}");
    format!("{} {}: {}", error.code.as_str(), error.span.line, error.message)
}

const Y_IN_X: &str = r#", "alias": {"of": "x", "offset": "16"}"#;

#[test]
fn an_alias_is_written_as_it_was_read() {
    let read = decode_problem(problem("", Y_IN_X).as_bytes()).unwrap();
    let written = encode_problem(&read);
    assert!(
        written.contains("\"alias\": {\n        \"of\": \"x\",\n        \"offset\": \"16\"\n      }"),
        "{written}"
    );
    assert!(written.starts_with("{\n  \"schema\": 2,\n"), "{written}");
    assert_eq!(decode_problem(written.as_bytes()).unwrap(), read);
    let older = problem("", Y_IN_X).replace("\"schema\": 2", "\"schema\": 1");
    assert_eq!(refusal(&older, "\"alias\""), "unknown-field 4: a buffer has no field `alias` in schema 1");
    let strict =
        |alias: &str| decode_problem(problem("", &format!(", \"alias\": {alias}")).as_bytes()).unwrap_err();
    for (alias, code) in [
        ("null", "wrong-type"),
        ("\"x\"", "wrong-type"),
        ("{\"of\": \"x\"}", "missing-field"),
        ("{\"of\": \"x\", \"offset\": 16}", "wrong-type"),
        ("{\"of\": \"x\", \"offset\": \"016\"}", "not-decimal"),
        ("{\"of\": \"x\", \"offset\": \"16\", \"bytes\": \"4\"}", "unknown-field"),
        ("{\"of\": \"x\", \"offset\": \"16\", \"of\": \"x\"}", "duplicate-field"),
    ] {
        assert_eq!(strict(alias).code.as_str(), code, "{alias}");
    }
}

#[test]
fn each_mistake_has_its_place_and_its_code() {
    let cases = [
        (
            problem("", r#", "alias": {"of": "z", "offset": "0"}"#),
            "\"z\"",
            "unknown-buffer 4: no buffer has the id `z`",
        ),
        (
            problem("", r#", "alias": {"of": "y", "offset": "0"}"#),
            "\"y\"",
            "alias-cycle 4: `y` is an alias of itself",
        ),
        (
            problem(r#", "alias": {"of": "y", "offset": "0"}"#, r#", "alias": {"of": "x", "offset": "0"}"#),
            "\"y\"",
            "alias-cycle 3: `x` is an alias of `y`, whose aliases form a cycle: none of them has bytes of its own",
        ),
        (
            problem("", r#", "alias": {"of": "x", "offset": "36"}"#),
            "\"36\"",
            "alias-outside 4: `y` is the bytes 36..68 of `x`, which has 64 bytes (4 bytes over)",
        ),
        (
            problem("", r#", "alias": {"of": "x", "offset": "9223372036854775807"}"#),
            "\"9223372036854775807\"",
            "alias-outside 4: `y` is the bytes 9223372036854775807..9223372036854775839 of `x`, which has 64 bytes \
             (9223372036854775775 bytes over)",
        ),
        (
            problem(r#", "alias": {"of": "y", "offset": "0"}"#, ""),
            "\"0\"",
            "alias-outside 3: `x` is the bytes 0..64 of `y`, which has 32 bytes (32 bytes over)",
        ),
        (
            problem(r#", "kind": "persistent""#, Y_IN_X),
            "\"x\"",
            "alias-kind 4: `y` has kind `buffer`, but `x`, whose bytes it is, has kind `persistent`, whose contents last for another time",
        ),
        (
            problem("", &format!(r#"{Y_IN_X}, "weight": "7""#)),
            "\"7\"",
            "contradiction 4: `y` is an alias, and goes where `x` goes: its weight has no meaning",
        ),
        (
            problem("", Y_IN_X).replacen(r#""banks": ["ram"]}"#, r#""banks": ["ram", "tcm"]}"#, 1),
            "[",
            "alias-bank 4: `x`, whose bytes `y` is, may go to the bank `tcm`, which `y` does not allow",
        ),
        (
            problem("", &format!(r#"{Y_IN_X}, "fixed_bank": "ram", "fixed_offset": "16""#)),
            "\"16\"",
            "alias-fixed 4: `y` is fixed to 16, but `x`, whose bytes it is, is not fixed",
        ),
        (
            problem(
                r#", "fixed_bank": "ram", "fixed_offset": "32""#,
                &format!(r#", "fixed_bank": "ram", "fixed_offset": "16"{Y_IN_X}"#),
            ),
            "\"16\"",
            "alias-fixed 4: `y` is fixed to 16, but it is the bytes of `x` from 16 on, which are at 48",
        ),
        (
            problem("", r#", "alias": {"of": "x", "offset": "18"}"#),
            "\"18\"",
            "alias-misaligned 4: `y` is the bytes of `x` from 18 on, which is not a multiple of its alignment 4: 2 bytes too far",
        ),
        (
            problem(r#", "fixed_bank": "ram", "fixed_offset": "4""#, Y_IN_X)
                .replace(r#""last": 3, "alignment": "4""#, r#""last": 3, "alignment": "16""#),
            "\"16\"",
            "alias-misaligned 4: `x` is fixed, so `y` is at 20, which is not a multiple of its alignment 16",
        ),
    ];
    for (text, token, expected) in cases {
        assert_eq!(refusal(&text, token), expected);
    }
}

#[test]
fn a_chain_ends_where_the_bytes_are() {
    // `z` is aligned to 16 at 20 of `y`, which is at 12 of `x`: `x` has to be.
    let z = r#"{"id": "z", "bytes": "8", "first": 5, "last": 6, "alignment": "16", "banks": ["ram"], "alias": {"of": "y", "offset": "20"}},"#;
    let text =
        problem("", r#", "alias": {"of": "x", "offset": "12"}"#).replacen("[\n{", &format!("[\n{z}\n{{"), 1);
    let problem = decode_problem(text.as_bytes()).unwrap();
    let layout = plan(&problem, &Options::default()).unwrap().layout;
    assert!(verify(&problem, &layout).holds());
    let summary = summarize(&problem, &layout);
    assert_eq!((summary.buffer_bytes, summary.planned_bytes, summary.banks[0].peak_step), (64, 64, Some(0)));
    assert_eq!(
        residency(&problem, &layout, &[]),
        "\
bank `ram`: 64 of 128 bytes, 64 free
  peak 64 bytes alive in step 0: 1 buffer (marked *)
     bytes  size  align  steps  buffer
  *  0..64    64      4  0..=1  x
    12..44    32      4  1..=3  y  (in `x` at 12)
    32..40     8     16  5..=6  z  (in `x` at 32)

bank `tcm`: 0 of 128 bytes, 128 free

3 buffers: 64 bytes one after the other, 64 bytes planned (100.0 %)
"
    );
    let header = c_header(&problem, &layout, &HeaderOptions::default()).unwrap();
    for line in [
        "/* buffer y, steps 1..=3, bytes of x from 12 on */",
        "#define ARENA_Y_OFFSET 12U",
        "#define ARENA_Z_OFFSET 32U",
        "ARENA_LAYOUT_CHECK(ARENA_Z_shared, ARENA_Z_OFFSET == ARENA_X_OFFSET + 32U, \"ARENA_Z: not in ARENA_X\");",
        "#define ARENA_BANK_RAM_ALIGN 16U",
    ] {
        assert!(header.contains(line), "{line} is not in\n{header}");
    }
    let mut one_bank = problem.clone();
    one_bank.banks.pop();
    let refused = encode_csv(&one_bank).unwrap_err().to_string();
    assert_eq!(refused, "buffers[0].alias: CSV has no aliases, but `z` is one [inexpressible]");
}

#[test]
fn the_one_with_the_bytes_decides_about_the_bank() {
    let both = problem(r#", "weight": "5""#, r#", "alias": {"of": "x", "offset": "0"}"#)
        .replace(r#""banks": ["ram"]"#, r#""banks": ["tcm", "ram"]"#)
        .replace(r#"{"id": "tcm", "capacity": "128"}"#, r#"{"id": "tcm", "capacity": "60"}"#);
    let problem = decode_input(both.as_bytes()).unwrap().problem;
    let planned = plan(&problem, &Options::default()).unwrap();
    assert!(verify(&problem, &planned.layout).holds());
    let summary = summarize(&problem, &planned.layout);
    // Both are outside their first bank, and only one of them has a weight.
    assert_eq!((planned.misses, summary.misses), (5, 5));
    assert_eq!(
        misses(&problem, &summary, Some(&planned)),
        "misses: weight 5 outside the first bank, proved minimal\n"
    );
}
