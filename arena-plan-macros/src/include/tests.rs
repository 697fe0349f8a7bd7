//! Graphs in blocks: what a block takes, and where mistakes are reported.

use expect_test::{Expect, expect};

use crate::tests::errors;

const GOOD: &str = r#"{"schema": 1, "banks": [{"id": "ram", "capacity": "64"}],
"tensors": [
  {"id": "pcm", "bytes": "32", "alignment": "16", "banks": ["ram"], "source": true, "retain": false},
  {"id": "type", "bytes": "16", "alignment": "4", "banks": ["ram"], "source": false, "retain": false},
  {"id": "side", "bytes": "4", "alignment": "4", "banks": ["ram"], "source": false, "retain": false}],
"steps": [
  {"id": "fold", "inputs": ["pcm"], "outputs": ["type", "side"], "scratch": []},
  {"id": "read", "inputs": ["type"], "outputs": [], "scratch": []}]}"#;

/// The errors of a block that includes this text, next to other declarations.
fn with(text: &str, declarations: &str, expected: Expect) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("net.graph.json");
    std::fs::write(&path, text).expect("a file");
    let declarations = declarations.replace("FOLDER", &folder.path().to_string_lossy());
    let found = errors(&format!("mod plan {{ {declarations} include {path:?}; }}"));
    expected.assert_eq(&found.replace(&*folder.path().to_string_lossy(), "FOLDER"));
}

#[test]
fn what_a_graph_may_say_a_block_takes() {
    // A keyword of Rust as a name, a result that no step reads, and steps of the block around those of the file.
    with(GOOD, "bank ram { capacity: 64 } step begin();", expect![""]);
}

#[test]
fn mistakes_in_the_file_have_its_line() {
    let bank = "bank ram { capacity: 64 }";
    with(
        &GOOD.replace("\"32\"", "32"),
        bank,
        expect![[r#"
        the graph file `FOLDER/net.graph.json` is wrong at line 3, column 26: expected a decimal string such as "1024", found the number 32 [wrong-type]
    "#]],
    );
    with(
        &GOOD.replace("[\"pcm\"]", "[\"pcn\"]"),
        bank,
        expect![[r#"
        the graph file `FOLDER/net.graph.json` is wrong at line 7, column 29: step 0 `fold` names the unknown tensor `pcn` [unknown-buffer]
    "#]],
    );
    with(
        &GOOD.replace("\"side\"", "\"2nd\""),
        bank,
        expect![[r#"
        the graph file `FOLDER/net.graph.json` is wrong at line 5, column 10: the tensor `2nd` cannot be a name of Rust: rename it [bad-name]
    "#]],
    );
    with(
        &GOOD.replace("\"read\"", "\"read it\""),
        bank,
        expect![[r#"
        the graph file `FOLDER/net.graph.json` is wrong at line 8, column 10: the step `read it` cannot be a name of Rust: rename it [bad-name]
    "#]],
    );
    with(
        GOOD,
        "bank tcm { capacity: 64 }",
        expect![[r#"
        the graph file `FOLDER/net.graph.json` is wrong at line 3, column 60: tensor `pcm` goes to bank `ram`, which this block does not have: declare it, or change the file [unknown-bank]
    "#]],
    );
}

#[test]
fn what_is_written_in_place_has_no_bytes_of_its_own() {
    let alias = |of: &str, offset: &str| {
        let alias = format!(r#""retain": false, "alias": {{"of": "{of}", "offset": "{offset}"}}}}"#);
        let second = GOOD.replacen(r#""schema": 1"#, r#""schema": 2"#, 1);
        let start = second.find(r#"{"id": "type""#).expect("the second tensor");
        let (before, after) = second.split_at(start);
        format!("{before}{}", after.replacen(r#""retain": false}"#, &alias, 1))
    };
    // 32 bytes and 4: `type` is `pcm` from the second step on.
    with(&alias("pcm", "0"), "bank ram { capacity: 48 } step begin();", expect![""]);
    with(
        &alias("pcm", "4"),
        "bank ram { capacity: 64 }",
        expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 4, column 112: the tensor `type` is bytes of `pcm`: a block has that only as `pcm => type`, of a step that writes `type` over `pcm` from its beginning and is the last to use `pcm`, which has to be aligned as much [inexpressible]
        "#]],
    );
    with(
        &alias("pcm", "0").replace("\"inputs\": [\"type\"]", "\"inputs\": [\"type\", \"pcm\"]"),
        "bank ram { capacity: 64 }",
        expect![[r#"
            the graph file `FOLDER/net.graph.json` is wrong at line 4, column 112: the tensor `type` is bytes of `pcm`: a block has that only as `pcm => type`, of a step that writes `type` over `pcm` from its beginning and is the last to use `pcm`, which has to be aligned as much [inexpressible]
        "#]],
    );
}

#[test]
fn mistakes_beside_the_file_are_those_of_any_block() {
    with(
        GOOD,
        "bank ram { capacity: 40 }",
        expect![[r#"
        bank `ram` is over budget: step `fold` keeps 52 bytes alive, but the capacity is 32 (capacity 40, in multiples of 16, the alignment of `pcm`) (20 bytes over) [over-budget]
          pcm   32 bytes  fold
          type  16 bytes  fold..=read
          side   4 bytes  fold
        no layout exists: the bytes alive at this step alone exceed the bank
        would fit if one of these changed:
          bank `ram`: capacity 64 instead of 40, the minimum
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]],
    );
    with(
        GOOD,
        "bank ram { capacity: 64 } buffer pcm: u8;",
        expect![[r#"
        buffer `pcm` is declared twice: rename or remove this one [duplicate-id]
    "#]],
    );
    with(
        GOOD,
        "bank ram { capacity: 64 } include \"FOLDER/none.graph.json\";",
        expect![[r#"
        cannot read the graph file `FOLDER/none.graph.json`: No such file or directory (os error 2) [file-missing]
    "#]],
    );
}
