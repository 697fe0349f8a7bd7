//! Every mistake in a file is reported at its line and column.

use arena_plan_core::json::{MAX_FILE_BYTES, decode_input, decode_layout, decode_problem};
use arena_plan_core::kernel::code::Code;

const PROBLEM: &str = r#"{
  "schema": 1,
  "banks": [{"id": "ram", "capacity": "96"}, {"id": "rom", "capacity": "8"}],
  "buffers": [
    {"id": "a", "bytes": "8", "first": 0, "last": 1, "alignment": "4", "banks": ["ram"],
     "fixed_bank": "ram", "fixed_offset": "4"}
  ]
}
"#;

/// The problem with a change, and the code and token of the mistake that it causes.
const MISTAKES: &[(&str, &str, Code, &str)] = &[
    (r#""schema": 1"#, r#""schema": 7"#, Code::WrongSchema, "7"),
    (r#""capacity": "8""#, r#""capacity": 8"#, Code::WrongType, "8}"),
    (r#""capacity": "8""#, r#""capacity": "08""#, Code::NotDecimal, r#""08""#),
    (r#""capacity": "8""#, r#""size": "8""#, Code::UnknownField, r#""size""#),
    (r#", "capacity": "8""#, "", Code::MissingField, r#"{"id": "rom"}"#),
    (r#""id": "rom""#, r#""id": "ram""#, Code::DuplicateId, r#""ram", "capacity": "8""#),
    (r#""id": "rom""#, r#""\u0069d": "r\u00e4m""#, Code::NonAsciiId, r#""r\u00e4m""#),
    (r#""first": 0"#, r#""first": -1"#, Code::NotInteger, "-1"),
    (r#""first": 0"#, r#""first": 0.5"#, Code::NotInteger, "0.5"),
    (r#""first": 0"#, r#""first": 5"#, Code::EmptyLifetime, "1, \"al"),
    (r#""first": 0"#, r#""first": 0, "first": 0"#, Code::DuplicateField, r#""first": 0, "last""#),
    (r#""first": 0"#, r#""first": 0, "f\u0069rst": 0"#, Code::DuplicateField, r#""f\u0069rst""#),
    (r#""bytes": "8""#, r#""bytes": "9223372036854775808""#, Code::OutOfRange, r#""92233"#),
    (r#""bytes": "8""#, r#""bytes": "0""#, Code::ZeroSize, r#""0""#),
    (r#""alignment": "4""#, r#""alignment": "12""#, Code::BadAlignment, r#""12""#),
    (r#"["ram"]"#, r#"["ram", "ram"]"#, Code::DuplicateBank, r#""ram"],"#),
    (r#"["ram"]"#, r#"["ram", "dma"]"#, Code::UnknownBank, r#""dma""#),
    (r#"["ram"]"#, r#"["rom"]"#, Code::FixedBankNotAllowed, r#""ram", "fixed_offset""#),
    (r#"["ram"]"#, r#"[["ram"]]"#, Code::WrongType, r#"["ram"]]"#),
    (r#"["ram"]"#, "[]", Code::NoBank, "[],"),
    (r#""fixed_bank": "ram","#, "", Code::FixedWithoutBank, r#""4"}"#),
    (r#""fixed_offset": "4""#, r#""fixed_offset": "6""#, Code::FixedMisaligned, r#""6""#),
    (r#""fixed_offset": "4""#, r#""fixed_offset": 4"#, Code::WrongType, "4}"),
    ("  ]\n}\n", "  ]\n}\n\n  [", Code::TrailingData, "["),
    ("  ]\n}\n", "  ],\n}\n", Code::JsonSyntax, "}"),
    ("  ]\n}\n", "  ]\n", Code::JsonSyntax, ""),
];

#[test]
fn mistakes_are_reported_where_they_are() {
    decode_problem(PROBLEM.as_bytes()).expect("the problem without a change is valid");
    for (old, new, code, token) in MISTAKES {
        let text = PROBLEM.replacen(old, new, 1);
        assert_ne!(text, PROBLEM);
        let error = decode_problem(text.as_bytes()).expect_err(new);
        assert_eq!(error.code, *code, "{new}: {error}");
        let found = &text[error.span.bytes.start..];
        assert!(found.starts_with(token), "{new}: {error}: {found:.30}");
        let before = &text[..error.span.bytes.start];
        assert_eq!(error.span.line, before.matches('\n').count() + 1, "{error}");
        assert_eq!(error.span.column, before.rsplit('\n').next().map_or(0, str::len) + 1, "{error}");
        assert_eq!(decode_input(text.as_bytes()).expect_err(new), error, "a problem and any input differ");
    }
}

#[test]
fn the_bytes_of_a_file_are_checked_before_its_text() {
    let code = |bytes: &[u8]| {
        let error = decode_problem(bytes).expect_err("the file is refused");
        (error.code, error.span.line, error.span.column)
    };
    assert_eq!(code(b"\xEF\xBB\xBF{}"), (Code::ByteOrderMark, 1, 1));
    assert_eq!(code("{\n \"ä\u{65e5}\": 1\n}".as_bytes()), (Code::UnknownField, 2, 2));
    assert_eq!(code(b"{\n \"\xC3\xA4\": \"\xFF\"}"), (Code::InvalidUtf8, 2, 8));
    let mut large = PROBLEM.to_owned();
    large.extend(std::iter::repeat_n(' ', MAX_FILE_BYTES - PROBLEM.len()));
    assert!(decode_problem(large.as_bytes()).is_ok(), "4 MiB are allowed");
    large.push(' ');
    assert_eq!(code(large.as_bytes()).0, Code::FileTooLarge);
}

#[test]
fn a_graph_is_rejected_at_the_wrong_use() {
    let graph = r#"{"schema": 1, "banks": [{"id": "ram", "capacity": "96"}],
 "tensors": [{"id": "a", "bytes": "8", "alignment": "1", "banks": ["ram"], "source": false, "retain": false}],
 "steps": [{"id": "use", "inputs": ["a"], "outputs": [], "scratch": []},
           {"id": "make", "inputs": [], "outputs": ["a"], "scratch": []}]}"#;
    let error = decode_input(graph.as_bytes()).expect_err("the schedule is wrong");
    assert_eq!(
        error.to_string(),
        "line 3, column 37: step 0 `use` reads `a` before it is written, by step 1 `make` [read-before-write]"
    );
    let (related, _) = *error.related.expect("the place of the write");
    assert_eq!((related.line, related.column), (4, 53));
}

#[test]
fn placements_are_rejected_at_their_position() {
    let layout = "{\"schema\": 1, \"placements\": [\n{\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"0\"},\n{\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"8\"}]}";
    let error = decode_layout(layout.as_bytes()).expect_err("an id occurs twice");
    assert_eq!((error.code, error.span.line, error.span.column), (Code::DuplicateId, 3, 8));
}
