//! The C header at work: a C11 program runs the schedule and finds every buffer's contents intact as long as it is
//! alive.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{STRANGE, header};
use crate::common::{arena_plan, repository};
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

/// The buffers whose bytes another one takes after their death, by id: their contents must be overwritten.
fn overwritten(input: &Input, layout: &Layout) -> Vec<String> {
    let spot = |id: &str| layout.placements.iter().find(|spot| &*spot.id == id).expect("it is placed");
    let taken = |dead: &Buffer, other: &Buffer| {
        let (a, b) = (spot(&dead.id), spot(&other.id));
        other.first > dead.last
            && a.bank == b.bank
            && a.offset < b.offset + other.needs.bytes
            && b.offset < a.offset + dead.needs.bytes
    };
    let buffers = layout.placements.iter().map(|placement| find(input, &placement.id));
    buffers
        .filter(|dead| input.problem.buffers.iter().any(|other| taken(dead, other)))
        .map(|dead| dead.id.to_string())
        .collect()
}

/// Compiles as C11, with all warnings as errors.
fn compile(folder: &Path, args: &[&str]) {
    let compiled = Command::new("gcc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("gcc starts");
    assert!(compiled.status.success(), "{args:?}: {}", String::from_utf8_lossy(&compiled.stderr));
}

/// Compiles and runs the schedule of a file, and returns the buffers that are overwritten at its end.
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
    compile(folder.path(), &["-O1", "main.c", "-o", "main"]);
    let ran = Command::new(path("main")).output().expect("the program starts");
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{file}: {:?} {out}", ran.status);
    let gone: Vec<String> = out.lines().map(str::to_owned).collect();
    assert_eq!(gone, overwritten(&input, &layout), "{file}: contents live longer than they should");
    gone
}

#[test]
#[ignore = "needs gcc"]
fn contents_survive_exactly_as_long_as_their_lifetime() {
    assert_eq!(run("examples/json/reuse.json"), ["samples", "spectrum"]);
    assert_eq!(run("examples/json/dma_banks.json"), [""; 0]);
    assert_eq!(run("examples/json/graph.json"), ["pcm", "windowed"]);
    assert_eq!(run("examples/json/recorder.json"), [""; 0]);
    assert!(run("tests/fixtures/keyword_spotter.graph.json").len() >= 9);
    run("tests/fixtures/digit_lstm.graph.json");
}

#[test]
#[ignore = "needs gcc"]
fn a_header_with_strange_ids_compiles_twice_in_one_unit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, out, _) = header(folder.path(), STRANGE);
    fs::write(folder.path().join("layout.h"), &out).expect("the header is written");
    let main = "#include \"layout.h\"\n#include \"layout.h\"\n#if APP_BANK_S_RAM_SIZE != 16\n#error size\n#endif\n\
                int main(void) { return 0; }\n";
    fs::write(folder.path().join("main.c"), main).expect("the program is written");
    compile(folder.path(), &["-trigraphs", "-c", "main.c"]);
}

/// The values of the plan's constants, as structs of C: it lays them out by itself.
const BLOBS: &str = r#"#include "layout.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if ARENA_BIAS_CONSTANT != 1 || ARENA_WEIGHTS_CONSTANT != 1 || ARENA_TABLE_CONSTANT != 1
#error "constants"
#endif
#if ARENA_STAGED_DTCM_STAGED != 1 || ARENA_STAGED_SRAM_STAGED != 1 || ARENA_RUNS_PERSISTENT != 1
#error "kinds"
#endif
#if defined(ARENA_X_CONSTANT) || defined(ARENA_BIAS_STAGED) || defined(ARENA_STAGED_DTCM_CONSTANT)
#error "a kind too many"
#endif

struct read_there { int32_t bias[2]; };
struct to_dtcm { int8_t weights[5]; int32_t gains[2]; uint8_t odd; };
struct to_sram { uint16_t table[3]; };

_Static_assert(sizeof(struct to_dtcm) == ARENA_STAGED_DTCM_SIZE, "dtcm");
_Static_assert(sizeof(struct to_sram) == ARENA_STAGED_SRAM_SIZE, "sram");
_Static_assert(_Alignof(struct to_dtcm) <= ARENA_STAGED_DTCM_ALIGN, "aligned");
_Static_assert(offsetof(struct to_dtcm, gains) == ARENA_GAINS_OFFSET - ARENA_WEIGHTS_OFFSET, "gains");
_Static_assert(offsetof(struct to_dtcm, odd) == ARENA_ODD_OFFSET - ARENA_WEIGHTS_OFFSET, "odd");
_Static_assert(sizeof((struct to_dtcm){0}.gains) == ARENA_GAINS_SIZE, "a constant of its own");

static _Alignas(ARENA_BANK_FLASH_ALIGN) unsigned char flash[ARENA_BANK_FLASH_SIZE];
static _Alignas(ARENA_BANK_DTCM_ALIGN) unsigned char dtcm[ARENA_BANK_DTCM_SIZE];
static _Alignas(ARENA_BANK_SRAM_ALIGN) unsigned char sram[ARENA_BANK_SRAM_SIZE];

#define PUT(name, ...) memcpy(flash + ARENA_##name##_OFFSET, (__VA_ARGS__), ARENA_##name##_SIZE)

int main(void) {
    PUT(BIAS, (int32_t[]){100, -100});
    PUT(WEIGHTS, (int8_t[]){1, -2, 3, -4, 5});
    PUT(GAINS, (int32_t[]){10, 20});
    PUT(ODD, (uint8_t[]){3});
    PUT(TABLE, (uint16_t[]){7, 8, 9});
    memset(dtcm, 0xff, sizeof dtcm);
    memset(sram, 0xff, sizeof sram);
    memcpy(dtcm + ARENA_STAGED_DTCM_OFFSET, flash + ARENA_WEIGHTS_OFFSET, ARENA_STAGED_DTCM_SIZE);
    memcpy(sram + ARENA_STAGED_SRAM_OFFSET, flash + ARENA_TABLE_OFFSET, ARENA_STAGED_SRAM_SIZE);
    memset(dtcm + ARENA_X_OFFSET, 0xff, ARENA_X_SIZE);
    memset(sram + ARENA_RING_OFFSET, 0xff, ARENA_RING_SIZE);
    const struct read_there *there = (const void *)(flash + ARENA_BIAS_OFFSET);
    const struct to_dtcm *fast = (const void *)(dtcm + ARENA_STAGED_DTCM_OFFSET);
    const struct to_sram *slow = (const void *)(sram + ARENA_STAGED_SRAM_OFFSET);
    printf("%d %d, %d %d %d %d, %u %u\n", there->bias[0], there->bias[1], fast->weights[0], fast->weights[4],
           fast->gains[0], fast->gains[1], (unsigned)fast->odd, (unsigned)slow->table[2]);
    return 0;
}
"#;

/// The problem is that of the plan in `tests/tests/staged.rs`, which compares it.
#[test]
#[ignore = "needs gcc"]
fn constants_are_where_a_c_program_expects_their_structs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = "tests/fixtures/staged.json";
    let layout = folder.path().join("layout.json");
    fs::write(&layout, arena_plan(&["layout", file]).stdout).expect("the layout is written");
    let header = arena_plan(&["header", file, layout.to_str().expect("a path in UTF-8")]);
    assert!(header.status.success(), "{}", String::from_utf8_lossy(&header.stderr));
    fs::write(folder.path().join("layout.h"), header.stdout).expect("the header is written");
    fs::write(folder.path().join("main.c"), BLOBS).expect("the program is written");
    compile(folder.path(), &["-O1", "main.c", "-o", "main"]);
    let ran = Command::new(folder.path().join("main")).output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "100 -100, 1 5 10 20, 3 9\n");
}
