//! Mistakes in layout files, and blocks that do not match theirs.

use expect_test::{Expect, expect};

use super::{errors, messages};
use crate::testing::facade;

/// The errors of a block with a layout file of these placements.
fn given(name: &str, placements: &str, expected: Expect) {
    let text = format!("{{\"schema\": 1, \"placements\": [{placements}]}}");
    expected.assert_eq(&with_file(name, text.as_bytes()));
}

/// The errors of a block with a layout file of these bytes.
fn with_file(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join(format!("{name}.json"));
    std::fs::write(&path, bytes).expect("a file");
    let text = errors(&format!(
        "mod plan {{ bank ram {{ capacity: 128 }} bank rom {{ capacity: 64 }} layout {path:?};
         buffer early: [u32; 16] in ram; buffer middle: [u32; 16]; buffer late: [u32; 16] in ram @ 64, retain;
         step first() -> early; step second(early) -> middle; step third(middle) -> late; }}"
    ));
    text.replace(&*folder.path().to_string_lossy(), "FOLDER")
}

#[test]
fn a_layout_file_that_cannot_be_read_has_the_code_of_its_mistake() {
    let cases: [(&str, &[u8]); 15] = [
        ("large", &[b' '; (4 << 20) + 1]),
        ("marked", b"\xEF\xBB\xBF{}"),
        ("latin", b"{\"\xE9\": 1}"),
        ("cut", b"{\"schema\": 1"),
        ("two", b"{\"schema\": 1, \"placements\": []} {}"),
        ("new", b"{\"schema\": 9, \"placements\": []}"),
        ("half", b"{\"schema\": 1.5, \"placements\": []}"),
        ("bare", b"{\"schema\": 1}"),
        ("twice", b"{\"schema\": 1, \"schema\": 1, \"placements\": []}"),
        ("more", b"{\"schema\": 1, \"placements\": [], \"note\": 1}"),
        ("hex", b"{\"schema\": 1, \"placements\": [{\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"0x10\"}]}"),
        ("empty", b"{\"schema\": 1, \"placements\": [{\"id\": \"\", \"bank\": \"ram\", \"offset\": \"0\"}]}"),
        ("umlaut", "{\"schema\": 1, \"placements\": [{\"id\": \"ü\", \"bank\": \"ram\", \"offset\": \"0\"}]}".as_bytes()),
        (
            "far",
            b"{\"schema\": 1, \"placements\": [{\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"9223372036854775808\"}]}",
        ),
        (
            "same",
            b"{\"schema\": 1, \"placements\": [{\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"0\"},
                {\"id\": \"a\", \"bank\": \"ram\", \"offset\": \"0\"}]}",
        ),
    ];
    let text: String = cases.iter().map(|(name, bytes)| with_file(name, bytes)).collect();
    expect![[r#"
        the layout file `FOLDER/large.json` is wrong at line 1, column 1: the file has more than 4194304 bytes (4 MiB) [file-too-large]
        the layout file `FOLDER/marked.json` is wrong at line 1, column 1: the file begins with a byte-order mark [byte-order-mark]
        the layout file `FOLDER/latin.json` is wrong at line 1, column 3: the byte 0xE9 is not valid UTF-8 [invalid-utf8]
        the layout file `FOLDER/cut.json` is wrong at line 1, column 13: the file ends before its JSON value is complete [json-syntax]
        the layout file `FOLDER/two.json` is wrong at line 1, column 33: the JSON value is followed by an object [trailing-data]
        the layout file `FOLDER/new.json` is wrong at line 1, column 12: schema 9 is not supported, only schema 1 [wrong-schema]
        the layout file `FOLDER/half.json` is wrong at line 1, column 12: the schema number is not a plain integer [not-integer]
        the layout file `FOLDER/bare.json` is wrong at line 1, column 1: a layout lacks the field `placements` [missing-field]
        the layout file `FOLDER/twice.json` is wrong at line 1, column 15: the field `schema` occurs twice [duplicate-field]
        the layout file `FOLDER/more.json` is wrong at line 1, column 33: a layout has no field `note` [unknown-field]
        the layout file `FOLDER/hex.json` is wrong at line 1, column 67: "0x10" is not a canonical decimal number: it contains 'x' [not-decimal]
        the layout file `FOLDER/empty.json` is wrong at line 1, column 37: the id is empty [empty-id]
        the layout file `FOLDER/umlaut.json` is wrong at line 1, column 37: the id contains 'ü', but ids are ASCII [non-ascii-id]
        the layout file `FOLDER/far.json` is wrong at line 1, column 67: "9223372036854775808" is above 2^63 - 1 [out-of-range]
        the layout file `FOLDER/same.json` is wrong at line 2, column 24: two placements have the id `a` [duplicate-id]
    "#]].assert_eq(&text);
}

/// A file of a variant that has one buffer more.
#[test]
fn a_layout_file_of_another_variant_says_what_is_configured_out() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("plan.json");
    let at =
        |id: &str, offset: u32| format!("{{\"id\": \"{id}\", \"bank\": \"ram\", \"offset\": \"{offset}\"}}");
    let text = format!("{{\"schema\": 1, \"placements\": [{}, {}]}}", at("pcm", 0), at("echo", 16));
    std::fs::write(&path, text).expect("a file");
    let source = format!(
        "mod plan {{ bank ram {{ capacity: 64 }} layout {path:?}; buffer pcm: [u8; 16], live s; step s; }}"
    );
    let removed = crate::variants::Removed {
        kind: crate::ast::Kind::Buffer,
        id: "echo".to_owned(),
        attribute: "#[cfg(feature = \"echo\")]".to_owned(),
    };
    let variant =
        crate::variants::Variant { tokens: source.parse().expect("tokens"), removed: vec![removed] };
    let code = crate::block(&facade(), variant, &crate::blocks::Blocks::alone());
    expect![[r#"
        the layout file `FOLDER/plan.json` places `echo`, which is configured out by `#[cfg(feature = "echo")]`: give each variant a file of its own, as in `#[cfg(…)] layout "FILE";` [unknown-buffer]
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]]
    .assert_eq(&messages(&code).replace(&*folder.path().to_string_lossy(), "FOLDER"));
}

#[test]
fn each_buffer_that_a_layout_file_does_not_match_has_an_error() {
    let at = |id: &str, bank: &str, offset: u32| {
        format!("{{\"id\": \"{id}\", \"bank\": \"{bank}\", \"offset\": \"{offset}\"}}")
    };
    let good = [at("early", "ram", 64), at("middle", "ram", 0), at("late", "ram", 64)];
    given("good", &good.join(","), expect![""]);
    let clash = [at("early", "ram", 0), at("middle", "ram", 32), at("late", "ram", 66)];
    given(
        "clash",
        &clash.join(","),
        expect![[r#"
            the layout file puts buffer `middle` at bytes 32..96 of bank `ram`, but `early` is at 0..64, and both are alive in step `second`; generate it again for the current sizes and lifetimes (`arena-plan layout`) [overlap]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
            the layout file puts buffer `late` at bytes 66..130 of bank `ram`, but it is fixed at 64; generate it again for the current sizes and lifetimes (`arena-plan layout`) [fixed-moved]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let foreign = [at("early", "rom", 0), at("middle", "flash", 0), at("output", "ram", 0)];
    given(
        "foreign",
        &foreign.join(","),
        expect![[r#"
            the layout file `FOLDER/foreign.json` has no placement for buffer `late`, but one for `output`, which this block does not have: if `output` is now `late`, rename it in the file too, else generate the file again [missing-placement]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let renamed = [at("first", "ram", 0), at("middle", "ram", 0), at("late", "ram", 64)];
    given(
        "renamed",
        &renamed.join(","),
        expect![[r#"
            the layout file `FOLDER/renamed.json` has no placement for buffer `early`, but one for `first`, which this block does not have: if `first` is now `early`, rename it in the file too, else generate the file again [missing-placement]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let two = [at("first", "ram", 0), at("second", "ram", 0), at("late", "ram", 64)];
    given(
        "two",
        &two.join(","),
        expect![[r#"
            the layout file has no placement for the buffers `early` and `middle`, and places `first` and `second`, which this block does not have: make the file again, or rename in it what was renamed here [missing-placement]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    given(
        "older",
        &at("late", "ram", 64),
        expect![[r#"
            the layout file has no placement for the buffers `early` and `middle`: generate the file again [missing-placement]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    given(
        "newer",
        &[&clash[..], &[at("next", "ram", 0)]].concat().join(","),
        expect![[r#"
            the layout file places `next`, which this block does not have: does it belong to another plan? [unknown-buffer]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let bank = [at("early", "tcm", 0), at("middle", "tcm", 64), at("late", "tcm", 0)];
    given(
        "bank",
        &bank.join(","),
        expect![[r#"
            the layout file `FOLDER/bank.json` puts the buffers `early`, `middle` and `late` in bank `tcm`, which this block does not have: generate the file again [unknown-bank]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let bank = [at("early", "tcm", 0), at("middle", "rom", 64), at("late", "tcm", 0)];
    given(
        "renamed_bank",
        &bank.join(","),
        expect![[r#"
            the layout file `FOLDER/renamed_bank.json` puts the buffers `early` and `late` in bank `tcm`, which this block does not have: if `tcm` is now `ram`, rename it in the file too [unknown-bank]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let beyond = [at("early", "rom", 0), at("middle", "rom", 4), at("late", "ram", 64)];
    given(
        "beyond",
        &beyond.join(","),
        expect![[r#"
            the layout file puts buffer `early` at bytes 0..64 of bank `rom`, but that is not one of its banks; generate it again for the current sizes and lifetimes (`arena-plan layout`) [bank-not-allowed]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
            the layout file puts buffer `middle` at bytes 4..68 of bank `rom`, but the bank ends at 64; generate it again for the current sizes and lifetimes (`arena-plan layout`) [out-of-bank]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    let between = [at("early", "ram", 2), at("middle", "rom", 0), at("late", "ram", 64)];
    given(
        "between",
        &between.join(","),
        expect![[r#"
            the layout file puts buffer `early` at bytes 2..66 of bank `ram`, but the offset is not a multiple of 4; generate it again for the current sizes and lifetimes (`arena-plan layout`) [misaligned]
            help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        "#]],
    );
    given(
        "broken",
        "{\"id\": 4}",
        expect![[r#"
        the layout file `FOLDER/broken.json` is wrong at line 1, column 37: expected an id in quotes, found the number 4 [wrong-type]
    "#]],
    );
}

#[test]
fn a_layout_file_is_a_regular_file() {
    let text = |path: &str| {
        errors(&format!(
            "mod plan {{ bank ram {{ capacity: 4 }} layout {path:?}; buffer a: u32, source, retain; step only(a); }}"
        ))
        .replace(env!("CARGO_MANIFEST_DIR"), "PACKAGE")
    };
    expect![[r#"
        cannot read the layout file `PACKAGE/src`: it is not a regular file [file-not-regular]
    "#]]
    .assert_eq(&text("src"));
    // The system's message differs between systems.
    for (path, code) in [("nothing.json", "[file-missing]"), ("Cargo.toml/x.json", "[file-unreadable]")] {
        let text = text(path);
        assert!(text.starts_with(&format!("cannot read the layout file `PACKAGE/{path}`: ")), "{text}");
        assert!(text.ends_with(&format!(" {code}\n")), "{text}");
    }
}

/// What a step creates in place is placed with the buffer that it was, also by a file.
#[test]
fn a_layout_file_places_buffers_in_place_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut texts = String::new();
    for (name, offset) in [("same", 16), ("other", 32)] {
        let path = folder.path().join(format!("{name}.json"));
        let placement = |id: &str, offset: u32| {
            format!("{{\"id\": \"{id}\", \"bank\": \"ram\", \"offset\": \"{offset}\"}}")
        };
        let (x, y) = (placement("x", 16), placement("y", offset));
        std::fs::write(&path, format!("{{\"schema\": 1, \"placements\": [{x}, {y}]}}")).expect("a file");
        texts += &errors(&format!(
            "mod plan {{ bank ram {{ capacity: 64 }} layout {path:?}; buffer x: [u32; 4]; buffer y: [u8; 16];
             step a() -> x; step b(x => y); step c(y); }}"
        ));
    }
    expect![[r#"
        the layout file `FOLDER/other.json` puts buffer `y` at offset 32 of bank `ram`, but it is created in place of `x`, which is at offset 16 of `ram`: generate the file again [in-place]
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&texts.replace(&*folder.path().to_string_lossy(), "FOLDER"));
}
