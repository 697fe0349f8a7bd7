//! The texts of proofs that no layout exists.

use arena_plan_core::kernel::bound::Excess;
use arena_plan_core::kernel::fault::Fault;
use arena_plan_core::kernel::packing;
use arena_plan_core::model::{Bank, Buffer};
use expect_test::expect;

use super::{over_budget, ram, refused};

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
