//! Banks that bus masters do not reach, cache lines, and buffers for DMA, from the file to the C header.

use arena_plan_core::csv::encode_csv;
use arena_plan_core::json::{decode_layout, decode_problem, encode_problem};
use arena_plan_core::kernel::code::Code;
use arena_plan_core::planner::Options;
use arena_plan_core::problem::{Bank, Buffer, Layout, Placement, Problem, plan, summarize, validate, verify};
use arena_plan_core::report::{HeaderOptions, c_header, residency};
use expect_test::expect;

/// A frame of a DMA controller, 40 bytes in lines of 32, and others that are alive with it.
fn recorder() -> Problem {
    Problem {
        banks: vec![Bank::new("dtcm", 128).without_dma(), Bank::new("sram", 192).with_cache_line(32)],
        buffers: vec![
            Buffer::new("frame", 40, 0, 1, &["sram"]).with_dma(),
            Buffer::new("status", 4, 0, 1, &["sram"]).with_alignment(4),
            Buffer::new("scratch", 64, 1, 1, &["dtcm", "sram"]),
        ],
    }
}

fn layout(frame: u64, status: u64) -> Layout {
    let place = |id, bank, offset| Placement::new(id, bank, offset);
    Layout {
        placements: vec![
            place("frame", "sram", frame),
            place("status", "sram", status),
            place("scratch", "dtcm", 0),
        ],
    }
}

/// The findings about a layout, as code and message.
fn findings(problem: &Problem, layout: &Layout) -> String {
    let findings = verify(problem, layout).findings;
    findings.iter().map(|finding| format!("{}: {}\n", finding.code, finding.message)).collect()
}

#[test]
fn the_planner_gives_whole_lines() {
    let planned = plan(&recorder(), &Options::default()).unwrap();
    assert!(planned.fits);
    let offset = |at: usize| planned.layout.placements[at].offset;
    // By id: `frame` takes 64 bytes, so that `status` is beyond them.
    assert_eq!((offset(0), offset(2)), (0, 64));
    let summary = summarize(&recorder(), &planned.layout);
    assert_eq!((summary.banks[1].high_water, summary.banks[1].peak_live_bytes), (68, 68));
    assert_eq!(findings(&recorder(), &planned.layout), "");
}

#[test]
fn the_verifier_holds_it_by_itself() {
    let problem = recorder();
    expect![[r#"
        shared-cache-line: `frame` 0..40 and `status` 40..44 have bytes in one cache line of `sram`, both are alive in step 0, and the line belongs to a buffer for DMA
    "#]].assert_eq(&findings(&problem, &layout(0, 40)));
    expect![[r#"
        shared-cache-line: `frame` 0..40 and `status` 60..64 have bytes in one cache line of `sram`, both are alive in step 0, and the line belongs to a buffer for DMA
    "#]].assert_eq(&findings(&problem, &layout(0, 60)));
    expect![[r#"
        overlap: `frame` 0..64 and `status` 36..40 share 4 bytes of `sram`, and both are alive in step 0
    "#]]
    .assert_eq(&findings(&problem, &layout(0, 36)));
    expect![[r#"
        misaligned: `frame` @ 16 does not begin with a cache line of 32 bytes
    "#]]
    .assert_eq(&findings(&problem, &layout(16, 80)));
    expect![[r#"
        out-of-bank: `frame` takes 160..224 of `sram` in whole cache lines, which has 192 bytes (32 bytes over)
    "#]].assert_eq(&findings(&problem, &layout(160, 0)));
    let mut elsewhere = layout(0, 64);
    elsewhere.placements[0].bank = "dtcm".into();
    expect![[r#"
        overlap: `frame` 0..64 and `scratch` 0..64 share 64 bytes of `dtcm`, and both are alive in step 1
        bank-not-allowed: `frame` is in the bank `dtcm`, which it does not allow
        not-reachable: `frame` is for DMA, but is in the bank `dtcm`, which bus masters do not reach
    "#]]
    .assert_eq(&findings(&problem, &elsewhere));
    // Without a cache, the bytes alone count.
    let mut uncached = recorder();
    uncached.banks[1] = Bank::new("sram", 192);
    assert_eq!(findings(&uncached, &layout(16, 56)), "");
}

/// The size of a buffer does not depend on its bank: the largest line of those that it allows counts.
#[test]
fn of_several_lines_the_largest_counts() {
    let banks = vec![Bank::new("near", 64).with_cache_line(16), Bank::new("far", 128).with_cache_line(64)];
    let buffers = ["a", "b"].map(|id| Buffer::new(id, 40, 0, 0, &["near", "far"]).with_dma()).to_vec();
    let problem = Problem { banks, buffers };
    let planned = plan(&problem, &Options::default()).unwrap();
    assert!(planned.fits);
    let places = |layout: &Layout| {
        layout.placements.iter().map(|place| format!("{} {}", place.bank, place.offset)).collect::<Vec<_>>()
    };
    assert_eq!(places(&planned.layout), ["near 0", "far 0"]);
    let mut off = planned.layout;
    off.placements[1].offset = 16;
    expect![[r#"
        misaligned: `b` @ 16 does not begin with a cache line of 64 bytes
    "#]]
    .assert_eq(&findings(&problem, &off));
}

#[test]
fn too_large_in_whole_lines_is_said_with_all_banks() {
    let mut problem = recorder();
    problem.banks[1].model.capacity = 60;
    problem.buffers.truncate(1);
    let options = Options::default();
    let planned = plan(&problem, &options).unwrap();
    let reasons = arena_plan_core::problem::reasons(&problem, &planned, &options, &[]);
    expect!["buffer `frame` needs 64 bytes (40 in cache lines of 32), but no bank that it may use is that large: `sram` has 60 bytes (4 bytes short); bus masters do not reach `dtcm`"].assert_eq(&reasons[0].message);
}

#[test]
fn what_is_read_is_written() {
    let text = encode_problem(&recorder());
    assert!(text.starts_with("{\n  \"schema\": 2,\n"), "{text}");
    for field in [r#""dma": false"#, r#""cache_line": "32""#, r#""dma": true"#] {
        assert_eq!(text.matches(field).count(), 1, "{field} in {text}");
        let older = text.replace("\"schema\": 2", "\"schema\": 1");
        assert_eq!(decode_problem(older.as_bytes()).unwrap_err().code, Code::UnknownField);
    }
    let mut again = decode_problem(text.as_bytes()).unwrap();
    again.buffers.sort_by_key(|buffer| std::cmp::Reverse(buffer.id.clone()));
    let mut original = recorder();
    original.buffers.sort_by_key(|buffer| std::cmp::Reverse(buffer.id.clone()));
    assert_eq!(again, original);
    assert!(decode_layout(br#"{"schema": 1, "placements": []}"#).is_ok());
}

#[test]
fn declarations_that_cannot_be_are_refused() {
    let refusal = |change: &dyn Fn(&mut Problem)| {
        let mut problem = recorder();
        change(&mut problem);
        let error = validate(&problem).unwrap_err();
        format!("{error}; {}\n", error.help.clone().unwrap_or_default())
    };
    let all = [
        refusal(&|problem| problem.banks[1].model.cache_line = 24),
        refusal(&|problem| problem.banks[1].model.cache_line = 8192),
        refusal(&|problem| problem.buffers[0].needs.banks.insert(0, "dtcm".into())),
        refusal(&|problem| problem.buffers[0].needs.banks = vec!["dtcm".into()]),
        refusal(&|problem| problem.banks[1].model.dma = false),
        refusal(&|problem| problem.buffers[0] = problem.buffers[0].clone().with_fixed("sram", 16)),
    ];
    expect![[r#"
        banks[1].cache_line: the cache line 24 is not a power of two up to 4096 [bad-alignment]; write the bytes of a line, such as "32", or leave the field out without a cache
        banks[1].cache_line: the cache line 8192 is not a power of two up to 4096 [bad-alignment]; write the bytes of a line, such as "32", or leave the field out without a cache
        buffers[0].banks[0]: bus masters do not reach the bank `dtcm` [not-reachable]; remove the bank from the list
        buffers[0].dma: no bank can hold the buffer, which is for DMA: bus masters do not reach the bank `dtcm` [not-reachable]; allow a bank that they reach: `sram`
        buffers[0].dma: no bank can hold the buffer, which is for DMA: bus masters do not reach the bank `sram` [not-reachable]; remove `"dma": false` from a bank that they do reach
        buffers[0].fixed_offset: the fixed offset 16 is not a multiple of 32, the cache line of the bank `sram`: 16 bytes too far [fixed-misaligned]; a buffer for DMA begins with a cache line
    "#]].assert_eq(&all.concat());
}

#[test]
fn tables_headers_and_csv_say_what_is_for_dma() {
    let problem = recorder();
    let layout = plan(&problem, &Options::default()).unwrap().layout;
    expect![[r#"
        bank `dtcm`: 64 of 128 bytes, 64 free, no DMA
          peak 64 bytes alive in step 1: 1 buffer (marked *)
            bytes  size  align  steps  buffer
          * 0..64    64      1  1..=1  scratch

        bank `sram`: 68 of 192 bytes, 124 free, cache lines of 32 bytes
          peak 68 bytes alive in step 0: 2 buffers (marked *)
             bytes  size  align  steps  buffer
          *  0..64    40      1  0..=1  frame  (dma)
          * 64..68     4      4  0..=1  status

        3 buffers: 108 bytes one after the other, 132 bytes planned (122.2 %)
    "#]]
    .assert_eq(&residency(&problem, &layout, &[]));
    let header = c_header(&problem, &layout, &HeaderOptions::default()).unwrap();
    let of = |name: &str| header.lines().filter(|line| line.contains(name)).collect::<Vec<_>>().join("\n");
    expect![[r##"
        #define ARENA_FRAME_OFFSET 0U
        #define ARENA_FRAME_SIZE 40U
        #define ARENA_FRAME_ALIGN 32U
        #define ARENA_FRAME_DMA 1U
        #define ARENA_FRAME_LINES_SIZE 64U
        ARENA_LAYOUT_CHECK(ARENA_FRAME_lines, ARENA_FRAME_LINES_SIZE % ARENA_FRAME_ALIGN == 0 && ARENA_FRAME_SIZE <= ARENA_FRAME_LINES_SIZE
            && ARENA_FRAME_LINES_SIZE <= ARENA_BANK_SRAM_SIZE - ARENA_FRAME_OFFSET, "ARENA_FRAME: not in whole cache lines");
        ARENA_LAYOUT_CHECK(ARENA_FRAME_aligned, ARENA_FRAME_OFFSET % ARENA_FRAME_ALIGN == 0, "ARENA_FRAME: misaligned");
        ARENA_LAYOUT_CHECK(ARENA_FRAME_base, ARENA_BANK_SRAM_ALIGN % ARENA_FRAME_ALIGN == 0, "ARENA_FRAME: its bank is aligned to less");
        ARENA_LAYOUT_CHECK(ARENA_FRAME_inside, ARENA_FRAME_OFFSET <= ARENA_BANK_SRAM_SIZE && ARENA_FRAME_SIZE <= ARENA_BANK_SRAM_SIZE - ARENA_FRAME_OFFSET,
            "ARENA_FRAME: outside its bank");"##]].assert_eq(&of("FRAME"));
    expect![[r#"
        #define ARENA_BANK_SRAM_CAPACITY 192U
        #define ARENA_BANK_SRAM_SIZE 68U
        #define ARENA_BANK_SRAM_ALIGN 32U
        #define ARENA_BANK_SRAM_CACHE_LINE 32U"#]]
    .assert_eq(&of("define ARENA_BANK_SRAM"));
    let one = |bank: Bank, buffer: Buffer| encode_csv(&Problem { banks: vec![bank], buffers: vec![buffer] });
    let ram = || Bank::new("sram", 64);
    let buffer = || Buffer::new("x", 4, 0, 0, &["sram"]);
    let refusals = [
        one(ram().with_cache_line(32), buffer()),
        one(ram().without_dma(), buffer()),
        one(ram(), buffer().with_dma()),
    ];
    let refusals: String = refusals.map(|refusal| format!("{}\n", refusal.unwrap_err())).concat();
    expect![[r#"
        banks[0].cache_line: CSV has no cache lines, but the bank has them [inexpressible]
        banks[0]: CSV has only the capacity of the bank, but the bank has other figures too [inexpressible]
        buffers[0].dma: CSV has no buffers for DMA, but this one is for it [inexpressible]
    "#]]
    .assert_eq(&refusals);
}
