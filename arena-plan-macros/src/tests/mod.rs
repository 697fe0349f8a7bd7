//! Mistakes that a whole expansion reports: those of the planner and of layout files.

#[cfg(feature = "files")]
mod layout_files;

use expect_test::expect;
use proc_macro2::TokenStream;

use crate::testing::facade;

/// The messages of `compile_error!` in the expansion of a block, one per line.
pub(crate) fn errors(source: &str) -> String {
    let block = source.parse::<TokenStream>().expect("tokens").into();
    messages(&crate::block(&facade(), block, &crate::blocks::Blocks::alone()))
}

/// The messages of `compile_error!` in an expansion, one per line.
fn messages(code: &TokenStream) -> String {
    let code = code.to_string();
    let literals = code.split("__arena_plan_error ! {").skip(1).filter_map(|rest| rest.split('}').next());
    let mut messages: Vec<String> = literals
        .map(|literal| syn::parse_str::<syn::LitStr>(literal.trim()).expect("a string").value() + "\n")
        .collect();
    // rustc expands them from last to first.
    messages.reverse();
    messages.concat()
}

#[cfg(not(feature = "files"))]
#[test]
fn a_layout_file_needs_its_feature() {
    let text =
        errors("mod plan { bank ram { capacity: 4 } layout \"x.json\"; buffer x: u8, live a; step a; }");
    expect!["a layout file needs the feature `files` of the crate `arena-plan`: enable it in Cargo.toml [missing-feature]\n"]
        .assert_eq(&text);
}

#[cfg(not(any(feature = "bytemuck", feature = "zerocopy")))]
#[test]
fn vouching_by_another_crate_needs_its_feature() {
    let text = errors(
        "mod plan { bank ram { capacity: 64 } buffer x: A, plain(zerocopy), live s; buffer y: B, plain(bytemuck), live s;
         step s; }",
    );
    expect![[r#"
        `plain(zerocopy)` needs the feature `zerocopy` of `arena-plan`: enable it in Cargo.toml [missing-feature]
        `plain(bytemuck)` needs the feature `bytemuck` of `arena-plan`: enable it in Cargo.toml [missing-feature]
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_planner_reports_every_buffer_that_is_wrong_by_itself() {
    let text = errors(
        "mod plan { bank ram { capacity: 96, reserve: 16 }
         buffer a: [u32; 64], live s; buffer b: u32 in ram @ 2, live s; buffer c: [u8; 32] in ram @ 64, live s;
         buffer d: [u8; 16], live s; step s; }",
    );
    expect![[r#"
        buffer `a` needs 256 bytes, but no bank that it may use is that large: `ram` has 80 bytes (capacity 96 less a reserve of 16) (176 bytes short) [over-budget]
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        buffer `b` is fixed at offset 2, which is not a multiple of 4, its alignment: the nearest are 0 and 4 [fixed-misaligned]
        buffer `c` is fixed at bytes 64..96, but bank `ram` ends at 80 (capacity 96 less a reserve of 16) (16 bytes over) [over-budget]
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
}

#[test]
fn fixed_buffers_that_overlap_are_both_named() {
    let text = errors(
        "mod plan { bank ram { capacity: 96 }
         buffer a: [u32; 8] in ram @ 16, live s..=t; buffer b: [u8; 4] in ram @ 40, live t; step s; step t; }",
    );
    expect![[r#"
        buffer `b` is fixed at bytes 40..44 of bank `ram`, `a` at 16..48, and both are alive in step `t`: move one, or end its lifetime before the other begins [overlap]
    "#]].assert_eq(&text);
}

#[test]
fn an_impossible_packing_is_proved_with_advice() {
    let text = errors(
        "mod plan { bank fast { capacity: 50 } bank slow { capacity: 50 } bank log { capacity: 40 }
         buffer a: [u8; 30] in fast | slow, live s; buffer b: [u8; 30] in fast | slow, live s..=t;
         buffer c: [u8; 30] in slow | fast, live r..=s; buffer d: [u8; 4], live ..;
         step r; step s; step t; }",
    );
    expect![[r#"
        no layout exists: in step `s`, these 3 buffers cannot be divided among their banks so that every bank stays within its room [over-budget]
          bank `fast`: room 50 bytes
          bank `slow`: room 50 bytes
          a  30 bytes  s      in fast | slow
          b  30 bytes  s..=t  in fast | slow
          c  30 bytes  r..=s  in slow | fast
        would fit if one of these changed:
          bank `fast`: capacity 60 instead of 50, the minimum
          bank `slow`: capacity 60 instead of 50, the minimum
          buffer `a`: allowed in `log` too
          buffer `b`: allowed in `log` too
          buffer `c`: allowed in `log` too
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
}

#[test]
fn banks_over_budget_together_name_sufficient_changes() {
    let text = errors(
        "mod plan { bank dtcm { capacity: 96 } bank sram { capacity: 64, reserve: 4 }
         buffer a: [u8; 60], live s; buffer b: [u8; 60], live s; buffer c: [u8; 60], live s..=t; step s; step t; }",
    );
    expect![[r#"
        banks `dtcm` and `sram` together are over budget: step `s` keeps 180 bytes alive that may only go there, but their capacity is 156 in all (24 bytes over) [over-budget]
          a  60 bytes  s
          b  60 bytes  s
          c  60 bytes  s..=t
        no layout exists: the bytes alive at this step alone exceed the banks
        would fit if one of these changed:
          bank `dtcm`: capacity 120 instead of 96, the minimum
          bank `sram`: capacity 124 instead of 64, the minimum
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
}

/// A fixed buffer splits a bank: no search is needed to find that, and none is requested here.
#[test]
fn a_fixed_buffer_that_splits_a_bank_is_named() {
    let text = errors(
        "mod plan { #![order = base] bank ram { capacity: 64 } bank rom { capacity: 8 }
         buffer low: [u8; 16] in ram @ 24, live a..=b; buffer high: [u8; 40] in ram | rom, live b;
         buffer note: [u8; 8] in rom, live a; step a; step b; }",
    );
    expect![[r#"
        no layout exists: `high` needs 40 bytes in one piece, and around `low`, fixed at 24..40, `ram` has 24 and 24; `rom` has 8 [over-budget]
        would fit if one of these changed:
          bank `ram`: capacity 80 instead of 64, the minimum
          bank `rom`: capacity 40 instead of 8, the minimum
          buffer `low`: at offset 0 instead of 24
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
}

/// Each step has room for its buffers, and each buffer alone has a place; only the two together have none.
const NO_STEP_ALONE: &str = "bank ram { capacity: 112 }
    buffer head: [u8; 56] in ram @ 0, live a; buffer tail: [u8; 40] in ram @ 0, live d;
    buffer early: [u8; 40], live a..=c; buffer late: [u8; 40], live c..=d;
    step a; step b; step c; step d; ";

#[test]
fn an_exhausted_search_says_so() {
    let text = errors(&format!("mod plan {{ {} }}", NO_STEP_ALONE));
    expect![[r#"
        no layout exists: search exhausted; in the closest attempt, buffer `early` (40 bytes, alive in a..=c) fits in no gap of its bank; in `ram` it would end at byte 120, but the bank ends at 112 (8 bytes over) [over-budget]
        conflict: `head`, `tail`, `early` and `late` alone cannot be placed (without any one of them, the others can)
        would fit if one of these changed:
          bank `ram`: capacity 120 instead of 112, the minimum
          buffer `head`: at offset 40 instead of 0
          buffer `tail`: at offset 40 instead of 0
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
}

/// Without a search there is no proof by search, and what a search would need is not what first fit needs.
#[test]
fn first_fit_alone_proves_nothing() {
    let block = NO_STEP_ALONE;
    let text = errors(&format!("mod plan {{ #![order = base] {block} }}"));
    expect![[r#"
        no layout found: buffer `late` (40 bytes, alive in c..=d) fits in no gap of its bank; in `ram` it would end at byte 136, but the bank ends at 112 (24 bytes over) [no-layout-found]
        the bytes alive at each step would fit, so a layout may exist: raise the capacity, allow more banks, shorten a lifetime or move a fixed buffer
        or let the planner search: the options ask for first fit alone
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&text);
    let text = errors(&format!("mod plan {{ #![effort = fast] {block} }}"));
    assert!(text.contains("the options ask for first fit alone"), "{text}");
}

/// All mistakes in one run: both banks, both pairs.
#[test]
fn every_bank_over_budget_and_every_pair_of_fixed_buffers_is_reported() {
    let text = errors(
        "mod plan { bank one { capacity: 64 } bank two { capacity: 64 }
         buffer a: [u8; 40] in one, live s; buffer b: [u8; 40] in one, live s;
         buffer c: [u8; 48] in two, live s; buffer d: [u8; 48] in two, live s; step s; }",
    );
    expect![[r#"
        bank `one` is over budget: step `s` keeps 80 bytes alive, but the capacity is 64 (16 bytes over) [over-budget]
          a  40 bytes  s
          b  40 bytes  s
        no layout exists: the bytes alive at this step alone exceed the bank
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        bank `two` is over budget: step `s` keeps 96 bytes alive, but the capacity is 64 (32 bytes over) [over-budget]
          c  48 bytes  s
          d  48 bytes  s
        no layout exists: the bytes alive at this step alone exceed the bank
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]]
    .assert_eq(&text);
    let text = errors(
        "mod plan { bank ram { capacity: 64 }
         buffer a: [u8; 16] in ram @ 0, live s; buffer b: [u8; 16] in ram @ 8, live s;
         buffer c: [u8; 8] in ram @ 32, live s; buffer d: [u8; 8] in ram @ 36, live s; step s; }",
    );
    expect![[r#"
        buffer `b` is fixed at bytes 8..24 of bank `ram`, `a` at 0..16, and both are alive in step `s`: move one, or end its lifetime before the other begins [overlap]
        buffer `d` is fixed at bytes 36..44 of bank `ram`, `c` at 32..40, and both are alive in step `s`: move one, or end its lifetime before the other begins [overlap]
    "#]].assert_eq(&text);
}

/// The error is at the alignment, whichever buffer has no room because of it.
#[test]
fn an_alignment_that_leaves_no_room_is_reported() {
    let texts = [
        // Larger than the bank: the others are checked without it.
        "buffer a: [u8; 400], live s; buffer b: [u8; 16], align 1024, live s;",
        // Takes room that another buffer needs.
        "buffer a: [u8; 600], live s; buffer b: [u8; 16], align 512, live t;",
        // Takes room that the step needs.
        "buffer a: [u8; 300], live s; buffer c: [u8; 250], live s; buffer b: [u8; 16], align 512, live t;",
    ]
    .map(|buffers| errors(&format!("mod plan {{ bank ram {{ capacity: 900 }} {buffers} step s; step t; }}")))
    .concat();
    expect![[r#"
        buffer `b` has alignment 1024, so the size of its bank is a multiple of that: `ram` has 900, rounded down to 0, but the buffer needs 16 bytes; the largest alignment that works is 512 [bad-alignment]
        buffer `a` needs 600 bytes, but no bank that it may use is that large: `ram` has 512 bytes (capacity 900, in multiples of 512, the alignment of `b`) (88 bytes short) [over-budget]
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
        bank `ram` is over budget: step `s` keeps 550 bytes alive, but the capacity is 512 (capacity 900, in multiples of 512, the alignment of `b`) (38 bytes over) [over-budget]
          a  300 bytes  s
          c  250 bytes  s
        no layout exists: the bytes alive at this step alone exceed the bank
        would fit if one of these changed:
          bank `ram`: capacity 1024 instead of 900, the minimum
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&texts);
}

/// An explicit lifetime can be shortened to the steps that use the buffer, and no further.
#[test]
fn no_lifetime_is_shortened_below_the_steps_that_use_the_buffer() {
    let flow = |live: &str| {
        errors(&format!(
            "mod plan {{ bank ram {{ capacity: 100 }} buffer a: [u8; 60]{live}; buffer b: [u8; 60];
             step read() -> a; step filter(a); step fft() -> b; step write(b); }}"
        ))
    };
    expect![[r#"
        bank `ram` is over budget: step `fft` keeps 120 bytes alive, but the capacity is 100 (20 bytes over) [over-budget]
          a  60 bytes  read..=fft
          b  60 bytes  fft..=write
        no layout exists: the bytes alive at this step alone exceed the bank
        would fit if one of these changed:
          bank `ram`: capacity 120 instead of 100, the minimum
          buffer `a`: alive in steps `read`..=`filter` instead of steps `read`..=`fft`
        help: `#![draft]` compiles the block anyway, to print `PLAN` and, for `arena-plan`, `PLAN.problem()`
    "#]].assert_eq(&flow(", live read..=fft"));
    // Without `live`, the lifetime is what the steps use.
    let used = errors(
        "mod plan { bank ram { capacity: 100 } buffer a: [u8; 60]; buffer b: [u8; 60];
         step read() -> a; step fft(a) -> b; step write(b); }",
    );
    assert!(used.contains("is over budget") && !used.contains("alive in step"), "{used}");
}

/// Two buffers prefer the same bank: the larger one gets it, unless the other has a larger weight.
#[test]
fn weight_decides_which_buffer_gets_the_preferred_bank() {
    let offsets = |flag: &str| {
        let code = crate::block(
            &facade(),
            format!(
                "mod plan {{ bank fast {{ capacity: 64 }} bank slow {{ capacity: 64 }}
                 buffer large: [u8; 48], live s; buffer small: [u8; 32], live s{flag}; step s; }}"
            )
            .parse::<TokenStream>()
            .expect("tokens")
            .into(),
            &crate::blocks::Blocks::alone(),
        );
        let code = code.to_string();
        let (_, placements) = code.split_once(":: placements (").expect("placements");
        placements.split(')').take(2).collect::<String>()
    };
    assert_eq!(offsets(""), "[(0u16 , 0u64 , (1u16 , 0u64");
    assert_eq!(offsets(", weight 49"), "[(1u16 , 0u64 , (0u16 , 0u64");
}

#[test]
fn a_weight_is_a_number_and_occurs_once() {
    let text = errors(
        "mod plan { bank fast { capacity: 64 } bank slow { capacity: 64 }
         buffer a: u8, weight 1, weight 2, live s; buffer b: u8, weight (1 << 63), live s; step s; }",
    );
    expect![[r#"
        the flag `weight` is given twice: remove one [duplicate-field]
        the weight of buffer `b` is 9223372036854775808, more than 2^63 - 1, the largest number [out-of-range]
    "#]]
    .assert_eq(&text);
}
