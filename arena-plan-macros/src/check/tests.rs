//! Each mistake that is found before placement: its text, its token, and that it is the only one.

use expect_test::expect;

use crate::testing::{FLOW, body, good, mistakes, table};

fn plan(declarations: &str) -> String {
    mistakes(&format!("mod m {{ {declarations} }}"))
}

#[test]
fn a_block_needs_every_kind_of_declaration() {
    let cases = [
        "",
        "bank ram { capacity: 4 }",
        "bank ram { capacity: 4 } step a; step b(x);",
        "bank ram { capacity: 4 } buffer x: u8, retain;",
        "bank ram { capacity: 4 } buffer x: u8, live a..;",
        "buffer x: u8 in ram; step a() -> x; step b(x);",
    ];
    expect![[r#"
        m | `m` declares no bank, no buffer, no step: a plan needs at least one bank, one buffer and one step [empty-plan]
        m | `m` declares no buffer, no step: a plan needs at least one bank, one buffer and one step [empty-plan]
        m | `m` declares no buffer: a plan needs at least one bank, one buffer and one step [empty-plan]
        m | `m` declares no step: a plan needs at least one bank, one buffer and one step [empty-plan]
        m | `m` declares no step: a plan needs at least one bank, one buffer and one step [empty-plan]
        m | `m` declares no bank: a plan needs at least one bank, one buffer and one step [empty-plan]
    "#]]
    .assert_eq(&table(&cases, plan));
}

#[test]
fn the_number_of_banks_is_limited() {
    let banks =
        |count: usize| (0..count).map(|i| format!("bank b{i} {{ capacity: 4 }} ")).collect::<String>();
    assert_eq!(plan(&format!("{} {FLOW}", banks(64))), "");
    assert_eq!(
        plan(&format!("{} {FLOW}", banks(65))),
        "m | `m` has 65 banks, at most 64 are possible [too-many]\n"
    );
}

#[test]
fn banks() {
    let cases = [
        "bank ram { capacity: 4 } bank more { capacity: 4 }",
        "bank ram { capacity: 0 }",
        "bank ram { capacity: 4 - 4, align: 4 }",
        "bank ram { capacity: 18446744073709551615 / 1 }",
        "bank ram { capacity: 4, align: 0 }",
        "bank ram { capacity: 4, align: 24 }",
        "bank ram { capacity: 4, align: 5000 }",
        "bank ram { capacity: 4, align: 8 KiB }",
        "bank ram { capacity: 1 KiB, reserve: 1 KiB + 1 }",
        "bank ram { capacity: 1 KiB, reserve: 101 % }",
        "bank ram { capacity: 4, section: \".init_array\" }",
        "bank ram { capacity: 4, section: \".arena\" }",
        "bank ram { capacity: 4, section: \".arena.\" }",
        "bank ram { capacity: 4, section: \".arena.tcm-1\" }",
        "bank ram { capacity: 4, section: \".arena.tcm,\\\"awx\\\"\" }",
        "bank ram { capacity: 4, section: \".uninit.a..b\" }",
        "bank ram { capacity: 4, section: \".bss.rel.ro\" }",
        "bank ram { capacity: 4, section: \".arena.ro\" }",
        "bank ram { capacity: 4, section: \".noinit.init_array.5\" }",
    ];
    expect![[r#"
        more | bank `more` is unused: no buffer may go in it; add `in more` to a buffer or remove the bank [unused]
        0 | bank `ram` has a capacity of 0 bytes: nothing fits in it [zero-size]
        4 - 4 | bank `ram` has a capacity of 0 bytes: nothing fits in it [zero-size]
        18446744073709551615 / 1 | the capacity of bank `ram` is 18446744073709551615, more than 2^63 - 1, the largest number [out-of-range]
        0 | the alignment of bank `ram` is 0: the smallest is 1 [bad-alignment]
        24 | the alignment of bank `ram` is 24, which is not a power of two: write 16 or 32 [bad-alignment]
        5000 | the alignment of bank `ram` is 5000, which is not a power of two: write 4096 [bad-alignment]
        8 | the alignment of bank `ram` is 8192: a bank can be aligned to at most 4096 bytes [bad-alignment]
        1 KiB + 1 | bank `ram` reserves 1025 bytes, but its capacity is 1024 (1 byte over) [out-of-range]
        101 | bank `ram` reserves 101 % of its capacity: at most 100 % can be kept back [out-of-range]
        ".init_array" | section `.init_array` may hold more than memory (a name such as `.init_array` is run at start-up): begin the name with `.arena.`, `.bss.`, `.uninit.` or `.noinit.`, or promise that it is right with `section: unsafe ".init_array"` [bad-section]
        ".arena" | section `.arena` may hold more than memory (a name such as `.init_array` is run at start-up): begin the name with `.arena.`, `.bss.`, `.uninit.` or `.noinit.`, or promise that it is right with `section: unsafe ".arena"` [bad-section]
        ".arena." | section `.arena.` has a name that a linker script may read as something else: after `.arena.` write words of letters, digits and `_` with dots between them, or promise that it is right with `section: unsafe ".arena."` [bad-section]
        ".arena.tcm-1" | section `.arena.tcm-1` has a name that a linker script may read as something else: after `.arena.` write words of letters, digits and `_` with dots between them, or promise that it is right with `section: unsafe ".arena.tcm-1"` [bad-section]
        ".arena.tcm,\"awx\"" | section `.arena.tcm,"awx"` has a name that a linker script may read as something else: after `.arena.` write words of letters, digits and `_` with dots between them, or promise that it is right with `section: unsafe ".arena.tcm,\"awx\""` [bad-section]
        ".uninit.a..b" | section `.uninit.a..b` has a name that a linker script may read as something else: after `.uninit.` write words of letters, digits and `_` with dots between them, or promise that it is right with `section: unsafe ".uninit.a..b"` [bad-section]
        ".bss.rel.ro" | section `.bss.rel.ro` may not be memory that can be written: linkers take `rel` in a name for a kind of section; write another word, or promise that it is right with `section: unsafe ".bss.rel.ro"` [bad-section]
        ".arena.ro" | section `.arena.ro` may not be memory that can be written: linkers take `ro` in a name for a kind of section; write another word, or promise that it is right with `section: unsafe ".arena.ro"` [bad-section]
        ".noinit.init_array.5" | section `.noinit.init_array.5` may not be memory that can be written: linkers take `init_array` in a name for a kind of section; write another word, or promise that it is right with `section: unsafe ".noinit.init_array.5"` [bad-section]
    "#]].assert_eq(&table(&cases, |case| plan(&format!("{case} {}", FLOW.replace("u8", "u8 in ram")))));
    for right in [
        "section: \".arena.x\"",
        "section: \".bss.x\"",
        "section: \".uninit.x\"",
        "section: \".noinit.x\"",
        "section: \".arena.sram_1.dma.rx0\"",
        "section: \".bss.rom.role\"",
        "section: unsafe \".ram_d3\"",
        "section: unsafe \".bss.rel.ro\"",
        "reserve: 99 %",
        "reserve: 1023, align: 4096",
    ] {
        good(&format!("mod m {{ bank ram {{ capacity: 1 KiB, {right} }} {FLOW} }}"));
    }
}

#[test]
fn alignments_and_offsets_of_buffers() {
    let cases = [
        "buffer x: u8, align 0;",
        "buffer x: u8, align 3;",
        "buffer x: u8, align (N - 12);",
        "buffer x: u8, align N;",
        "buffer x: u8, align 8 KiB;",
        "buffer x: u8, align (1 << 40);",
        "buffer x: u8 @ 0;",
        "buffer x: u8 in ram | more @ 0;",
        "buffer x: u8 in ram @ (1 << 63);",
    ];
    let two = "bank ram { capacity: 4 } bank more { capacity: 4 } const N: usize = 12; buffer y: u8 in more, live ..;";
    let flow = "step a() -> x; step b(x); buffer z: u8 in ram, live ..;";
    expect![[r#"
        0 | the alignment of buffer `x` is 0: the smallest is 1 [bad-alignment]
        3 | the alignment of buffer `x` is 3, which is not a power of two: write 2 or 4 [bad-alignment]
        (N - 12) | the alignment of buffer `x` is 0: the smallest is 1 [bad-alignment]
        N | the alignment of buffer `x` is 12, which is not a power of two: write 8 or 16 [bad-alignment]
        8 | the alignment of buffer `x` is 8192: a bank can be aligned to at most 4096 bytes [bad-alignment]
        (1 << 40) | the alignment of buffer `x` is 1099511627776: a bank can be aligned to at most 4096 bytes [bad-alignment]
        0 | the fixed offset of buffer `x` needs a bank: name it before the offset, as in `in ram @ …` [fixed-without-bank]
        0 | the fixed offset of buffer `x` needs one bank, and `in` names 2: keep one [fixed-without-bank]
        (1 << 63) | the offset of buffer `x` is 9223372036854775808, more than 2^63 - 1, the largest number [out-of-range]
    "#]]
    .assert_eq(&table(&cases, |case| plan(&format!("{two} {case} {flow}"))));
    good(&format!("mod m {{ {two} buffer x: u8 in ram @ OFFSET, align own::ALIGN; {flow} }}"));
}

#[test]
fn types() {
    let cases = [
        "_",
        "[_; 4]",
        "[u8; _]",
        "heapless::Vec<_, 4>",
        "impl Fn()",
        "dyn Fn()",
        "[u8]",
        "str",
        "!",
        "(u8, [u16])",
        "()",
        "[u8; 0]",
        "[Own; N - 4]",
        "[u8; 1 << 63]",
        "[[u64; 1 << 60]; N]",
    ];
    let flow = "const N: usize = 4; step a() -> x; step b(x);";
    expect![[r#"
        _ | the type of buffer `x` cannot be used: `_` is not a type of known size: write the type [bad-type]
        _ | the type of buffer `x` cannot be used: `_` is not a type of known size: write the type [bad-type]
        [u8; _] | the type of buffer `x` cannot be used: `_` is not a length: write the length [bad-type]
        _ | the type of buffer `x` cannot be used: `_` is not a type of known size: write the type [bad-type]
        impl Fn() | the type of buffer `x` cannot be used: `impl Trait` does not name a type: write the type, or keep the value outside the plan [bad-type]
        dyn Fn() | the type of buffer `x` cannot be used: a trait object has no size known at compile time: write the type itself [bad-type]
        [u8] | the type of buffer `x` cannot be used: a slice has no size known at compile time: write an array, `[T; LENGTH]` [bad-type]
        str | the type of buffer `x` cannot be used: `str` has no size known at compile time: write an array of bytes, `[u8; LENGTH]` [bad-type]
        ! | the type of buffer `x` cannot be used: `!` has no values, so a buffer of it could never be written [bad-type]
        [u16] | the type of buffer `x` cannot be used: a slice has no size known at compile time: write an array, `[T; LENGTH]` [bad-type]
        () | buffer `x` is zero-sized: it needs no memory, so keep it outside the plan [zero-size]
        [u8; 0] | buffer `x` is zero-sized: it needs no memory, so keep it outside the plan [zero-size]
        [Own; N - 4] | buffer `x` is zero-sized: it needs no memory, so keep it outside the plan [zero-size]
        [u8; 1 << 63] | buffer `x` takes 9223372036854775808 bytes, more than 2^63 - 1, the largest size: make the type smaller [out-of-range]
        [[u64; 1 << 60]; N] | buffer `x` takes 9223372036854775808 bytes, more than 2^63 - 1, the largest size: make the type smaller [out-of-range]
    "#]].assert_eq(&table(&cases, |case| body(&format!("buffer x: {case}; {flow}"))));
}

#[test]
fn data_flow() {
    let cases = [
        // Read before any write.
        "buffer x: u8; step a(x); step b() -> x;",
        "buffer x: u8; step a(x);",
        "buffer x: u8; step a(mut x); step b(x);",
        "buffer x: u8; step a(x); step b(mut x); step c(x);",
        // Written and never read.
        "buffer x: u8; step a() -> x;",
        "buffer x: u8; step a() -> x; step b;",
        "buffer x: u8 = 4; step a(x); step b() -> x;",
        "buffer x: u8, source; step a(x); step b() -> x;",
        // Unused.
        "buffer x: u8; step a;",
        "buffer x: u8, retain; step a;",
        "buffer x: u8, source; step a;",
        "buffer x: u8 = 4; step a;",
        // Written twice.
        "buffer x: u8; step a() -> x; step b() -> x; step c(x);",
        // Twice in one step.
        "buffer x: u8; step a() -> x; step b(x) -> x; step c(x);",
        "buffer x: u8; step a() -> x; step b(x, x);",
        "buffer x: u8; step a() -> (x, x); step b(x);",
        "buffer x: u8; step a() -> x; step b(x, scratch x);",
        // Scratch.
        "buffer x: u8; step a(scratch x); step b(scratch x);",
        "buffer x: u8; step a() -> x; step b(x); step c(scratch x);",
        "buffer x: u8; step a(scratch x); step b(x);",
    ];
    expect![[r#"
        x | step `a` (step 0) reads buffer `x` before any step writes it: the first to write it is step `b` (step 1); move that step up; if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed` [read-before-write]
        x | step `a` (step 0) reads buffer `x`, but no step writes it: if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed` [never-written]
        x | step `a` (step 0) reads buffer `x` (`mut`) before any step writes it: if the step only writes it, make it an output, `-> x`; if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed` [never-written]
        x | step `a` (step 0) reads buffer `x` before any step writes it: the first to write it is step `b` (step 1); move that step up; if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed` [read-before-write]
        x | buffer `x` is written by step `a` (step 0) and never read after it: add `retain` if the application reads it, or remove it [never-read]
        x | buffer `x` is written by step `a` (step 0) and never read after it: add `retain` if the application reads it, or remove it [never-read]
        x | buffer `x` is written by step `b` (step 1) and never read after it: add `retain` if the application reads it, or remove it [never-read]
        x | buffer `x` is a `source`, which the application fills before the first step, but step `b` (step 1) writes it: remove `source`, or write `mut x` among the inputs if the step changes it [written-twice]
        x | buffer `x` is unused: no step names it; remove it, or say in which steps it lives with `live first..=last` [unused]
        x | buffer `x` is unused: no step names it; remove it, or say in which steps it lives with `live first..=last` [unused]
        x | buffer `x` is unused: no step names it; remove it, or say in which steps it lives with `live first..=last` [unused]
        x | buffer `x` is unused: no step names it; remove it, or say in which steps it lives with `live first..=last` [unused]
        x | buffer `x` is the output of step `a` (step 0) and again of step `b` (step 1): write `mut x` among the inputs of `b` if it changes the buffer, or give it a buffer of its own [written-twice]
        x | buffer `x` is named twice in step `b` (step 1): write `mut x` among the inputs if it reads and writes it [named-twice]
        x | buffer `x` is named twice in step `b` (step 1): name it once [named-twice]
        x | buffer `x` is named twice in step `a` (step 0): name it once [named-twice]
        x | buffer `x` is named twice in step `b` (step 1): scratch needs a buffer of its own [named-twice]
        x | buffer `x` is scratch in step `a` (step 0) and in step `b` (step 1): give each step its own scratch buffer, they share bytes anyway [scratch-shared]
        x | buffer `x` is scratch in step `c` (step 2), but step `a` (step 0) uses it too: give the step a scratch buffer of its own, or write `mut x` or `-> x` if its contents matter [scratch-shared]
        x | buffer `x` is scratch in step `a` (step 0), but step `b` (step 1) uses it too: give the step a scratch buffer of its own, or write `mut x` or `-> x` if its contents matter [scratch-shared]
    "#]].assert_eq(&table(&cases, body));
}

#[test]
fn explicit_lifetimes() {
    let steps = "step a() -> x; step b(x); step c(x); step d;";
    let cases = ["live a", "live a..=b", "live b..", "live d", "live c..=c"];
    expect![[r#"
        x | step `b` (step 1) uses buffer `x` outside its lifetime `live a` (steps 0..=0): write `live a..=c` [lifetime-too-short]
        x | step `c` (step 2) uses buffer `x` outside its lifetime `live a..=b` (steps 0..=1): write `live a..=c` [lifetime-too-short]
        x | step `a` (step 0) uses buffer `x` outside its lifetime `live b..` (steps 1..=3): write `live a..=d` [lifetime-too-short]
        x | step `a` (step 0) uses buffer `x` outside its lifetime `live d` (steps 3..=3): write `live a..=d` [lifetime-too-short]
        x | step `a` (step 0) uses buffer `x` outside its lifetime `live c..=c` (steps 2..=2): write `live a..=c` [lifetime-too-short]
    "#]].assert_eq(&table(&cases, |case| body(&format!("buffer x: u8, {case}; {steps}"))));
    for right in ["live ..", "live a..=c", "live ..=d"] {
        good(&format!("mod m {{ bank ram {{ capacity: 4 }} buffer x: u8, {right}; {steps} }}"));
    }
}

#[test]
fn state() {
    let cases = [
        // Flags that say what a persistent buffer is anyway, or cannot be.
        "persistent x: u8, live ..; step a(mut x);",
        "persistent x: u8, retain; step a(mut x);",
        "persistent x: u8, source; step a(mut x);",
        "persistent x: u8, zeroed; step a(mut x);",
        "persistent x: u8, zeroed = 3; step a(mut x);",
        "persistent x: u8, plain(bytemuck) = 3; step a(mut x);",
        // Who names it.
        "persistent x: u8; step a;",
        "persistent x: u8, detached; step a(mut x);",
        "persistent x: u8; step a(scratch x);",
        "persistent x: u8; step a(x) -> x;",
        "persistent x: u8; buffer y: u8; step a(x => y); step b(y);",
        "persistent y: u8; buffer x: u8; step a() -> x; step b(x => y); step c(y);",
        // Detached for a part of the run.
        "buffer x: u8, detached; step a; step b;",
        "buffer x: u8, detached, live ..; step a; step b;",
        "buffer x: u8, detached, live a..=b; step a; step b; step c;",
        "buffer x: u8, detached, live b; step a; step b(x);",
        "buffer x: u8, detached, retain; step a; step b;",
        // Names.
        "persistent x: u8; buffer kept: u8; step a(mut x) -> kept; step b(kept);",
        "persistent x: u8; step kept(mut x);",
        "persistent x: u8, detached; step detached;",
        "persistent x: u8; const Kept: usize = 4; step a(mut x);",
        "persistent x: u8; buffer x: u8; step a(mut x);",
    ];
    expect![[r#"
        .. | a persistent buffer is alive from `take()` to `release()`: remove `live`, or declare it `buffer` [contradiction]
        retain | a persistent buffer keeps its contents from run to run: remove `retain` [contradiction]
        source | a persistent buffer has its value from `take()` on, and runs do not begin with a new one: remove `source` [contradiction]
        zeroed | a plain persistent buffer without a value is zero at `take()` anyway: remove `zeroed` [contradiction]
        zeroed | `zeroed` and a value after `=` contradict each other: remove one [contradiction]
        plain | `plain` is for a buffer without a value, and this one has a value after `=`: remove one [contradiction]
        x | no step names the persistent buffer `x`: name it in a step, or add `detached` to get its handle from `take()` [unused]
        x | step `a` (step 0) names buffer `x`, which is `detached`: the application holds its handle, so `io()` cannot lend it; remove it from the step, or remove `detached` [detached]
        x | buffer `x` is persistent, but scratch in step `a` (step 0), whose contents matter to that step alone: write `mut x`, or declare it `buffer` [scratch-shared]
        x | buffer `x` is named twice in step `a` (step 0): write `mut x` among the inputs if it reads and writes it [named-twice]
        x | step `a` (step 0) uses buffer `x` in place, but it is persistent, and `x => y` ends `x`; write `mut x`, or declare it `buffer` [in-place]
        y | step `b` (step 1) uses buffer `y` in place, but it is persistent, and `x => y` ends `x`; write `mut y`, or declare it `buffer` [in-place]
        detached | no step names a `detached` buffer, so its lifetime must be written: add `live first..=last`, or declare it `persistent x`, which is alive in all steps [detached]
        detached | buffer `x` is `detached` and alive in the first step, where no transition can hand it out: declare it `persistent x` without `live`, or let it begin in a later step [detached]
        detached | buffer `x` is `detached` and alive in the first step, where no transition can hand it out: declare it `persistent x` without `live`, or let it begin in a later step [detached]
        x | step `b` (step 1) names buffer `x`, which is `detached`: the application holds its handle, so `io()` cannot lend it; remove it from the step, or remove `detached` [detached]
        detached | no step names a `detached` buffer, so its lifetime must be written: add `live first..=last`, or declare it `persistent x`, which is alive in all steps [detached]
        kept | a buffer cannot be called `kept`: steps have the persistent buffers in a field of that name [bad-name]
        kept | step `kept` becomes the type `Kept`, which is generated for the persistent buffers: choose another name [name-collision]
        detached | step `detached` becomes the type `Detached`, which is generated for the persistent buffers: choose another name [name-collision]
        Kept | a const cannot be called `Kept`, which is generated for the persistent buffers: choose another name [bad-name]
        x | buffer `x` is declared twice: rename or remove this one [duplicate-id]
    "#]].assert_eq(&table(&cases, body));
    for right in [
        "persistent x: u8; step a(x); step b(x);",
        "persistent x: u8; step a() -> x; step b() -> x;",
        "persistent x: u8, weight 4, align 8, detached = 3; step a;",
        "buffer x: u8, detached, live b; step a; step b;",
        "buffer kept: u8; step kept() -> kept; step detached(kept);",
        "persistent x: u8, detached; buffer kept: u8; step kept() -> kept; step a(kept);",
    ] {
        good(&format!("mod m {{ bank ram {{ capacity: 64 }} {right} }}"));
    }
}

#[test]
fn all_mistakes_of_a_block_in_one_run() {
    let source = "mod m {
        bank ram { capacity: 0 }
        bank rom { capacity: 4, align: 3 }
        buffer x: [u8] in ram;
        buffer y: u8 in rma;
        buffer z: u16 in ram, align 6;
        step a() -> (x, y);
        step b(x, z);
        step c(yy);
    }";
    expect![[r#"
        rma | unknown bank `rma`: did you mean `ram`? [unknown-bank]
        yy | unknown buffer `yy`: did you mean `y`? [unknown-buffer]
        0 | bank `ram` has a capacity of 0 bytes: nothing fits in it [zero-size]
        3 | the alignment of bank `rom` is 3, which is not a power of two: write 2 or 4 [bad-alignment]
        [u8] | the type of buffer `x` cannot be used: a slice has no size known at compile time: write an array, `[T; LENGTH]` [bad-type]
        6 | the alignment of buffer `z` is 6, which is not a power of two: write 4 or 8 [bad-alignment]
        z | step `b` (step 1) reads buffer `z`, but no step writes it: if its value must survive from one run to the next, declare it `persistent` (`retain` lasts only until the end of the run); if the application fills it, add `source`; else give it a value with `= EXPR` or `zeroed` [never-written]
    "#]].assert_eq(&mistakes(source));
}
