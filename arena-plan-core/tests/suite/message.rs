//! The exact texts of every fault, over one small problem and a few variants of it.

use arena_plan_core::kernel::advice::{Advice, Change, Conflict};
use arena_plan_core::kernel::bound::{Excess, Peak, Scratch, excess};
use arena_plan_core::kernel::fault::{Fault, Sought};
use arena_plan_core::kernel::message::{MESSAGE_BYTES, Source, advised, describe};
use arena_plan_core::kernel::packing;
use arena_plan_core::kernel::refuse::refuse;
use arena_plan_core::model::{Bank, Buffer, Placement};
use expect_test::{Expect, expect};

const STEPS: [&str; 4] = ["capture", "window", "handoff", "emit"];

/// The text of `fault` in a problem whose banks and buffers have these figures and names.
fn text(banks: &[(&str, Bank)], buffers: &[(&str, Buffer<'_>)], fault: &Fault) -> String {
    let (bank_ids, banks): (Vec<_>, Vec<_>) = banks.iter().copied().unzip();
    let (buffer_ids, buffers): (Vec<_>, Vec<_>) = buffers.iter().copied().unzip();
    let source = Source {
        banks: &banks,
        bank_ids: &bank_ids,
        buffers: &buffers,
        buffer_ids: &buffer_ids,
        step_ids: &STEPS,
    };
    describe(fault, &source).as_str().to_owned()
}

fn says(banks: &[(&str, Bank)], buffers: &[(&str, Buffer<'_>)], fault: Fault, expected: &Expect) {
    expected.assert_eq(&text(banks, buffers, &fault));
}

/// The excess that the bound finds, described.
fn over_budget(banks: &[(&str, Bank)], buffers: &[(&str, Buffer<'_>)], expected: &Expect) {
    let figures = |banks: &[(&str, Bank)]| banks.iter().map(|(_, bank)| *bank).collect::<Vec<_>>();
    let loads: Vec<_> = buffers.iter().map(|(_, buffer)| *buffer).collect();
    let (steps, n) = (&mut [0; 2 * STEPS.len()], loads.len());
    let mut scratch = Scratch { steps, homes: &mut vec![0; n], units: &mut vec![0; n] };
    let found = excess(&figures(banks), &loads, 1, &mut scratch).expect("over budget");
    says(banks, buffers, Fault::OverBudget(found), expected);
}

/// The first proof of the kernel, described.
fn refused(banks: &[(&str, Bank)], buffers: &[(&str, Buffer<'_>)], expected: &Expect) -> Fault {
    let figures: Vec<Bank> = banks.iter().map(|(_, bank)| *bank).collect();
    let loads: Vec<Buffer<'_>> = buffers.iter().map(|(_, buffer)| *buffer).collect();
    let (steps, n) = (&mut [0; 2 * STEPS.len()], loads.len());
    let mut scratch = Scratch { steps, homes: &mut vec![0; n], units: &mut vec![0; n] };
    let found = refuse(&figures, &loads, &mut scratch).expect("a proof");
    says(banks, buffers, found, expected);
    found
}

fn ram(capacity: u64) -> [(&'static str, Bank); 1] {
    [("ram", Bank::new(capacity))]
}

fn pcm(buffer: Buffer<'_>) -> [(&'static str, Buffer<'_>); 1] {
    [("pcm", buffer)]
}

#[test]
fn sizes() {
    let buffers = pcm(Buffer::new(0, 1, 0, 0, &[0]));
    says(
        &ram(64),
        &buffers,
        Fault::ZeroSize { buffer: 0 },
        &expect!["buffer `pcm` has a zero-sized type: it needs no memory, so keep it outside the plan"],
    );
    let buffers = pcm(Buffer::new(1 << 63, 1, 0, 0, &[0]));
    says(
        &ram(64),
        &buffers,
        Fault::TooLarge { buffer: 0 },
        &expect!["buffer `pcm` needs 9223372036854775808 bytes, more than a problem may hold (2^63 - 1)"],
    );
    says(
        &ram(64),
        &buffers,
        Fault::Overflow { buffer: 0 },
        &expect!["buffer `pcm` brings the sum of sizes above what a problem may hold (2^63 - 1 bytes)"],
    );
}

#[test]
fn alignments() {
    for (align, expected) in [
        (0, expect!["buffer `pcm` has alignment 0, which is not a power of two"]),
        (3, expect!["buffer `pcm` has alignment 3, which is not a power of two: the nearest are 2 and 4"]),
        (
            24,
            expect!["buffer `pcm` has alignment 24, which is not a power of two: the nearest are 16 and 32"],
        ),
        (
            4095,
            expect![
                "buffer `pcm` has alignment 4095, which is not a power of two: the nearest are 2048 and 4096"
            ],
        ),
        (
            5000,
            expect![
                "buffer `pcm` has alignment 5000, which is not a power of two: the largest possible one is 4096"
            ],
        ),
        (8192, expect!["buffer `pcm` has alignment 8192, but the largest possible one is 4096"]),
        (
            u64::MAX,
            expect![
                "buffer `pcm` has alignment 18446744073709551615, which is not a power of two: the largest possible one is 4096"
            ],
        ),
    ] {
        let buffers = pcm(Buffer::new(4, align, 0, 0, &[0]));
        says(&ram(64), &buffers, Fault::BufferAlign { buffer: 0 }, &expected);
    }
    says(
        &[("ram", Bank::new(64).with_align(48))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect!["bank `ram` has alignment 48, which is not a power of two: the nearest are 32 and 64"],
    );
    says(
        &[("ram", Bank::new(64).with_align(1 << 20))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect!["bank `ram` has alignment 1048576, but the largest possible one is 4096"],
    );
}

#[test]
fn reserve() {
    let bank = [("sram", Bank::new(1024).with_reserve(1100))];
    says(
        &bank,
        &[],
        Fault::Reserve { bank: 0 },
        &expect!["bank `sram` reserves 1100 bytes of its 1024 (76 bytes too many)"],
    );
}

#[test]
fn fixed_misaligned() {
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(12));
    says(
        &ram(64),
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 12, which is not a multiple of 8, its alignment: the nearest are 8 and 16"
        ],
    );
    let bank = [("dtcm", Bank::new(128).with_align(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 12, which is not a multiple of 32, the alignment of its bank: the nearest are 0 and 32"
        ],
    );
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(u64::MAX));
    says(
        &ram(64),
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 18446744073709551615, which is not a multiple of 8, its alignment: the nearest are 18446744073709551608"
        ],
    );
}

#[test]
fn fixed_outside() {
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(56));
    says(
        &ram(64),
        &buffers,
        Fault::FixedOutside { buffer: 0, rounding: None },
        &expect!["buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (8 bytes over)"],
    );
    let bank = [("ram", Bank::new(100).with_reserve(20).with_granule(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedOutside { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (capacity 100 less a reserve of 20, in multiples of its alignment 32) (8 bytes over)"
        ],
    );
}

#[test]
fn fixed_overlap() {
    let buffers = [
        ("pcm", Buffer::new(16, 4, 0, 2, &[0]).with_fixed(0)),
        ("log", Buffer::new(8, 4, 2, 3, &[0]).with_fixed(12)),
    ];
    says(
        &ram(64),
        &buffers,
        Fault::FixedOverlap { buffer: 1, other: 0 },
        &expect![
            "buffer `log` is fixed at bytes 12..20 of bank `ram`, `pcm` at 0..16, and both are alive in step `handoff`: move one, or end its lifetime before the other begins"
        ],
    );
}

#[test]
fn too_big() {
    let banks = [
        ("dtcm", Bank::new(128)),
        ("sram", Bank::new(256).with_reserve(100)),
        ("ccm", Bank::new(100).with_reserve(3).with_granule(32)),
        ("odd", Bank::new(65).with_granule(2)),
    ];
    let buffers = pcm(Buffer::new(200, 4, 0, 0, &[0]));
    says(
        &banks,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `dtcm` has 128 bytes (72 bytes short)"
        ],
    );
    let buffers = pcm(Buffer::new(200, 4, 0, 0, &[2, 0, 1, 3]));
    says(
        &banks,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: None },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `ccm` has 96 bytes (capacity 100 less a reserve of 3, in multiples of its alignment 32) (104 bytes short), `dtcm` has 128 bytes (72 bytes short), `sram` has 156 bytes (capacity 256 less a reserve of 100) (44 bytes short), `odd` has 64 bytes (capacity 65, in multiples of its alignment 2) (136 bytes short)"
        ],
    );
}

/// The example of the design.
#[test]
fn over_budget_in_one_bank() {
    let buffers = [
        ("input", Buffer::new(64, 4, 0, 2, &[0])),
        ("early", Buffer::new(32, 4, 0, 1, &[0])),
        ("output", Buffer::new(64, 4, 2, 3, &[0])),
    ];
    over_budget(
        &ram(96),
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `handoff` keeps 128 bytes alive, but the capacity is 96 (32 bytes over)
          input   64 bytes  capture..=handoff
          output  64 bytes  handoff..=emit
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
}

#[test]
fn over_budget_with_reserve_and_granule() {
    let buffers = [("a", Buffer::new(1000, 4, 1, 1, &[0])), ("straße", Buffer::new(64, 4, 1, 1, &[0]))];
    over_budget(
        &[("ram", Bank::new(1024).with_reserve(16))],
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, but the capacity is 1008 (capacity 1024 less a reserve of 16) (56 bytes over)
          a       1000 bytes  window
          straße    64 bytes  window
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &[("ram", Bank::new(1050).with_granule(32))],
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, but the capacity is 1024 (capacity 1050, in multiples of its alignment 32) (40 bytes over)
          a       1000 bytes  window
          straße    64 bytes  window
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &[("ram", Bank::new(1050).with_reserve(7).with_granule(64))],
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, but the capacity is 1024 (capacity 1050 less a reserve of 7, in multiples of its alignment 64) (40 bytes over)
          a       1000 bytes  window
          straße    64 bytes  window
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
}

#[test]
fn over_budget_in_several_banks() {
    let banks = [("dtcm", Bank::new(64)), ("sram", Bank::new(96)), ("psram", Bank::new(100))];
    let two = [
        ("a", Buffer::new(60, 4, 0, 2, &[0, 1])),
        ("b", Buffer::new(60, 4, 1, 3, &[1, 0])),
        ("c", Buffer::new(90, 4, 1, 3, &[2])),
        ("d", Buffer::new(60, 4, 1, 1, &[0])),
    ];
    over_budget(
        &banks,
        &two,
        &expect![[r#"
        banks `dtcm` and `sram` together are over budget: step `window` keeps 180 bytes alive that may only go there, but their capacity is 160 in all (20 bytes over)
          a  60 bytes  capture..=handoff
          b  60 bytes  window..=emit
          d  60 bytes  window
        no layout exists: the bytes alive at this step alone exceed the banks"#]],
    );
    let three = [
        ("a", Buffer::new(60, 4, 0, 2, &[0, 1, 2])),
        ("b", Buffer::new(96, 4, 1, 3, &[1])),
        ("c", Buffer::new(100, 4, 1, 3, &[2])),
        ("d", Buffer::new(60, 4, 1, 1, &[0])),
    ];
    over_budget(
        &banks,
        &three,
        &expect![[r#"
        banks `dtcm`, `sram` and `psram` together are over budget: step `window` keeps 316 bytes alive that may only go there, but their capacity is 260 in all (56 bytes over)
          c  100 bytes  window..=emit
          b   96 bytes  window..=emit
          a   60 bytes  capture..=handoff
          d   60 bytes  window
        no layout exists: the bytes alive at this step alone exceed the banks"#]],
    );
}

/// The largest come first. Thirteen buffers are listed, fourteen are cut to twelve and a sum: a line saved must save a line.
#[test]
fn long_live_sets() {
    const NAMES: [&str; 14] =
        ["b00", "b01", "b02", "b03", "b04", "b05", "b06", "b07", "b08", "b09", "b10", "b11", "b12", "b13"];
    let buffers: Vec<_> =
        (1u64..).zip(NAMES).map(|(i, name)| (name, Buffer::new(i * 8, 4, 1, 2, &[0]))).collect();
    over_budget(
        &ram(120),
        &buffers[..13],
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 728 bytes alive, but the capacity is 120 (608 bytes over)
          b12  104 bytes  window..=handoff
          b11   96 bytes  window..=handoff
          b10   88 bytes  window..=handoff
          b09   80 bytes  window..=handoff
          b08   72 bytes  window..=handoff
          b07   64 bytes  window..=handoff
          b06   56 bytes  window..=handoff
          b05   48 bytes  window..=handoff
          b04   40 bytes  window..=handoff
          b03   32 bytes  window..=handoff
          b02   24 bytes  window..=handoff
          b01   16 bytes  window..=handoff
          b00    8 bytes  window..=handoff
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &ram(120),
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 840 bytes alive, but the capacity is 120 (720 bytes over)
          b13  112 bytes  window..=handoff
          b12  104 bytes  window..=handoff
          b11   96 bytes  window..=handoff
          b10   88 bytes  window..=handoff
          b09   80 bytes  window..=handoff
          b08   72 bytes  window..=handoff
          b07   64 bytes  window..=handoff
          b06   56 bytes  window..=handoff
          b05   48 bytes  window..=handoff
          b04   40 bytes  window..=handoff
          b03   32 bytes  window..=handoff
          b02   24 bytes  window..=handoff
          and 2 more with 24 bytes
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
}

#[test]
fn alignments_that_leave_no_room() {
    let buffers = pcm(Buffer::new(16, 1024, 0, 0, &[0]));
    says(
        &ram(512),
        &buffers,
        Fault::AlignTooLarge { buffer: 0 },
        &expect![
            "buffer `pcm` has alignment 1024, so the size of its bank is a multiple of that: `ram` has 512, rounded down to 0, but the buffer needs 16 bytes; the largest alignment that works is 512"
        ],
    );
    let banks = [("ram", Bank::new(600).with_reserve(90)), ("rom", Bank::new(100))];
    let buffers = pcm(Buffer::new(300, 512, 0, 0, &[0, 1]));
    says(
        &banks,
        &buffers,
        Fault::AlignTooLarge { buffer: 0 },
        &expect![
            "buffer `pcm` has alignment 512, so the size of its bank is a multiple of that: `ram` has 510 (capacity 600 less a reserve of 90), rounded down to 0, `rom` has 100, rounded down to 0, but the buffer needs 300 bytes; the largest alignment that works is 128"
        ],
    );
    says(
        &[("ram", Bank::new(512).with_align(1024))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect![
            "bank `ram` has alignment 1024, so its size is a multiple of that, but it has only 512 bytes"
        ],
    );
    says(
        &[("ram", Bank::new(512).with_reserve(500).with_align(32))],
        &[],
        Fault::BankAlign { bank: 0 },
        &expect![
            "bank `ram` has alignment 32, so its size is a multiple of that, but it has only 12 bytes (capacity 512 less a reserve of 500)"
        ],
    );
    // The alignment of one buffer leaves no room for the others.
    let buffers = [("pcm", Buffer::new(300, 4, 0, 0, &[0])), ("dma", Buffer::new(16, 256, 1, 1, &[0]))];
    let bank = [("ram", Bank::new(500).with_granule(256))];
    says(
        &bank,
        &buffers,
        Fault::TooBig { buffer: 0, rounding: Some(1) },
        &expect![
            "buffer `pcm` needs 300 bytes, but no bank that it may use is that large: `ram` has 256 bytes (capacity 500, in multiples of 256, the alignment of `dma`) (44 bytes short)"
        ],
    );
    let buffers = [
        ("pcm", Buffer::new(200, 4, 0, 0, &[0])),
        ("log", Buffer::new(100, 4, 0, 0, &[0])),
        ("dma", Buffer::new(16, 256, 1, 1, &[0])),
    ];
    let found = refused(
        &bank,
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `capture` keeps 300 bytes alive, but the capacity is 256 (capacity 500, in multiples of 256, the alignment of `dma`) (44 bytes over)
          pcm  200 bytes  capture
          log  100 bytes  capture
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    assert!(matches!(found, Fault::OverBudget(Excess { rounding: Some(2), .. })), "{found:?}");
}

#[test]
fn pieces() {
    let dma = Buffer::new(64, 4, 0, 3, &[0]).with_fixed(96);
    let big = Buffer::new(160, 4, 1, 1, &[0]).with_rank(1);
    refused(
        &ram(256),
        &[("dma", dma), ("big", big)],
        &expect![[r#"
        no layout exists: `big` needs 160 bytes in one piece, and around `dma`, fixed at 96..160, `ram` has 96 and 96
        move a fixed buffer, raise a capacity, allow more banks or make the buffer smaller"#]],
    );
    // A buffer that could go there, if not for its alignment.
    let line = Buffer::new(96, 64, 1, 1, &[0]).with_rank(1);
    let low = Buffer::new(8, 4, 0, 1, &[0]).with_fixed(0).with_rank(2);
    refused(
        &ram(256),
        &[("dma", dma), ("line", line), ("low", low)],
        &expect![[r#"
        no layout exists: `line` needs 96 bytes in one piece that starts at a multiple of 64, and around the fixed `low` (0..8) and `dma` (96..160), `ram` has 32 and 64
        move a fixed buffer, raise a capacity, allow more banks or make the buffer smaller"#]],
    );
    // Several banks, one without a fixed buffer and one without a byte left.
    let banks = [("ram", Bank::new(256)), ("tcm", Bank::new(100)), ("rom", Bank::new(64))];
    let rom = Buffer::new(64, 4, 1, 2, &[2]).with_fixed(0).with_rank(3);
    let big = Buffer { banks: &[0, 1, 2], ..big };
    refused(
        &banks,
        &[("dma", dma), ("big", big), ("low", low), ("boot", rom)],
        &expect![[r#"
        no layout exists: `big` needs 160 bytes in one piece, and around the fixed `low` (0..8) and `dma` (96..160), `ram` has 88 and 96; `tcm` has 100; around `boot`, fixed at 0..64, `rom` has none
        move a fixed buffer, raise a capacity, allow more banks or make the buffer smaller"#]],
    );
}

#[test]
fn packings() {
    let dma = Buffer::new(64, 4, 0, 3, &[0]).with_fixed(96);
    let each = |rank| Buffer::new(56, 4, 1, 1, &[0]).with_rank(rank);
    let buffers = [
        ("dma", dma),
        ("a", each(1)),
        ("b", each(2)),
        ("c", each(3)),
        ("tiny", Buffer::new(4, 4, 1, 1, &[0])),
    ];
    refused(
        &ram(256),
        &buffers,
        &expect![[r#"
        no layout exists: in step `window`, these 3 buffers cannot be divided among the pieces of their banks so that all fit
          bank `ram`: around `dma`, fixed at 96..160, pieces of 96 and 96
          a  56 bytes  window  in ram
          b  56 bytes  window  in ram
          c  56 bytes  window  in ram"#]],
    );
    // In multiples of 32 bytes.
    let line = |size, rank| Buffer::new(size, 32, 1, 2, &[0, 1]).with_rank(rank);
    let banks = [("fast", Bank::new(100)), ("slow", Bank::new(100))];
    let buffers = [("a", line(60, 0)), ("b", line(65, 1)), ("c", line(40, 2)), ("d", line(35, 3))];
    let found = refused(
        &banks,
        &buffers,
        &expect![[r#"
        banks `fast` and `slow` together are over budget: step `window` keeps 288 bytes alive in multiples of 32 that may only go there, but their capacity is 200 in all, rounded up to 256 (32 bytes over)
          b  65 bytes  window..=handoff  (takes 96)
          a  60 bytes  window..=handoff  (takes 64)
          c  40 bytes  window..=handoff  (takes 64)
          d  35 bytes  window..=handoff  (takes 64)
        no layout exists: each takes a multiple of 32 bytes, as its offset is a multiple of that, and the bytes alive at this step alone exceed the banks"#]],
    );
    assert!(matches!(found, Fault::OverBudget(Excess { unit: 32, .. })), "{found:?}");
    let three = [("a", line(50, 0)), ("b", line(50, 1)), ("c", line(50, 2))];
    let banks = [("fast", Bank::new(90)), ("slow", Bank::new(90))];
    let found = refused(
        &banks,
        &three,
        &expect![[r#"
        no layout exists: in step `window`, these 3 buffers cannot be divided among their banks so that every bank stays within its room
          each takes a multiple of 32 bytes, as its offset is a multiple of that
          bank `fast`: room 90 bytes, rounded up to 96
          bank `slow`: room 90 bytes, rounded up to 96
          a  50 bytes  window..=handoff  in fast | slow  (takes 64)
          b  50 bytes  window..=handoff  in fast | slow  (takes 64)
          c  50 bytes  window..=handoff  in fast | slow  (takes 64)"#]],
    );
    assert!(matches!(found, Fault::Packing(packing::Packing { unit: 32, .. })), "{found:?}");
}

#[test]
fn loads_in_multiples_of_a_unit() {
    let line = |rank| Buffer::new(33, 1, 0, 0, &[0]).with_rank(rank);
    let bank = [("ram", Bank::new(100).with_align(32))];
    refused(
        &bank,
        &[("a", line(0)), ("b", line(1)), ("c", line(2))],
        &expect![[r#"
        bank `ram` is over budget: step `capture` keeps 192 bytes alive in multiples of 32, but the capacity is 100, rounded up to 128 (64 bytes over)
          a  33 bytes  capture  (takes 64)
          b  33 bytes  capture  (takes 64)
          c  33 bytes  capture  (takes 64)
        no layout exists: each takes a multiple of 32 bytes, as its offset is a multiple of that, and the bytes alive at this step alone exceed the bank"#]],
    );
}

#[test]
fn what_would_help() {
    let buffers = [
        ("a", Buffer::new(60, 4, 0, 3, &[0])),
        ("b", Buffer::new(60, 4, 1, 2, &[0]).with_rank(1).with_fixed(8)),
    ];
    let banks = [("ram", Bank::new(100)), ("rom", Bank::new(50))];
    let mut advice = Advice::NONE;
    advice.push(Change::Capacity { bank: 0, bytes: 120, least: true });
    advice.push(Change::Capacity { bank: 1, bytes: 64, least: false });
    advice.push(Change::Move { buffer: 1, offset: 0 });
    advice.push(Change::Allow { buffer: 0, bank: 1 });
    advice.push(Change::Shorten { buffer: 0, first: 1, last: 3 });
    advice.push(Change::Shorten { buffer: 1, first: 2, last: 2 });
    let show = |advice: &Advice| {
        let (bank_ids, banks): (Vec<_>, Vec<_>) = banks.into_iter().unzip();
        let (buffer_ids, buffers): (Vec<_>, Vec<_>) = buffers.into_iter().unzip();
        let source = Source {
            banks: &banks,
            bank_ids: &bank_ids,
            buffers: &buffers,
            buffer_ids: &buffer_ids,
            step_ids: &STEPS,
        };
        let fault = Fault::Exhausted { buffer: 0, placement: Placement { bank: 0, offset: 60 } };
        advised(&fault, advice, &source).as_str().to_owned()
    };
    expect![[r#"
        no layout exists: search exhausted; in the closest attempt, buffer `a` (60 bytes, alive in capture..=emit) fits in no gap of its bank; in `ram` it would end at byte 120, but the bank ends at 100 (20 bytes over)
        raise a capacity, allow more banks, shorten a lifetime or move a fixed buffer"#]].assert_eq(&show(&Advice::NONE));
    expect![[r#"
        no layout exists: search exhausted; in the closest attempt, buffer `a` (60 bytes, alive in capture..=emit) fits in no gap of its bank; in `ram` it would end at byte 120, but the bank ends at 100 (20 bytes over)
        would fit if one of these changed:
          bank `ram`: capacity 120 instead of 100, the minimum
          bank `rom`: capacity 64 instead of 50; less may be enough
          buffer `b`: at offset 0 instead of 8
          buffer `a`: allowed in `rom` too
          buffer `a`: alive in steps `window`..=`emit` instead of steps `capture`..=`emit`
          buffer `b`: alive in step `handoff` instead of steps `window`..=`handoff`"#]].assert_eq(&show(&advice));
    // Nine are listed, of ten the first eight.
    (0..3).for_each(|_| advice.push(Change::Allow { buffer: 0, bank: 1 }));
    assert_eq!(show(&advice).matches("\n  ").count(), 9);
    advice.push(Change::Allow { buffer: 0, bank: 1 });
    assert!(show(&advice).ends_with("\n  and 2 more"));
    advice.conflict = Some(Conflict::new(&[0, 1], true, true));
    assert!(
        show(&advice)
            .contains("\nconflict: `a` and `b` alone cannot be placed (no smaller set conflicts)\nwould fit")
    );
    advice.conflict = Some(Conflict::new(&[0; 17], true, false));
    assert!(
        show(&advice)
            .contains("`a` and 9 more alone cannot be placed (without any one of them, the others can)")
    );
}

#[test]
fn not_found() {
    let placement = Placement { bank: 0, offset: 80 };
    let buffers = pcm(Buffer::new(32, 4, 1, 2, &[0]));
    says(
        &ram(96),
        &buffers,
        Fault::NotFound { buffer: 0, placement, sought: Sought::ThoroughSearch },
        &expect![[r#"
        no layout found: buffer `pcm` (32 bytes, alive in window..=handoff) fits in no gap of its bank; in `ram` it would end at byte 112, but the bank ends at 96 (16 bytes over)
        the bytes alive at each step would fit, so a layout may exist: raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer"#]],
    );
    let banks = [("dtcm", Bank::new(8)), ("sram", Bank::new(128).with_reserve(30).with_granule(4))];
    let buffers = pcm(Buffer::new(32, 4, 2, 2, &[0, 1]));
    let placement = Placement { bank: 1, offset: 80 };
    says(
        &banks,
        &buffers,
        Fault::NotFound { buffer: 0, placement, sought: Sought::ThoroughSearch },
        &expect![[r#"
        no layout found: buffer `pcm` (32 bytes, alive in handoff) fits in no gap of its banks; in `sram` it would end at byte 112, but the bank ends at 96 (capacity 128 less a reserve of 30, in multiples of its alignment 4) (16 bytes over)
        the bytes alive at each step would fit, so a layout may exist: raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer"#]],
    );
}

/// Text that does not fit is truncated at a whole part and marked; names without an entry print as `?`.
#[test]
fn texts_never_exceed_their_capacity() {
    let long = "x".repeat(MESSAGE_BYTES);
    let buffers = [(long.as_str(), Buffer::new(4, 3, 0, 0, &[0]))];
    let cut = text(&ram(64), &buffers, &Fault::BufferAlign { buffer: 0 });
    assert_eq!(cut, "buffer `…");
    let long = "é".repeat(MESSAGE_BYTES / 4);
    let buffers: Vec<_> = (0..12).map(|_| (long.as_str(), Buffer::new(8, 1, 0, 9, &[0]))).collect();
    let peak = Peak { bytes: 96, step: 9 };
    let cut = text(
        &ram(64),
        &buffers,
        &Fault::OverBudget(Excess { set: 1, peak, room: 64, unit: 1, rounding: None }),
    );
    assert!(cut.len() <= MESSAGE_BYTES && cut.ends_with('…'), "{}", cut.len());
    assert!(cut.starts_with("bank `ram` is over budget: step `?` keeps 96 bytes alive"));
}
