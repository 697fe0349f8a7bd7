//! The exact texts of every fault, over one small problem and a few variants of it.

mod parts;
mod proofs;

use arena_plan_core::kernel::advice::{Advice, Change, Conflict};
use arena_plan_core::kernel::bound::{Excess, Peak, Scratch, excess};
use arena_plan_core::kernel::fault::{Fault, Sought};
use arena_plan_core::kernel::message::{MESSAGE_BYTES, Source, advised, describe};
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
