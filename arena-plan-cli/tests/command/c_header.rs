//! The C header at work: a C11 program runs the schedule and finds every buffer's contents as long as it lives.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use crate::common::{arena_plan, repository, texts};
use arena_plan_core::json::{Input, decode_input, decode_layout};
use arena_plan_core::problem::{Buffer, Layout};

/// The part of the program that does not depend on the problem.
const DRIVER: &str = r#"
#define COUNT (sizeof buffers / sizeof buffers[0])

static unsigned char pattern(size_t buffer, size_t byte) {
    return (unsigned char)(buffer * 37u + byte * 11u + 1u);
}

static int intact(size_t buffer) {
    for (size_t i = 0; i < buffers[buffer].size; i++) {
        if (buffers[buffer].bytes[i] != pattern(buffer, i)) {
            return 0;
        }
    }
    return 1;
}

int main(void) {
    for (unsigned long step = 0; step <= LAST_STEP; step++) {
        for (size_t b = 0; b < COUNT; b++) {
            if ((uintptr_t)buffers[b].bytes % buffers[b].align != 0) {
                return 3;
            }
            for (size_t i = 0; buffers[b].first == step && i < buffers[b].size; i++) {
                buffers[b].bytes[i] = pattern(b, i);
            }
        }
        for (size_t b = 0; b < COUNT; b++) {
            if (buffers[b].first <= step && step <= buffers[b].last && !intact(b)) {
                printf("%s lost its contents in step %lu\n", buffers[b].name, step);
                return 1;
            }
        }
    }
    for (size_t b = 0; b < COUNT; b++) {
        if (!intact(b)) {
            printf("%s\n", buffers[b].name);
        }
    }
    return 0;
}
"#;

/// The id as the header mangles it; the examples need no more than this.
fn upper(id: &str) -> String {
    id.to_ascii_uppercase()
}

fn program(input: &Input, layout: &Layout) -> String {
    let mut out = String::from(
        "#include \"layout.h\"\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\n",
    );
    for bank in &input.problem.banks {
        let name = upper(&bank.id);
        let _ = writeln!(
            out,
            "static _Alignas(ARENA_BANK_{name}_ALIGN) unsigned char {}[ARENA_BANK_{name}_SIZE];",
            bank.id
        );
    }
    out.push_str("static const struct { const char *name; unsigned char *bytes; size_t size, align; unsigned long first, last; } buffers[] = {\n");
    for placement in &layout.placements {
        let buffer = find(input, &placement.id);
        let name = upper(&buffer.id);
        let _ = writeln!(
            out,
            "    {{\"{}\", {} + ARENA_{name}_OFFSET, ARENA_{name}_SIZE, ARENA_{name}_ALIGN, {}, {}}},",
            buffer.id, placement.bank, buffer.first, buffer.last
        );
    }
    let last = input.problem.buffers.iter().map(|buffer| buffer.last).max().expect("a buffer");
    let _ = write!(out, "}};\n#define LAST_STEP {last}ul\n{DRIVER}");
    out
}

fn find<'a>(input: &'a Input, id: &str) -> &'a Buffer {
    input.problem.buffers.iter().find(|buffer| &*buffer.id == id).expect("the buffer is declared")
}

/// The buffers whose bytes another one takes after their death, by id: their contents must be gone.
fn overwritten(input: &Input, layout: &Layout) -> Vec<String> {
    let spot = |id: &str| layout.placements.iter().find(|spot| &*spot.id == id).expect("it is placed");
    let taken = |dead: &Buffer, other: &Buffer| {
        let (a, b) = (spot(&dead.id), spot(&other.id));
        other.first > dead.last
            && a.bank == b.bank
            && a.offset < b.offset + other.bytes
            && b.offset < a.offset + dead.bytes
    };
    let buffers = layout.placements.iter().map(|placement| find(input, &placement.id));
    buffers
        .filter(|dead| input.problem.buffers.iter().any(|other| taken(dead, other)))
        .map(|dead| dead.id.to_string())
        .collect()
}

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: gcc is not installed");
    }
    found
}

/// Compiles and runs the schedule of a file, and gives the buffers that are overwritten at its end.
fn run(file: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let layout_path = path("layout.json");
    fs::write(&layout_path, arena_plan(&["layout", file]).stdout).expect("the layout is written");
    let header = arena_plan(&["header", file, layout_path.to_str().expect("a path in UTF-8")]);
    assert!(header.status.success(), "{file}: {}", String::from_utf8_lossy(&header.stderr));
    fs::write(path("layout.h"), header.stdout).expect("the header is written");
    let input = decode_input(&fs::read(repository(file)).expect("the file is there")).expect("it is valid");
    let layout = decode_layout(&fs::read(&layout_path).expect("the layout is there")).expect("it is valid");
    fs::write(path("main.c"), program(&input, &layout)).expect("the program is written");
    let compiled = Command::new("gcc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "main.c", "-o", "main"])
        .current_dir(folder.path())
        .output()
        .expect("gcc starts");
    assert!(compiled.status.success(), "{file}: {}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(path("main")).output().expect("the program starts");
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{file}: {:?} {out}", ran.status);
    let gone: Vec<String> = out.lines().map(str::to_owned).collect();
    assert_eq!(gone, overwritten(&input, &layout), "{file}: contents live longer than they should");
    gone
}

#[test]
fn contents_survive_exactly_as_long_as_their_lifetime() {
    if !has_gcc() {
        return;
    }
    assert_eq!(run("examples/json/reuse.json"), ["samples", "spectrum"]);
    assert_eq!(run("examples/json/dma_banks.json"), [""; 0]);
    assert_eq!(run("examples/json/graph.json"), ["pcm", "windowed"]);
    assert!(run("tests/fixtures/keyword_spotter.graph.json").len() >= 9);
    run("tests/fixtures/digit_lstm.graph.json");
}

#[test]
fn strange_ids_give_valid_identifiers_or_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let problem = |ids: [&str; 2]| {
        let buffer = |id: &str| {
            format!(
                r#"{{"id": {id:?}, "bytes": "8", "first": 0, "last": 0, "alignment": "1", "banks": ["s ram"]}}"#
            )
        };
        let buffers = ids.map(buffer).join(", ");
        format!(r#"{{"schema": 1, "banks": [{{"id": "s ram", "capacity": "64"}}], "buffers": [{buffers}]}}"#)
    };
    let header = |ids: [&str; 2]| {
        fs::write(path("problem.json"), problem(ids)).expect("the problem is written");
        fs::write(path("layout.json"), arena_plan(&["layout", &path("problem.json")]).stdout)
            .expect("the layout is written");
        texts(&["header", &path("problem.json"), &path("layout.json"), "--prefix", "APP"])
    };
    let (status, out, err) = header(["model/conv:1 */ ??/", "7"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.contains(
            "/* buffer model/conv:1 _/ __/, steps 0..=0 */\n#define APP_MODEL_CONV_1________OFFSET 8U\n"
        ),
        "{out}"
    );
    assert!(out.contains("/* buffer 7, steps 0..=0 */\n#define APP_7_OFFSET 0U\n"), "{out}");
    if has_gcc() {
        fs::write(path("layout.h"), &out).expect("the header is written");
        fs::write(path("main.c"), "#include \"layout.h\"\n#include \"layout.h\"\n#if APP_BANK_S_RAM_SIZE != 16\n#error size\n#endif\nint main(void) { return 0; }\n")
            .expect("the program is written");
        let compiled = Command::new("gcc")
            .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-trigraphs", "-c", "main.c"])
            .current_dir(folder.path())
            .output()
            .expect("gcc starts");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    }
    let (status, out, err) = header(["a-b", "a.b"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "error[name-collision]: buffer `a-b` and buffer `a.b` both give the macro APP_A_B_OFFSET\n  \
         = help: rename one of them: other characters than letters and digits become underscores\n"
    );
    let (status, _, err) = header(["bank_s_ram", "b"]);
    assert_eq!(status, 2, "{err}");
    assert!(
        err.contains("bank `s ram` and buffer `bank_s_ram` both give the macro APP_BANK_S_RAM_SIZE"),
        "{err}"
    );
}
