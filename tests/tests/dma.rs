//! Buffers for DMA: in banks that bus masters reach, and alone in their cache lines, on both routes.
#![forbid(unsafe_code)]

use arena_plan::{Buf, arena_plan};

/// Banks as on a Cortex-M7: the tightly coupled memory comes first and is out of the reach of the DMA controller.
macro_rules! recorder {
    ($name:ident, $byte:ty, $line:tt) => {
        arena_plan! {
            pub mod $name {
                bank dtcm { capacity: 256, dma: no }
                bank sram { capacity: 512, cache_line: $line }

                buffer raw: [$byte; 40], dma;
                buffer status: [$byte; 4] in sram;
                buffer scratch: [$byte; 100];
                persistent ring: [[$byte; 32]; 2], dma, detached;
                buffer sum: [$byte; 8] in sram, retain;

                step record() -> (raw, status);
                step convert(raw, status, scratch scratch) -> sum;
            }
        }
    };
}

mod native {
    use super::arena_plan;
    recorder!(plan, u8, 32);
}

mod constant {
    use super::arena_plan;
    type Byte = u8;
    const LINE: usize = 16 + 16;
    recorder!(plan, Byte, LINE);
}

#[test]
fn both_routes_agree() {
    assert_eq!(format!("{:?}", native::plan::PLAN), format!("{:?}", constant::plan::PLAN));
    assert_eq!(native::plan::PLAN.to_string(), constant::plan::PLAN.to_string());
}

#[test]
fn only_buffers_without_the_flag_go_where_bus_masters_do_not() {
    use native::plan::buf;
    assert_eq!([buf::Raw::BANK, buf::Ring::BANK, buf::Scratch::BANK], ["sram", "sram", "dtcm"]);
}

/// Whatever is alive at the same time is in other lines, and the bank's memory begins and ends with whole ones.
#[test]
fn nothing_else_is_in_the_lines_of_a_transfer() {
    let table = &constant::plan::PLAN;
    let lines = |row: &arena_plan::BufferRow| (row.offset / 32, (row.offset + row.bytes - 1) / 32);
    let mut pairs = 0;
    for one in table.buffers.iter().filter(|row| row.dma) {
        assert_eq!(one.offset % 32, 0, "{}", one.name);
        for other in table.buffers.iter().filter(|row| row.name != one.name && row.bank == one.bank) {
            let together = one.first <= other.last && other.first <= one.last;
            let (a, b) = (lines(one), lines(other));
            assert!(!together || a.1 < b.0 || b.1 < a.0, "{} and {}", one.name, other.name);
            pairs += usize::from(together);
        }
    }
    assert_eq!(pairs, 6);
    assert_eq!((constant::plan::bank::Sram::ALIGN, constant::plan::bank::Sram::BYTES % 32), (32, 0));
    assert_eq!(constant::plan::buf::Raw::BYTES, 40, "the size of the type, without the rest of its line");
}

#[test]
fn the_table_and_the_problem_say_what_is_for_dma() {
    assert_eq!(
        native::plan::PLAN.to_string(),
        "\
plan plan: 2 steps, 5 buffers, 216 bytes in 260

bank  capacity  reserve  high-water  bytes  free  bound
dtcm       256        0         100    100   156    100  in `convert`; at its bound; no DMA
sram       512        0         140    160   352    140  in `convert`; at its bound; cache lines of 32

buffer   kind                     bank  offset  end  bytes  align  alive in
scratch  buffer                   dtcm       0  100    100      1  .#  convert
raw      buffer dma               sram       0   40     40     32  ##  record..=convert
ring     persistent detached dma  sram      64  128     64     32  ##  record..=convert
sum      buffer                   sram     128  136      8      1  .#  convert
status   buffer                   sram     136  140      4      1  ##  record..=convert"
    );
    assert_eq!(
        constant::plan::PLAN.problem().to_string(),
        r#"{"schema": 2,
"banks": [
  {"id": "dtcm", "capacity": "256", "dma": false},
  {"id": "sram", "capacity": "512", "cache_line": "32"}],
"buffers": [
  {"id": "raw", "bytes": "40", "first": 0, "last": 1, "alignment": "32", "banks": ["sram"], "dma": true},
  {"id": "status", "bytes": "4", "first": 0, "last": 1, "alignment": "1", "banks": ["sram"]},
  {"id": "scratch", "bytes": "100", "first": 1, "last": 1, "alignment": "1", "banks": ["dtcm", "sram"]},
  {"id": "ring", "bytes": "64", "first": 0, "last": 1, "alignment": "32", "banks": ["sram"], "kind": "persistent", "detached": true, "dma": true},
  {"id": "sum", "bytes": "8", "first": 1, "last": 1, "alignment": "1", "banks": ["sram"]}]}
"#
    );
}

#[test]
fn the_command_gives_a_layout_for_the_exported_problem() {
    let problem = arena_plan_core::json::decode_problem(native::plan::PLAN.problem().to_string().as_bytes());
    let problem = problem.expect("a problem of schema 2");
    let plan = arena_plan_core::problem::plan(&problem, &Default::default()).expect("a valid problem");
    assert!(plan.fits);
    assert!(arena_plan_core::problem::verify(&problem, &plan.layout).holds());
    let raw = plan.layout.placements.iter().find(|placement| &*placement.id == "raw").expect("a placement");
    assert_eq!((&*raw.bank, raw.offset % 32), ("sram", 0));
}

#[test]
fn a_double_buffer_whose_halves_are_whole_lines_is_split() {
    let (record, native::plan::Detached { ring }) = native::plan::take().expect("the arena is free");
    let [mut filling, full] = Buf::split(ring);
    filling.fill(7);
    assert_eq!(full[0], 0);
    record.release(native::plan::Detached { ring: Buf::join([full, filling]) });
}

/// `x => y`: the bytes of `x` keep their lines when they become `y`.
#[test]
fn in_place_the_lines_stay() {
    macro_rules! in_place {
        ($name:ident, $byte:ty) => {
            arena_plan! {
                mod $name {
                    bank sram { capacity: 256, cache_line: 64 }
                    buffer x: [$byte; 70], dma;
                    buffer y: [$byte; 20];
                    buffer z: [$byte; 50], retain;
                    step load() -> x;
                    step turn(x => y);
                    step end(y) -> z;
                }
            }
        };
    }
    type Byte = u8;
    in_place!(known, u8);
    in_place!(computed, Byte);
    assert_eq!([known::buf::Y::OFFSET, known::buf::Z::OFFSET], [0, 128]);
    assert_eq!([computed::buf::Y::OFFSET, computed::buf::Z::OFFSET], [0, 128]);
    assert!(known::audit().holds() && computed::audit().holds());
}
