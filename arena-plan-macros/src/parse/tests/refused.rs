//! What the grammar rejects: one mistake gives one error and leaves the rest readable.

mod banks;

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
