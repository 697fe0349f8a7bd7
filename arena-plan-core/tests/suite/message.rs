//! The exact texts of every fault, over one small problem and a few variants of it.

use arena_plan_core::kernel::bound::{Excess, Peak, excess};
use arena_plan_core::kernel::fault::Fault;
use arena_plan_core::kernel::message::{MESSAGE_BYTES, Source, describe};
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
    let found = excess(&figures(banks), &loads, &mut [0; 2 * STEPS.len()]).expect("over budget");
    says(banks, buffers, Fault::OverBudget(found), expected);
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
        (0, expect!["buffer `pcm` has alignment 0, which is no power of two"]),
        (3, expect!["buffer `pcm` has alignment 3, which is no power of two: the nearest are 2 and 4"]),
        (24, expect!["buffer `pcm` has alignment 24, which is no power of two: the nearest are 16 and 32"]),
        (
            4095,
            expect![
                "buffer `pcm` has alignment 4095, which is no power of two: the nearest are 2048 and 4096"
            ],
        ),
        (
            5000,
            expect![
                "buffer `pcm` has alignment 5000, which is no power of two: the largest possible one is 4096"
            ],
        ),
        (8192, expect!["buffer `pcm` has alignment 8192, but the largest possible one is 4096"]),
        (
            u64::MAX,
            expect![
                "buffer `pcm` has alignment 18446744073709551615, which is no power of two: the largest possible one is 4096"
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
        &expect!["bank `ram` has alignment 48, which is no power of two: the nearest are 32 and 64"],
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
            "buffer `pcm` is fixed at offset 12, which is no multiple of 8, its alignment: the nearest are 8 and 16"
        ],
    );
    let bank = [("dtcm", Bank::new(128).with_align(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 12, which is no multiple of 32, the alignment of its bank: the nearest are 0 and 32"
        ],
    );
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(u64::MAX));
    says(
        &ram(64),
        &buffers,
        Fault::FixedMisaligned { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at offset 18446744073709551615, which is no multiple of 8, its alignment: the nearest are 18446744073709551608"
        ],
    );
}

#[test]
fn fixed_outside() {
    let buffers = pcm(Buffer::new(16, 8, 0, 0, &[0]).with_fixed(56));
    says(
        &ram(64),
        &buffers,
        Fault::FixedOutside { buffer: 0 },
        &expect!["buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (8 bytes over)"],
    );
    let bank = [("ram", Bank::new(100).with_reserve(20).with_granule(32))];
    says(
        &bank,
        &buffers,
        Fault::FixedOutside { buffer: 0 },
        &expect![
            "buffer `pcm` is fixed at bytes 56..72, but bank `ram` ends at 64 (capacity 100 less a reserve of 20, in multiples of its base alignment 32) (8 bytes over)"
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
        Fault::TooBig { buffer: 0 },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `dtcm` has 128 bytes (72 bytes short)"
        ],
    );
    let buffers = pcm(Buffer::new(200, 4, 0, 0, &[2, 0, 1, 3]));
    says(
        &banks,
        &buffers,
        Fault::TooBig { buffer: 0 },
        &expect![
            "buffer `pcm` needs 200 bytes, but no bank that it may use is that large: `ccm` has 96 bytes (capacity 100 less a reserve of 3, in multiples of its base alignment 32) (104 bytes short), `dtcm` has 128 bytes (72 bytes short), `sram` has 156 bytes (capacity 256 less a reserve of 100) (44 bytes short), `odd` has 64 bytes (capacity 65, in multiples of its base alignment 2) (136 bytes short)"
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
        bank `ram` is over budget: step `handoff` keeps 128 bytes alive, capacity is 96 (32 bytes over)
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
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, capacity is 1008 (capacity 1024 less a reserve of 16) (56 bytes over)
          a       1000 bytes  window
          straße    64 bytes  window
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &[("ram", Bank::new(1050).with_granule(32))],
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, capacity is 1024 (capacity 1050, in multiples of its base alignment 32) (40 bytes over)
          a       1000 bytes  window
          straße    64 bytes  window
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &[("ram", Bank::new(1050).with_reserve(7).with_granule(64))],
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 1064 bytes alive, capacity is 1024 (capacity 1050 less a reserve of 7, in multiples of its base alignment 64) (40 bytes over)
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
        banks `dtcm` and `sram` together are over budget: step `window` keeps 180 bytes alive that may only go there, capacity is 160 in all (20 bytes over)
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
        banks `dtcm`, `sram` and `psram` together are over budget: step `window` keeps 316 bytes alive that may only go there, capacity is 260 in all (56 bytes over)
          a   60 bytes  capture..=handoff
          b   96 bytes  window..=emit
          c  100 bytes  window..=emit
          d   60 bytes  window
        no layout exists: the bytes alive at this step alone exceed the banks"#]],
    );
}

/// Thirteen buffers are listed, fourteen are cut to twelve and a sum: a line saved must save a line.
#[test]
fn long_live_sets() {
    const NAMES: [&str; 14] =
        ["b00", "b01", "b02", "b03", "b04", "b05", "b06", "b07", "b08", "b09", "b10", "b11", "b12", "b13"];
    let buffers: Vec<_> =
        (1u64..).zip(NAMES).map(|(i, name)| (name, Buffer::new(i * 8, 4, 1, 2, &[0]))).collect();
    over_budget(
        &ram(64),
        &buffers[..13],
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 728 bytes alive, capacity is 64 (664 bytes over)
          b00    8 bytes  window..=handoff
          b01   16 bytes  window..=handoff
          b02   24 bytes  window..=handoff
          b03   32 bytes  window..=handoff
          b04   40 bytes  window..=handoff
          b05   48 bytes  window..=handoff
          b06   56 bytes  window..=handoff
          b07   64 bytes  window..=handoff
          b08   72 bytes  window..=handoff
          b09   80 bytes  window..=handoff
          b10   88 bytes  window..=handoff
          b11   96 bytes  window..=handoff
          b12  104 bytes  window..=handoff
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
    over_budget(
        &ram(64),
        &buffers,
        &expect![[r#"
        bank `ram` is over budget: step `window` keeps 840 bytes alive, capacity is 64 (776 bytes over)
          b00   8 bytes  window..=handoff
          b01  16 bytes  window..=handoff
          b02  24 bytes  window..=handoff
          b03  32 bytes  window..=handoff
          b04  40 bytes  window..=handoff
          b05  48 bytes  window..=handoff
          b06  56 bytes  window..=handoff
          b07  64 bytes  window..=handoff
          b08  72 bytes  window..=handoff
          b09  80 bytes  window..=handoff
          b10  88 bytes  window..=handoff
          b11  96 bytes  window..=handoff
          and 2 more with 216 bytes
        no layout exists: the bytes alive at this step alone exceed the bank"#]],
    );
}

#[test]
fn not_found() {
    let placement = Placement { bank: 0, offset: 80 };
    let buffers = pcm(Buffer::new(32, 4, 1, 2, &[0]));
    says(
        &ram(96),
        &buffers,
        Fault::NotFound { buffer: 0, placement },
        &expect![[r#"
        no layout found: buffer `pcm` (32 bytes, alive in window..=handoff) finds no gap in its bank; in `ram` it would end at byte 112, the end is 96 (16 bytes over)
        the bytes alive at each step would fit, so a layout may exist: raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer"#]],
    );
    let banks = [("dtcm", Bank::new(8)), ("sram", Bank::new(128).with_reserve(30).with_granule(4))];
    let buffers = pcm(Buffer::new(32, 4, 2, 2, &[0, 1]));
    let placement = Placement { bank: 1, offset: 80 };
    says(
        &banks,
        &buffers,
        Fault::NotFound { buffer: 0, placement },
        &expect![[r#"
        no layout found: buffer `pcm` (32 bytes, alive in handoff) finds no gap in its banks; in `sram` it would end at byte 112, the end is 96 (capacity 128 less a reserve of 30, in multiples of its base alignment 4) (16 bytes over)
        the bytes alive at each step would fit, so a layout may exist: raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer"#]],
    );
}

/// What does not fit into the text is cut at a whole part and marked; names without an entry print as `?`.
#[test]
fn texts_never_overrun() {
    let long = "x".repeat(MESSAGE_BYTES);
    let buffers = [(long.as_str(), Buffer::new(4, 3, 0, 0, &[0]))];
    let cut = text(&ram(64), &buffers, &Fault::BufferAlign { buffer: 0 });
    assert_eq!(cut, "buffer `…");
    let long = "é".repeat(MESSAGE_BYTES / 4);
    let buffers: Vec<_> = (0..12).map(|_| (long.as_str(), Buffer::new(8, 1, 0, 9, &[0]))).collect();
    let peak = Peak { bytes: 96, step: 9 };
    let cut = text(&ram(64), &buffers, &Fault::OverBudget(Excess { set: 1, peak, room: 64 }));
    assert!(cut.len() <= MESSAGE_BYTES && cut.ends_with('…'), "{}", cut.len());
    assert!(cut.starts_with("bank `ram` is over budget: step `?` keeps 96 bytes alive"));
}
