//! No code in the list is unused: each is provoked, by every reporter that `docs/codes.md` names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use arena_plan_core::kernel::code::Code;

use crate::common::{repository, texts};

/// Arguments, and the files named by those with an `@`, by name and contents.
type Case = (&'static str, Vec<(&'static str, Vec<u8>)>);

const BANK: &str = r#"{"id": "ram", "capacity": "64"}"#;

/// A buffer of 64 bytes with one field written differently, and more fields after it.
fn buffer(id: &str, field: &str, value: &str, more: &str) -> String {
    let fields =
        [("bytes", "\"64\""), ("first", "0"), ("last", "1"), ("alignment", "\"4\""), ("banks", "[\"ram\"]")];
    let text =
        fields.map(|(name, right)| format!("\"{name}\": {}", if name == field { value } else { right }));
    format!("{{\"id\": \"{id}\", {}{more}}}", text.join(", "))
}

fn problem(banks: &str, buffers: &[String]) -> Vec<u8> {
    let buffers = buffers.join(", ");
    format!("{{\"schema\": 1, \"banks\": [{banks}], \"buffers\": [{buffers}]}}").into_bytes()
}

/// `plan` of one buffer whose `field` has another value.
fn with(field: &str, value: &str) -> Case {
    ("plan @p.json", vec![("p.json", problem(BANK, &[buffer("x", field, value, "")]))])
}

/// `plan` of one buffer with these fields too.
fn and(more: &str) -> Case {
    ("plan @p.json", vec![("p.json", problem(BANK, &[buffer("x", "", "", more)]))])
}

/// `plan` of this file.
fn file(contents: impl Into<Vec<u8>>) -> Case {
    ("plan @p.json", vec![("p.json", contents.into())])
}

/// `plan` of two tensors, `x` and `y`, with these steps.
fn graph(x: &str, steps: &str) -> Case {
    let tensor = |id: &str, source: &str| {
        format!(
            "{{\"id\": \"{id}\", \"bytes\": \"4\", \"alignment\": \"4\", \"banks\": [\"ram\"], \"source\": {source}, \"retain\": false}}"
        )
    };
    let tensors = format!("{}, {}", tensor("x", x), tensor("y", "true"));
    file(format!("{{\"schema\": 1, \"banks\": [{BANK}], \"tensors\": [{tensors}], \"steps\": [{steps}]}}"))
}

/// `plan` of two persistent tensors, of which `x` says this too.
fn state(x: &str, steps: &str) -> Case {
    let tensor = |id: &str, more: &str| {
        format!(
            "{{\"id\": \"{id}\", \"bytes\": \"4\", \"alignment\": \"4\", \"banks\": [\"ram\"], \"retain\": false, \"kind\": \"persistent\", {more}}}"
        )
    };
    let tensors = format!("{}, {}", tensor("x", x), tensor("y", "\"source\": false"));
    file(format!("{{\"schema\": 2, \"banks\": [{BANK}], \"tensors\": [{tensors}], \"steps\": [{steps}]}}"))
}

/// `plan` of a buffer alive in steps 0 and 1, and one of schema 2 with this field.
fn newer(field: &str, first: &str) -> Case {
    let buffers = [buffer("x", "bytes", "\"4\"", ""), buffer("y", "first", first, field)];
    let text = String::from_utf8(problem(BANK, &buffers)).expect("a text");
    file(text.replace("\"schema\": 1", "\"schema\": 2"))
}

/// `plan` of a buffer `x`, and of `y`, which is bytes of `of` from `offset` on, each with more fields of schema 2.
fn alias(x: &str, y: &str, of: &str, offset: &str) -> Case {
    let alias = format!(", \"alias\": {{\"of\": \"{of}\", \"offset\": \"{offset}\"}}");
    let banks = format!("{BANK}, {{\"id\": \"tcm\", \"capacity\": \"64\"}}");
    let buffers = [buffer("x", "", "", x), buffer("y", "bytes", "\"8\"", &format!("{y}{alias}"))];
    let text = String::from_utf8(problem(&banks, &buffers)).expect("a text");
    file(text.replace("\"schema\": 1", "\"schema\": 2"))
}

/// The same, where `x` may only go to a bank that `y` does not allow.
fn alias_elsewhere() -> Case {
    let (command, files) = alias("", "", "x", "0");
    let text = String::from_utf8(files[0].1.clone()).expect("a text");
    let text = text.replacen("\"banks\": [\"ram\"]", "\"banks\": [\"tcm\"]", 1);
    (command, vec![("p.json", text.into_bytes())])
}

/// `header` of a layout that puts an alias after the buffer whose bytes it is.
fn alias_moved() -> Case {
    let (_, mut files) = alias("", "", "x", "0");
    let place =
        |id: &str, offset: &str| format!("{{\"id\": \"{id}\", \"bank\": \"ram\", \"offset\": \"{offset}\"}}");
    let layout = format!("{{\"schema\": 1, \"placements\": [{}, {}]}}", place("x", "0"), place("y", "8"));
    files.push(("l.json", layout.into_bytes()));
    ("header @p.json @l.json", files)
}

fn step(id: &str, inputs: &str, outputs: &str, scratch: &str) -> String {
    format!(
        "{{\"id\": \"{id}\", \"inputs\": [{inputs}], \"outputs\": [{outputs}], \"scratch\": [{scratch}]}}"
    )
}

/// `header` of a problem and a layout that puts `a`, fixed at 0, and `b` there.
fn layout(a: &str, b: &str) -> Case {
    let banks = r#"{"id": "ram", "capacity": "256"}, {"id": "rom", "capacity": "256"}"#;
    let fixed = ", \"fixed_bank\": \"ram\", \"fixed_offset\": \"0\"";
    let buffers = [buffer("a", "", "", fixed), buffer("b", "", "", "")];
    let place = |(id, place): (&str, &str)| {
        let (bank, offset) = place.split_once(' ')?;
        Some(format!("{{\"id\": \"{id}\", \"bank\": \"{bank}\", \"offset\": \"{offset}\"}}"))
    };
    let places: Vec<String> = [("a", a), ("b", b)].into_iter().filter_map(place).collect();
    let layout = format!("{{\"schema\": 1, \"placements\": [{}]}}", places.join(", "));
    ("header @p.json @l.json", vec![("p.json", problem(banks, &buffers)), ("l.json", layout.into_bytes())])
}

/// `header` of a buffer for DMA and another one behind it, in a bank with these fields.
fn transfer(cache: &str, reach: &str) -> Case {
    let bank = format!("{{\"id\": \"ram\", \"capacity\": \"256\"{cache}{reach}}}");
    let buffers = [buffer("x", "bytes", "\"4\"", ", \"dma\": true"), buffer("y", "bytes", "\"4\"", "")];
    let text = String::from_utf8(problem(&bank, &buffers)).expect("a text");
    let place = |id, offset| format!("{{\"id\": \"{id}\", \"bank\": \"ram\", \"offset\": \"{offset}\"}}");
    let layout = format!("{{\"schema\": 1, \"placements\": [{}, {}]}}", place("x", 0), place("y", 4));
    let problem = text.replace("\"schema\": 1", "\"schema\": 2").into_bytes();
    ("header @p.json @l.json", vec![("p.json", problem), ("l.json", layout.into_bytes())])
}

/// `check` of the image for the documentation against these limits.
fn limits(text: &str) -> Case {
    ("check --budget @l.toml examples/reports/image.elf", vec![("l.toml", text.into())])
}

/// The image for the documentation with the second bank where the first one is.
fn overlapping() -> Vec<u8> {
    let mut image = fs::read(repository("examples/reports/image.elf")).expect("the image");
    // Values of symbols, in the order of the symbol table: both banks and the buffer of the second.
    for (from, to) in [(0x2000_0078u32, 0x1000_0000u32), (0x2000_0080, 0x1000_0008)] {
        let from = from.to_le_bytes();
        for at in (0..image.len() - 4).rev() {
            if image[at..at + 4] == from {
                image[at..at + 4].copy_from_slice(&to.to_le_bytes());
            }
        }
    }
    image
}

/// A case for each code that the command reports.
fn cases() -> Vec<(Code, Case)> {
    let two =
        |first: &str, second: &str| problem(BANK, &[buffer(first, "", "", ""), buffer(second, "", "", "")]);
    let many: Vec<String> =
        (0..=65_536).map(|n| format!("{{\"id\": \"b{n}\", \"capacity\": \"1\"}}")).collect();
    let half = ["a", "b"].map(|id| buffer(id, "bytes", "\"4611686018427387904\"", ""));
    let missing_layout =
        vec![("p.json", two("a", "b")), ("l.json", br#"{"schema": 1, "placements": []}"#.to_vec())];
    let stray = br#"{"schema": 1, "placements": [{"id": "c", "bank": "ram", "offset": "0"}]}"#;
    vec![
        (Code::Overlap, layout("ram 0", "ram 32")),
        (Code::OutOfBank, layout("ram 0", "ram 224")),
        (Code::Misaligned, layout("ram 0", "ram 66")),
        (Code::BankNotAllowed, layout("ram 0", "rom 0")),
        (Code::FixedMoved, layout("ram 64", "ram 128")),
        (Code::AliasMoved, alias_moved()),
        (Code::AliasCycle, alias("", "", "y", "0")),
        (Code::AliasOutside, alias("", "", "x", "60")),
        (Code::AliasBank, alias_elsewhere()),
        (Code::AliasFixed, alias("", ", \"fixed_bank\": \"ram\", \"fixed_offset\": \"0\"", "x", "0")),
        (Code::AliasMisaligned, alias("", "", "x", "2")),
        (Code::AliasKind, alias(", \"kind\": \"persistent\"", "", "x", "0")),
        (Code::MissingPlacement, ("header @p.json @l.json", missing_layout)),
        (Code::OverBudget, with("bytes", "\"65\"")),
        (Code::NoLayoutFound, ("plan --order base @p.json", vec![("p.json", no_step_alone())])),
        (Code::FileMissing, ("plan @none.json", vec![])),
        (Code::FileUnreadable, ("plan @p.json/none", vec![("p.json", two("a", "b"))])),
        (Code::FileNotRegular, ("plan @", vec![])),
        (Code::FileTooLarge, file(vec![b' '; (4 << 20) + 1])),
        (Code::ByteOrderMark, file(b"\xEF\xBB\xBF{}")),
        (Code::InvalidUtf8, file(b"{\"\xE9\": 1}")),
        (Code::JsonSyntax, file("{,}")),
        (Code::TrailingData, file([problem(BANK, &[]), b" 1".to_vec()].concat())),
        (Code::WrongType, file("[]")),
        (Code::WrongSchema, file(r#"{"schema": 3, "banks": [], "buffers": []}"#)),
        (Code::CsvSyntax, ("plan --capacity 64 @p.csv", vec![("p.csv", b"id,lower\n".to_vec())])),
        (Code::BadModel, ("plan @m.tflite", vec![("m.tflite", b"TFL3".to_vec())])),
        (Code::UnknownShape, ("plan tests/fixtures/models/no_shape.onnx --dim batch=1", vec![])),
        (Code::PlanExists, ("tflm tests/fixtures/models/planned.tflite -o @out.tflite", vec![])),
        (Code::OutsideMemory, ("inspect examples/reports/image.elf --region tcm=0+1K", vec![])),
        (Code::OverMemory, ("inspect examples/reports/image.elf --region ram=0x20000000+64", vec![])),
        (Code::BanksOverlap, ("inspect @overlap.elf", vec![("overlap.elf", overlapping())])),
        (
            Code::Grown,
            ("diff examples/json/graph.json examples/json/graph_larger.json --fail-on growth", vec![]),
        ),
        (Code::OverLimit, limits("[size.text]\nmost = 1\n")),
        (Code::BadImage, ("inspect @p.elf", vec![("p.elf", b"\x7fELF".to_vec())])),
        (
            Code::BadMemory,
            ("inspect examples/reports/image.elf --memory @m.x", vec![("m.x", b"SECTIONS".to_vec())]),
        ),
        (Code::BadLimits, limits("[rom]\n")),
        (Code::UnknownWord, newer(", \"kind\": \"sticky\"", "0")),
        (Code::UnknownField, and(", \"note\": 1")),
        (Code::DuplicateField, and(", \"first\": 0")),
        (Code::MissingField, file(r#"{"schema": 1}"#)),
        (Code::NotDecimal, with("bytes", "\"064\"")),
        (Code::NotInteger, with("first", "0.5")),
        (Code::OutOfRange, with("bytes", "\"9223372036854775808\"")),
        (Code::SumOverflow, file(problem(BANK, &half))),
        (Code::EmptyId, file(two("a", ""))),
        (Code::NonAsciiId, file(two("a", "ä"))),
        (Code::BadName, ("header --prefix 1A @p.json @l.json", layout("ram 0", "ram 64").1)),
        (Code::DuplicateId, file(two("a", "a"))),
        (Code::NameCollision, ("header @p.json @l.json", collision())),
        (Code::UnknownBank, with("banks", "[\"rom\"]")),
        (
            Code::UnknownBuffer,
            ("header @p.json @l.json", vec![("p.json", two("a", "b")), ("l.json", stray.to_vec())]),
        ),
        (Code::TooMany, file(problem(&many.join(","), &[]))),
        (Code::ZeroSize, with("bytes", "\"0\"")),
        (Code::BadAlignment, with("alignment", "\"3\"")),
        (Code::NoBank, with("banks", "[]")),
        (Code::NotReachable, transfer("", ", \"dma\": false")),
        (Code::SharedCacheLine, transfer(", \"cache_line\": \"32\"", "")),
        (Code::DuplicateBank, with("banks", "[\"ram\", \"ram\"]")),
        (Code::FixedWithoutBank, and(", \"fixed_offset\": \"0\"")),
        (Code::FixedBankNotAllowed, file(elsewhere())),
        (Code::FixedMisaligned, and(", \"fixed_bank\": \"ram\", \"fixed_offset\": \"2\"")),
        (Code::Contradiction, state("\"source\": true", &step("a", "\"x\", \"y\"", "", ""))),
        (Code::Unused, graph("true", &step("a", "\"y\"", "", ""))),
        (Code::NeverWritten, graph("false", &step("a", "\"x\", \"y\"", "", ""))),
        (Code::ReadBeforeWrite, graph("false", &step("a", "\"x\", \"y\"", "\"x\"", ""))),
        (Code::WrittenTwice, graph("true", &step("a", "\"y\"", "\"x\"", ""))),
        (Code::ScratchShared, graph("true", &step("a", "\"y\"", "", "\"x\""))),
        (Code::EmptyLifetime, with("first", "2")),
        (Code::LifetimeTooShort, newer(", \"kind\": \"persistent\"", "1")),
        (Code::Detached, state("\"source\": false, \"detached\": true", &step("a", "\"x\", \"y\"", "", ""))),
        (Code::Inexpressible, ("convert examples/json/dma_banks.json", vec![])),
        (Code::Usage, ("plan --capacity 64 examples/json/reuse.json", vec![])),
    ]
}

/// Each step has room for its buffers, and each buffer alone can be placed; only a search shows that there is no
/// layout.
fn no_step_alone() -> Vec<u8> {
    let buffer = |id: &str, bytes: u32, first: u32, last: u32, fixed: &str| {
        format!(
            "{{\"id\": \"{id}\", \"bytes\": \"{bytes}\", \"first\": {first}, \"last\": {last}, \"alignment\": \"1\", \
             \"banks\": [\"ram\"]{fixed}}}"
        )
    };
    let low = ", \"fixed_bank\": \"ram\", \"fixed_offset\": \"0\"";
    let buffers = [
        buffer("head", 56, 0, 0, low),
        buffer("tail", 40, 3, 3, low),
        buffer("early", 40, 0, 2, ""),
        buffer("late", 40, 2, 3, ""),
    ];
    problem(r#"{"id": "ram", "capacity": "112"}"#, &buffers)
}

/// Two buffers whose ids become one macro.
fn collision() -> Vec<(&'static str, Vec<u8>)> {
    let banks = r#"{"id": "ram", "capacity": "128"}"#;
    let buffers = [buffer("a-b", "", "", ""), buffer("a.b", "", "", "")];
    let places =
        r#"{"id": "a-b", "bank": "ram", "offset": "0"}, {"id": "a.b", "bank": "ram", "offset": "64"}"#;
    let layout = format!("{{\"schema\": 1, \"placements\": [{places}]}}");
    vec![("p.json", problem(banks, &buffers)), ("l.json", layout.into_bytes())]
}

/// A buffer that is fixed to a bank which it does not allow.
fn elsewhere() -> Vec<u8> {
    let banks = format!("{BANK}, {{\"id\": \"rom\", \"capacity\": \"64\"}}");
    problem(&banks, &[buffer("x", "", "", ", \"fixed_bank\": \"rom\"")])
}

/// The codes of the errors that the command prints.
fn printed((args, files): &Case) -> BTreeSet<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, contents) in files {
        fs::write(folder.path().join(name), contents).expect("the file is written");
    }
    let place = format!("{}/", folder.path().to_str().expect("a path in UTF-8"));
    let args: Vec<String> = args.split(' ').map(|arg| arg.replace('@', &place)).collect();
    let (status, out, err) = texts(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_ne!(status, 0, "{args:?} printed {out}");
    err.lines().filter_map(|line| Some(line.strip_prefix("error[")?.split_once(']')?.0.to_owned())).collect()
}

/// The codes at the ends of headlines that the macro's tests expect.
fn expected_of_the_macro() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    let mut folders =
        vec![repository("tests/ui"), repository("arena-plan-macros/src"), repository("arena-plan/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if is_expectation(&path) {
                let text = fs::read_to_string(&path).expect("a text");
                codes.extend(text.lines().flat_map(last_codes).map(str::to_owned));
            }
        }
    }
    codes
}

/// Expected output of compile-fail cases, and the unit tests that contain messages.
fn is_expectation(path: &Path) -> bool {
    let inside = |folder: &str| path.components().any(|part| part.as_os_str() == folder);
    let named = |name: &str| path.file_name().is_some_and(|found| found == name);
    path.extension().is_some_and(|end| end == "stderr")
        || inside("tests")
        || named("tests.rs")
        || named("check.rs")
}

/// The codes in brackets at the end of a line or of a string in it.
fn last_codes(line: &str) -> impl Iterator<Item = &str> {
    line.split('[').skip(1).filter_map(|part| {
        let (code, rest) = part.split_once(']')?;
        let known = Code::ALL.iter().any(|known| known.as_str() == code);
        (known && (rest.is_empty() || rest.starts_with(['"', '\\']))).then_some(code)
    })
}

#[test]
fn every_code_is_provoked_by_every_documented_reporter() {
    let mut of_command = BTreeSet::new();
    for (code, case) in cases() {
        let found = printed(&case);
        assert!(found.contains(code.as_str()), "`{}` reports {found:?}, not {code}", case.0);
        of_command.insert(code.to_string());
    }
    let of_macro = expected_of_the_macro();
    let text = fs::read_to_string(repository("docs/codes.md")).expect("docs/codes.md is there");
    for code in Code::ALL {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{code}` |"))).expect("a row");
        let by = row.split(" | ").nth(2).expect("a third column");
        let mut right = Vec::new();
        right.extend(of_macro.contains(code.as_str()).then_some("macro"));
        right.extend(of_command.contains(code.as_str()).then_some("command"));
        assert_eq!(by, right.join(", "), "{code}");
    }
}
