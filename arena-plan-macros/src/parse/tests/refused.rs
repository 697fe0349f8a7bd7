//! What the grammar rejects: one mistake gives one error and leaves the rest readable.

use arena_plan_core::kernel::code::Code;
use expect_test::{Expect, expect};
use proc_macro2::{Ident, Span};

use super::super::table::{Words, word};
use crate::errors::Errors;
use crate::testing::{FLOW, body, mistakes, outcome, table};

/// Each case next to a correct plan.
fn beside(cases: &[&str], expected: Expect) {
    expected.assert_eq(&table(cases, |case| body(&format!("{case} {FLOW}"))));
}

/// Each case instead of the buffer `x`.
fn buffers(cases: &[&str], expected: Expect) {
    expected.assert_eq(&table(cases, |case| body(&format!("{case} step a() -> x; step b(x);"))));
}

fn banks(cases: &[&str], expected: Expect) {
    expected.assert_eq(&table(cases, |case| mistakes(&format!("mod m {{ bank ram {{ {case} }} {FLOW} }}"))));
}

#[test]
fn mistakes_of_the_module() {
    let cases = ["fn f() {}", "mod m;", "mod {}", "pub", "mod loop {}"];
    expect![[r#"
        fn | expected `mod NAME { … }`, found `fn` [syntax]
        ; | expected `{ … }` after `mod m`, found `;` [syntax]
        {} | expected the name of the module, found `{` [syntax]
        pub | expected `mod NAME { … }` after this [syntax]
        loop | `loop` is a Rust keyword: write `r#loop` [bad-name]
    "#]]
    .assert_eq(&table(&cases, mistakes));
    assert!(outcome("mod m;").0.is_none());
    expect![[r#"
        (call site) | the block is empty: write `arena_plan! { mod NAME { bank …; buffer …; step …; } }` [empty-plan]
    "#]]
    .assert_eq(&mistakes(""));
    expect![[r#"
        mod | one block declares one module: write a second `arena_plan!` for the rest [syntax]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank b {{ capacity: 4 }} {FLOW} }} mod n {{}}")));
}

#[test]
fn mistakes_of_options() {
    beside(
        &[
            "#![crate = renamed]",
            "#![order]",
            "#![ordr = base]",
            "#![colour = red]",
            "#![order = size]",
            "#![effort = thorogh]",
            "#![effort = most]",
            "#![effort = fast, default]",
            "#![effort = fast] #![effort = fast]",
            "#![allow(unused)]",
        ],
        expect![[r#"
            crate | unknown option `crate`: the options are `order`, `effort`, `strategy` and `draft` [unknown-word]
            order | expected `=` after `order` [syntax]
            ordr | unknown option `ordr`: did you mean `order`? [unknown-word]
            colour | unknown option `colour`: the options are `order`, `effort`, `strategy` and `draft` [unknown-word]
            size | unknown value `size` of option `order`: write `base` [unknown-word]
            thorogh | unknown value `thorogh` of option `effort`: did you mean `thorough`? [unknown-word]
            most | unknown value `most` of option `effort`: write `fast`, `default` or `thorough` [unknown-word]
            , | expected `]`, found `,` [syntax]
            effort | the option `effort` is given twice: remove one [duplicate-field]
            allow | unknown option `allow`: the options are `order`, `effort`, `strategy` and `draft` [unknown-word]
        "#]],
    );
}

#[test]
fn mistakes_of_declarations() {
    beside(
        &[
            "bufer y: u8;",
            "bnk more { capacity: 4 }",
            "stp c(y);",
            "struct Own { x: u8 }",
            "struct Unit;",
            "static Y: u8 = 4;",
            "thing y { a: 4 };",
            "42;",
            "pub step c;",
            "pub(crate) bank more { capacity: 4 } buffer z: u8 in more, live ..;",
            "buffer type: u8;",
            "step self;",
            "bank ;",
            "const N: usize;",
            "const N = 4;",
            "const fn f() {}",
            "const _: () = ();",
            "persistant y: u8 = 4; step c(mut y);",
            "constant y: u8 in flash -> ram = 4; step c(y);",
            "place { default: ram; buffer hot_*: ram; }",
            "include model.graph.json;",
            "layout 4;",
            "#[doc = ] step c;",
        ],
        expect![[r#"
            bufer | unknown declaration `bufer`: did you mean `buffer`? [unknown-word]
            bnk | unknown declaration `bnk`: did you mean `bank`? [unknown-word]
            stp | unknown declaration `stp`: did you mean `step`? [unknown-word]
            struct | unknown declaration `struct`: a block holds `bank`, `buffer`, `persistent`, `constant`, `step`, `const`, `layout`, `include` and `place`; other items go next to the block [unknown-word]
            struct | unknown declaration `struct`: a block holds `bank`, `buffer`, `persistent`, `constant`, `step`, `const`, `layout`, `include` and `place`; other items go next to the block [unknown-word]
            static | unknown declaration `static`: did you mean `buffer`? [unknown-word]
            thing | unknown declaration `thing`: a block holds `bank`, `buffer`, `persistent`, `constant`, `step`, `const`, `layout`, `include` and `place` [unknown-word]
            42 | expected `bank`, `buffer`, `persistent`, `constant`, `step`, `const`, `layout`, `include` or `place`, found `42` [syntax]
            pub | a step has the visibility of the module: remove this [syntax]
            pub(crate) | a bank has the visibility of the module: remove this [syntax]
            type | `type` is a Rust keyword: write `r#type` [bad-name]
            self | `self` cannot be a name [bad-name]
            ; | expected the name of a bank, found `;` [syntax]
            ; | expected `=` and the value of const `N`, found `;` [syntax]
            = | expected `:` and a type after const `N`, found `=` [syntax]
            const | unknown declaration `const`: a block holds `bank`, `buffer`, `persistent`, `constant`, `step`, `const`, `layout`, `include` and `place`; other items go next to the block [unknown-word]
            _ | `_` cannot be a name [bad-name]
            persistant | unknown declaration `persistant`: did you mean `persistent`? [unknown-word]
            flash | unknown bank `flash`: the banks are `ram` [unknown-bank]
            buffer | rule `buffer hot_*` matches nothing: no buffer for these banks has such a name; correct the name, or remove the rule [unused]
            model | expected the path of a graph file, `"FILE"`, after `include`, found `model` [syntax]
            4 | expected the path of a layout file, `"FILE"`, after `layout`, found `4` [syntax]
            ] | unexpected end of input, expected an expression [syntax]
        "#]],
    );
    expect![[r#"
        ; | remove this `;`: a bank ends with its braces [syntax]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank b {{ capacity: 4 }}; {FLOW} }}")));
}

#[test]
fn mistakes_of_banks() {
    banks(
        &[
            "",
            "align: 32",
            "capacity 4",
            "capacity: ",
            "capacity: , align: 4",
            "capacity: 128 KB",
            "capacity: 128KB",
            "capacity: 4 MB",
            "capacity: 128B",
            "capacity: 1 GiB",
            "capacity: 12 kib, align: 4",
            "capacity: 12parsecs",
            "capacity: 9007199254740992 KiB",
            "capacity: 9223372036854775808",
            "capacity: 1.5 KiB",
            "capacity: 1.5",
            "capacity: \"4\"",
            "capacity: 4 +",
            "capacity: 4 align: 4",
            "capcity: 4",
            "capacity: 4, speed: 3",
            "capacity: 4, capacity: 5",
            "capacity: 4, section: dtcm",
            "capacity: 4, section: unsafe",
            "capacity: 4, 32",
        ],
        expect![[r#"
            ram | bank `ram` has no capacity: write `bank ram { capacity: 64 KiB }` [missing-field]
            ram | bank `ram` has no capacity: write `bank ram { capacity: 64 KiB }` [missing-field]
            4 | expected `:` after `capacity`, found `4` [syntax]
            : | expected a number of bytes for `capacity` after this [syntax]
            , | expected a number of bytes for `capacity`, found `,` [syntax]
            KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
            128KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
            MB | unknown unit `MB`: did you mean `MiB` (1048576 bytes)? [unknown-word]
            128B | unknown unit `B`: a number without a unit is in bytes; did you mean `KiB` (1024 bytes)? [unknown-word]
            GiB | unknown unit `GiB`: the units are `KiB` and `MiB`, did you mean `1024 MiB`? [unknown-word]
            kib | unknown unit `kib`: did you mean `KiB` (1024 bytes)? [unknown-word]
            12parsecs | unknown unit `parsecs`: the units are `KiB` (1024 bytes) and `MiB` (1048576 bytes) [unknown-word]
            9007199254740992 | `9007199254740992 KiB` is more than 2^63 - 1 bytes, the largest size [out-of-range]
            9223372036854775808 | `9223372036854775808` is more than 2^63 - 1, the largest number [out-of-range]
            1.5 | `1.5 KiB` is not a whole number: write `1536` [not-integer]
            1.5 | `1.5` is not a whole number of bytes: write an integer [not-integer]
            "4" | a number is written without quotes: write `4` [not-integer]
            } | unexpected end of input, expected an expression [syntax]
            align | expected `,` or `}`, found `align` [syntax]
            capcity | unknown field `capcity` of bank `ram`: did you mean `capacity`? [unknown-field]
            speed | unknown field `speed` of bank `ram`: the fields are `capacity`, `align`, `reserve`, `cache_line`, `dma`, `section`, `storage` and `read_only` [unknown-field]
            capacity | bank `ram` has two fields `capacity`: remove one [duplicate-field]
            dtcm | expected the name of a linker section: `".arena.dtcm"`, found `dtcm` [syntax]
            unsafe | expected the name of a linker section: `".arena.dtcm"` after this [syntax]
            32 | expected a field of the bank: `capacity`, `align`, `reserve`, `cache_line`, `dma`, `section`, `storage` or `read_only`, found `32` [syntax]
        "#]],
    );
    expect![[r#"
        ; | expected `{ capacity: … }` after bank `ram`, found `;` [syntax]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank ram; {FLOW} }}")));
    // Two fields, two mistakes.
    expect![[r#"
        KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
        aling | unknown field `aling` of bank `ram`: did you mean `align`? [unknown-field]
    "#]]
    .assert_eq(&mistakes(&format!("mod m {{ bank ram {{ capacity: 4 KB, aling: 4 }} {FLOW} }}")));
}

#[test]
fn mistakes_of_storage() {
    banks(
        &[
            "capacity: 4, storage:",
            "capacity: 4, storage: 3",
            "capacity: 4, storage: calller",
            "capacity: 4, storage: application",
            "capacity: 4, storage: elsewhere",
            "capacity: 4, storage: caller(x)",
            "capacity: 4, storage: unsafe caller",
            "capacity: 4, storage: linker(a, b)",
            "capacity: 4, storage: unsafe",
            "capacity: 4, storage: unsafe linker",
            "capacity: 4, storage: unsafe linker()",
            "capacity: 4, storage: unsafe linker(a)",
            "capacity: 4, storage: unsafe linker(a, b, c)",
            "capacity: 4, storage: unsafe linker(a, a)",
            "capacity: 4, storage: unsafe linker(a, \"\")",
            "capacity: 4, storage: unsafe linker(1, b)",
            "capacity: 4, storage: shared",
            "capacity: 4, storage: shared()",
            "capacity: 4, storage: shared(pool, pool)",
            "capacity: 4, storage: caller, storage: caller",
            "capacity: 4, storage: caller, section: \".arena.ram\"",
            "capacity: 4, pool: x",
        ],
        expect![[r#"
            : | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` after this [syntax]
            3 | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)`, found `3` [syntax]
            calller | unknown storage `calller` of bank `ram`: did you mean `caller`? [unknown-word]
            application | unknown storage `application` of bank `ram`: did you mean `caller`? [unknown-word]
            elsewhere | unknown storage `elsewhere` of bank `ram`: write `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` [unknown-word]
            ( | `caller` names no memory: remove these parentheses [syntax]
            unsafe | `caller` promises nothing that could be wrong: remove `unsafe` [syntax]
            linker | that nothing else uses the memory between these symbols is your promise: write `unsafe linker(START, END)` [syntax]
            unsafe | expected where the bytes of bank `ram` are: `static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)` after this [syntax]
            linker | expected the symbols at which the memory begins and ends, `(START, END)`, after `linker` [syntax]
            () | expected the symbols at which the memory begins and ends, `(START, END)` inside these parentheses [syntax]
            a | expected `,` and the symbol at which the memory ends after this [syntax]
            c | expected `)`: there are two symbols, where the memory begins and where it ends, found `c` [syntax]
            a | the memory cannot begin and end at `a`: name another symbol [contradiction]
            "" | no symbol has this name [bad-name]
            1 | expected a symbol of the linker script, found `1` [syntax]
            shared | expected the path of a pool, `(POOL)`, after `shared` [syntax]
            () | expected the path of a pool after this [syntax]
            , | expected `)`: a bank is in one pool, found `,` [syntax]
            storage | bank `ram` has two fields `storage`: remove one [duplicate-field]
            ".arena.ram" | bank `ram` is the application's memory: the application says where it is; remove `section` [contradiction]
            pool | unknown field `pool` of bank `ram`: did you mean `storage`? [unknown-field]
        "#]],
    );
    assert_eq!(
        mistakes(&format!(
            "mod m {{ bank ram {{ capacity: 4, storage: static, section: \".arena.ram\" }} {FLOW} }}"
        )),
        ""
    );
    let outside = |storage: &str| {
        mistakes(&format!("mod m {{ bank ram {{ capacity: 4, storage: {storage} }} {FLOW} }}"))
    };
    assert_eq!(outside("caller"), "");
    assert_eq!(outside("unsafe linker(\"a.b\", r#type,)"), "");
    let constant = |storage: &str| {
        body(&format!(
            "bank flash {{ capacity: 4, read_only, storage: {storage} }} constant k: u8 in flash = 1; buffer x: u8; step a(k) -> x; step b(x);"
        ))
    };
    let cases = ["caller", "unsafe linker(a, b)", "shared(pool)"];
    expect![[r#"
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the application's memory; remove `storage` [contradiction]
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the memory between two symbols; remove `storage` [contradiction]
        storage | bank `flash` is `read_only`: its constants are part of the program, so it cannot be the memory of a pool; remove `storage` [contradiction]
    "#]].assert_eq(&table(&cases, constant));
    assert_eq!(constant("static"), "");
}

#[test]
fn mistakes_of_buffers() {
    buffers(
        &[
            "buffer x u8;",
            "buffer x: ;",
            "buffer x;",
            "buffer x: u8 ind ram;",
            "buffer x: u8 on ram;",
            "buffer x: u8 in;",
            "buffer x: u8 in ram |;",
            "buffer x: u8 in ram or ram;",
            "buffer x: u8 in ram @;",
            "buffer x: u8 in ram @ -4;",
            "buffer x: u8 in ram @ 1.5;",
            "buffer x: u8 in ram @ 4KB;",
            "buffer x: u8, align 4 kb;",
            "buffer x: u8, align;",
            "buffer x: u8 retain;",
            "buffer x: u8, align 4 retain;",
            "buffer x: u8, retain in ram;",
            "buffer x: u8, in ram;",
            "buffer x: u8, align 4 @ 0;",
            "buffer x: u8, ;",
            "buffer x: u8, volatile;",
            "buffer x: u8 in b, c;",
            "buffer x: u8 in b, retian;",
            "buffer x: u8 in b @ 0, c;",
            "buffer x: u8 in b, retain, c;",
            "buffer x: u8, retian;",
            "buffer x: u8, align 4, align 8;",
            "buffer x: u8 = ;",
            "buffer x: u8 = 4, retain;",
            "buffer x: u8 = 4 in ram;",
            "buffer x: u8, plain;",
            "buffer x: Own, plain(zerocpy);",
            "buffer x: Own, plain(serde);",
            "buffer x: Own, plain(zerocopy, bytemuck);",
            "buffer x: u8, live;",
            "buffer x: u8, live a..b;",
            "buffer x: u8, live a...b;",
            "buffer x: u8, live ..b;",
            "buffer x: u8, live a..=;",
            "buffer x: u8",
        ],
        expect![[r#"
            u8 | expected `:` and a type after buffer `x`, found `u8` [syntax]
            ; | expected a type, found `;` [syntax]
            ; | expected `:` and a type after buffer `x`, found `;` [syntax]
            ind | unexpected `ind`: did you mean `in`? [syntax]
            on | unexpected `on`: did you mean `in`? [syntax]
            ; | expected a bank after `in`, found `;` [syntax]
            ; | expected a bank after `|`, found `;` [syntax]
            or | expected `in`, `@`, `,`, `=` or `;`, found `or` [syntax]
            ; | expected a number: `64`, `4 KiB`, a constant, or an expression in parentheses, found `;` [syntax]
            - | expected a number: `64`, `4 KiB`, a constant, or an expression in parentheses, found `-` [syntax]
            1.5 | `1.5` is not a whole number of bytes: write an integer [not-integer]
            4KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
            kb | unknown unit `kb`: did you mean `KiB` (1024 bytes)? [unknown-word]
            ; | expected a number: `64`, `4 KiB`, a constant, or an expression in parentheses, found `;` [syntax]
            retain | a comma separates flags: write `, retain` [syntax]
            retain | a comma separates flags: write `, retain` [syntax]
            in | `in` goes directly after the type, before the flags [syntax]
            in | there is no comma before `in`: write `TYPE in BANK` [syntax]
            @ | `@` goes directly after the bank: `in BANK @ OFFSET` [syntax]
            ; | expected a flag after `,`, found `;` [syntax]
            volatile | unknown flag `volatile`: the flags are `align`, `live`, `retain`, `source`, `zeroed`, `detached`, `dma`, `plain(…)` and `weight` [unknown-word]
            c | unknown flag `c`: the flags are `align`, `live`, `retain`, `source`, `zeroed`, `detached`, `dma`, `plain(…)` and `weight`; another bank goes after `|`: `in b | c` [unknown-word]
            retian | unknown flag `retian`: did you mean `retain`? [unknown-word]
            c | unknown flag `c`: the flags are `align`, `live`, `retain`, `source`, `zeroed`, `detached`, `dma`, `plain(…)` and `weight` [unknown-word]
            c | unknown flag `c`: the flags are `align`, `live`, `retain`, `source`, `zeroed`, `detached`, `dma`, `plain(…)` and `weight` [unknown-word]
            retian | unknown flag `retian`: did you mean `retain`? [unknown-word]
            align | the flag `align` is given twice: remove one [duplicate-field]
            ; | expected a value after `=`, found `;` [syntax]
            , | the value comes last: write the flags before `=` [syntax]
            in | the value comes last: write `in BANK` before `=` [syntax]
            plain | `plain` says who vouches for the type: write `plain(zerocopy)` or `plain(bytemuck)` [syntax]
            zerocpy | unknown word `zerocpy` for `plain`: did you mean `zerocopy`? [unknown-word]
            serde | unknown word `serde` for `plain`: write `zerocopy` or `bytemuck` [unknown-word]
            , | expected `)`, found `,` [syntax]
            ; | expected a range of steps after `live`: `first..=last`, `first..`, `..=last`, `..` or one step, found `;` [syntax]
            .. | ranges of steps are inclusive: write `a..=b` [syntax]
            ... | write `..=`: ranges of steps are inclusive [syntax]
            .. | ranges of steps are inclusive: write `..=b` [syntax]
            ; | expected the last step after `..=`, found `;` [syntax]
            u8 | missing `;` at the end of this declaration [syntax]
        "#]],
    );
}

#[test]
fn mistakes_of_steps() {
    beside(
        &[
            "step;",
            "step c -> x;",
            "step c(x -> x);",
            "step c(x => );",
            "step c(mut x => y);",
            "step c(x => y => z);",
            "step c(mut);",
            "step c(mut scratch x);",
            "step c(4);",
            "step c(x) -> ;",
            "step c(x) -> ();",
            "step c() -> y, z;",
            "step c() -> mut y;",
            "step c() -> (y, scratch z);",
            "step c(x) => y;",
            "step c(x) y;",
            "step c(x)",
        ],
        expect![[r#"
            ; | expected the name of a step, found `;` [syntax]
            -> | parentheses are missing: write `step c() -> …` [syntax]
            -> | expected `,` or `)`, found `->` [syntax]
            > | expected the buffer that `x` becomes, after `=>` [syntax]
            mut | a step in place may write its buffer anyway: write `x => y` without `mut` [syntax]
            => | expected `,` or `)`, found `=>` [syntax]
            mut | expected a buffer after this [syntax]
            scratch | unexpected `scratch`: only one word goes before a buffer [syntax]
            4 | expected a buffer, found `4` [syntax]
            ; | expected a buffer after `->`, found `;` [syntax]
            ( | there is no output in the parentheses: leave `-> ()` out [syntax]
            , | several outputs go in parentheses: write `-> (y, …)` [syntax]
            mut | `mut y` goes among the inputs, before `->` [syntax]
            scratch | `scratch z` goes among the inputs, before `->` [syntax]
            => | outputs follow one `->`, found `=>` [syntax]
            y | expected `->` or `;`, found `y` [syntax]
            ) | missing `;` at the end of this declaration [syntax]
        "#]],
    );
}

#[test]
fn every_declaration_reports_its_own_mistake() {
    let source = "mod m {
        bank ram { capacity: 4 KB }
        bank ram2 { capacity: 4, algn: 4 }
        buffer x: u8 in ram
        buffer y: u8, retian;
        buffer z: u8 in ram3;
        step a() -> x
        step b(x) -> (y, zz);
        step c(y, z) -> (w;);
        step d(w);
    }";
    expect![[r#"
        KB | unknown unit `KB`: did you mean `KiB` (1024 bytes)? [unknown-word]
        algn | unknown field `algn` of bank `ram2`: did you mean `align`? [unknown-field]
        ram | missing `;` at the end of this declaration [syntax]
        retian | unknown flag `retian`: did you mean `retain`? [unknown-word]
        x | missing `;` at the end of this declaration [syntax]
        ; | expected `,` or `)`, found `;` [syntax]
        ram3 | unknown bank `ram3`: did you mean `ram`? [unknown-bank]
        zz | unknown buffer `zz`: did you mean `z`? [unknown-buffer]
    "#]]
    .assert_eq(&mistakes(source));
    let (block, _) = outcome(source);
    let block = block.expect("a block");
    let ids: Vec<&str> = block.buffers.iter().map(|buffer| buffer.id.as_str()).collect();
    assert_eq!(ids, ["x", "y", "z"]);
    assert_eq!(block.steps.len(), 4);
}

/// A word that another version of the language has is not taken for a misspelt one.
#[test]
fn words_of_a_later_version() {
    const WORDS: Words<()> = Words {
        noun: "field",
        code: Code::UnknownField,
        list: ("the fields are", "and"),
        words: &[word("align", ())],
        later: &["aligns"],
    };
    let mut errors = Errors::default();
    for text in ["aligns", "aling"] {
        if let Err(mistake) = WORDS.find(&Ident::new(text, Span::call_site()), "") {
            errors.add(mistake);
        }
    }
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "`aligns` is not supported yet [not-supported]",
            "unknown field `aling`: did you mean `align`? [unknown-field]"
        ]
    );
}
