//! Variants of blocks, chosen as rustc chooses them.

use expect_test::{Expect, expect};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::{Removed, Split, answered, split};
use crate::errors::Errors;
use crate::testing::facade;

/// What is left of a block where only these predicates hold, with the mistakes, and how often rustc was asked.
fn chosen(source: &str, hold: &[&str]) -> (String, Vec<Removed>, Vec<String>, usize) {
    let hold: Vec<String> = hold.iter().map(|text| tokens(text).to_string()).collect();
    let (mut input, mut removed, mut errors) = (tokens(source), TokenStream::new(), Errors::default());
    for expansions in 0.. {
        match split(&facade(), &removed, input, &mut errors) {
            Split::One(variant) => {
                let mistakes = errors.iter().map(|error| {
                    let token = error.span().source_text().unwrap_or_default();
                    format!("{token} | {error}")
                });
                return (variant.tokens.to_string(), variant.removed, mistakes.collect(), expansions);
            }
            Split::Ask(item) => {
                let [_, out, block] = answered(kept(item, &hold)).expect("an item of the macro");
                (input, removed) = (block, out);
            }
        }
    }
    unreachable!("the loop returns");
}

/// The item as a derive macro gets it where these predicates hold.
fn kept(item: TokenStream, hold: &[String]) -> TokenStream {
    let mut trees: Vec<TokenTree> = item.into_iter().collect();
    // The attribute that names the derive macro is not part of its input.
    trees.drain(..2);
    let Some(TokenTree::Group(body)) = trees.pop() else { panic!("an enum") };
    let body: Vec<TokenTree> = body.stream().into_iter().collect();
    let kept = body.chunks_exact(4).filter_map(|variant| {
        let [_, TokenTree::Group(cfg), name, _] = variant else { panic!("a variant under `cfg`") };
        let Some(TokenTree::Group(predicate)) = cfg.stream().into_iter().nth(1) else {
            panic!("a predicate")
        };
        hold.contains(&predicate.stream().to_string()).then(|| quote!(#name,))
    });
    let kept: TokenStream = kept.collect();
    let item: TokenStream = trees.into_iter().collect();
    quote!(#item { #kept })
}

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("tokens")
}

/// Asserts what is left where each list of predicates holds.
#[track_caller]
fn leaves(source: &str, cases: &[(&[&str], &str)]) {
    for (hold, expected) in cases {
        let (block, _, mistakes, _) = chosen(&format!("mod m {{ {source} }}"), hold);
        assert_eq!(block, tokens(&format!("mod m {{ {expected} }}")).to_string(), "{hold:?}");
        assert_eq!(mistakes, [""; 0], "{hold:?}");
    }
}

#[test]
fn every_kind_of_declaration_may_be_conditional() {
    leaves(
        "#[cfg(a)] bank x { capacity: 1 } /// Kept.
         #[cfg(not(a))] pub const N: [u8; { 2 }] = { 3 }; #[cfg(a)] buffer b: [u8; N] = { x; y };
         #[cfg(a)] persistent p: u8; #[cfg(a)] constant c: u8 in x = 3; #[cfg(not(not(a)))] step s(b);
         #[cfg(a)] layout \"a.json\"; #[cfg(a)] include \"b.json\"; step t;",
        &[
            (
                &["a"],
                "bank x { capacity: 1 } buffer b: [u8; N] = { x; y }; persistent p: u8; constant c: u8 in x = 3;
                 step s(b); layout \"a.json\"; include \"b.json\"; step t;",
            ),
            (&[], "/// Kept.\n pub const N: [u8; { 2 }] = { 3 }; step t;"),
        ],
    );
}

#[test]
fn entries_of_lists_may_be_conditional() {
    leaves(
        "bank x { #[cfg(a)] capacity: f::<(), A>(1, 2), #[cfg(not(a))] capacity: 2 KiB, align: 4, #[cfg(a)] read_only }
         step s(b, #[cfg(a)] mut c, #[cfg(a)] d => e) -> (f, #[cfg(a)] g);
         step t() -> (#[cfg(a)] f,); step u() -> #[cfg(a)] g; rules { #[cfg(a)] hot_*: x | y; cold: y; }",
        &[
            (
                &["a"],
                "bank x { capacity: f::<(), A>(1, 2), align: 4, read_only } step s(b, mut c, d => e) -> (f, g);
                 step t() -> (f,); step u() -> g; rules { hot_*: x | y; cold: y; }",
            ),
            (
                &[],
                "bank x { capacity: 2 KiB, align: 4, } step s(b,) -> (f,); step t(); step u(); rules { cold: y; }",
            ),
        ],
    );
}

#[test]
fn banks_and_flags_of_a_buffer_may_be_conditional() {
    leaves(
        "buffer b: u8 in x | #[cfg(a)] y, #[cfg(a)] align 4, live s..=t, #[cfg(a)] zeroed = f(|v| v);
         buffer c: u8 in #[cfg(a)] x | y; buffer d: u8 in #[cfg(a)] x @ 4, retain; buffer e: u8 in #[cfg(a)] x;
         constant f: u8 in x -> #[cfg(a)] y = 3; buffer g: u8, #[cfg(a)] live ..=t;",
        &[
            (
                &["a"],
                "buffer b: u8 in x | y, align 4, live s..=t, zeroed = f(|v| v);
                 buffer c: u8 in x | y; buffer d: u8 in x @ 4, retain; buffer e: u8 in x;
                 constant f: u8 in x -> y = 3; buffer g: u8, live ..=t;",
            ),
            (
                &[],
                "buffer b: u8 in x, live s..=t = f(|v| v); buffer c: u8 in y; buffer d: u8, retain; buffer e: u8;
                 constant f: u8 in x = 3; buffer g: u8;",
            ),
        ],
    );
}

#[test]
fn rules_and_their_banks_may_be_conditional() {
    leaves(
        "place { #[cfg(a)] hot_*: x; default: #[cfg(a)] x | y; constant: f -> #[cfg(a)] x; persistent: y | #[cfg(a)] x; }
         #[cfg(a)] place { cold: y; } step s;",
        &[
            (
                &["a"],
                "place { hot_*: x; default: x | y; constant: f -> x; persistent: y | x; } place { cold: y; } step s;",
            ),
            (&[], "place { default: y; constant: f; persistent: y; } step s;"),
        ],
    );
}

#[test]
fn attributes_and_options_may_be_conditional() {
    leaves(
        "#![cfg_attr(a, effort = fast)] #![draft] #[cfg_attr(a, doc = \"x, y\", cfg(b))] bank x { capacity: 1 }
         #[allow(unused)] step s;",
        &[
            (&["a", "b"], "#![effort = fast] #![draft] #[doc = \"x, y\"] bank x { capacity: 1 } #[allow(unused)] step s;"),
            (&["a"], "#![effort = fast] #![draft] #[allow(unused)] step s;"),
            (&[], "#![draft] bank x { capacity: 1 } #[allow(unused)] step s;"),
        ],
    );
}

/// Where a part is left out, what is asked within it is still asked, for all variants in the same order.
#[test]
fn predicates_within_a_part_that_is_left_out_do_not_count_for_others() {
    leaves(
        "#[cfg(a)] buffer b: u8 in #[cfg(b)] x | y; #[cfg(c)] step s; #[cfg(b)] step t;",
        &[
            (&["a", "b"], "buffer b: u8 in x | y; step t;"),
            (&["c"], "step s;"),
            (&["b"], "step t;"),
            (&["a", "c"], "buffer b: u8 in y; step s;"),
        ],
    );
}

#[test]
fn a_predicate_is_asked_once_however_it_is_spelled() {
    let source = "mod m { #[cfg(feature=\"a\")] step a; #[cfg(not(feature = r\"a\",))] step b; #[cfg(not(not((any(x)))))] step c;
        #[cfg(any(x, all(y, feature = \"a\")),)] step d; #[cfg(any(x,all(y,feature=\"a\",),))] step e; }";
    let source = source.replace("((any(x)))", "(any(x))");
    let (_, _, mistakes, expansions) = chosen(&source, &[]);
    assert_eq!((mistakes, expansions), (vec![], 1));
}

#[test]
fn a_declaration_without_an_end_does_not_take_the_next_one_with_it() {
    leaves(
        "#[cfg(a)] buffer x: u8 buffer y: u8; #[cfg(a)] bank z #[cfg(a)] step s step t; #[cfg(a)]",
        &[(&[], "buffer y: u8; step t; #[cfg(a)]")],
    );
}

#[test]
fn what_is_configured_out_is_remembered() {
    let source = "mod m { #[cfg(a)] persistent r#in: u8; #[cfg(b)] step s; #[cfg(a)] layout \"x\"; #[cfg(not(a))] const N: u8 = 1; }";
    let (_, removed, ..) = chosen(source, &["b"]);
    let shown: Vec<String> =
        removed.iter().map(|part| format!("{} {} {}", part.kind.word(), part.id, part.attribute)).collect();
    assert_eq!(shown, ["buffer in #[cfg (a)]"]);
}

/// The mistakes of a step under each of these attributes, and under the opposite.
fn mistakes(attributes: &[&str], expected: &Expect) {
    let mut text = String::new();
    for attribute in attributes {
        let source = format!("mod m {{ #[{attribute}] step a; #[{attribute}] step b; step c; }}");
        let (block, _, mistakes, expansions) = chosen(&source, &[]);
        assert_eq!(mistakes.len(), 1, "{attribute}: {mistakes:#?}");
        assert_eq!(block, tokens("mod m { step a; step b; step c; }").to_string(), "{attribute}");
        assert_eq!(expansions, 0);
        text += &format!("{}\n", mistakes[0]);
    }
    expected.assert_eq(&text);
}

#[test]
fn a_predicate_that_cannot_be_read_is_one_error_and_counts_as_true() {
    let attributes = [
        "cfg",
        "cfg = \"a\"",
        "cfg[a]",
        "cfg()",
        "cfg(,)",
        "cfg(feature = echo)",
        "cfg(feature = \"a\" \"b\")",
        "cfg(feature =)",
        "cfg(feature = 1)",
        "cfg(\"echo\")",
        "cfg(a, b)",
        "cfg(feature = \"a\", b)",
        "cfg(a b)",
        "cfg(al(a, b))",
        "cfg(version(\"1.0\"))",
        "cfg(all(a, any(b, not(c, d))))",
        "cfg(fn)",
        "cfg(a::b)",
        "cfg_attr",
    ];
    mistakes(
        &attributes,
        &expect![[r##"
            #[cfg] | the predicate is missing: write `cfg(feature = "NAME")` or another predicate [syntax]
            #[cfg = "a"] | the predicate is missing: write `cfg(feature = "NAME")` or another predicate [syntax]
            #[cfg[a]] | the predicate is missing: write `cfg(feature = "NAME")` or another predicate [syntax]
            #[cfg()] | the predicate is missing: a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [syntax]
            #[cfg(,)] | the predicate is missing: a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [syntax]
            echo | a value in `cfg` is one string: write `feature = "VALUE"` [syntax]
            "a" "b" | a value in `cfg` is one string: write `feature = "VALUE"` [syntax]
            #[cfg(feature =)] | a value in `cfg` is one string: write `feature = "VALUE"` [syntax]
            1 | a value in `cfg` is one string: write `feature = "VALUE"` [syntax]
            "echo" | a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [syntax]
            a, b | `cfg` takes one predicate: combine several as `all(…)` or `any(…)` [syntax]
            feature = "a", b | `cfg` takes one predicate: combine several as `all(…)` or `any(…)` [syntax]
            a b | a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [syntax]
            al | unknown predicate `al(…)`: did you mean `all`? [unknown-word]
            version | unknown predicate `version(…)`: a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [unknown-word]
            not | `not` takes one predicate [syntax]
            fn | `fn` cannot be a name in `cfg`: it is a keyword of Rust [bad-name]
            a::b | a predicate is a name, `NAME = "VALUE"`, `all(…)`, `any(…)` or `not(…)` [syntax]
            #[cfg_attr] | the predicate is missing: write `cfg(feature = "NAME")` or another predicate [syntax]
        "##]],
    );
    let source = "mod m { #[cfg(x = y)] step a; #[cfg(not(x = y))] step b; #[cfg(z)] step c; }";
    let (block, _, mistakes, expansions) = chosen(source, &[]);
    assert_eq!((block, expansions), (tokens("mod m { step a; }").to_string(), 1));
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
}
