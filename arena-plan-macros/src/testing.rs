//! Shared by the tests of all stages: reads a block from source text and shows its mistakes with their tokens.

use proc_macro2::TokenStream;
use quote::quote;

use crate::blocks::Blocks;
use crate::errors::Errors;
use crate::figure::{Figure, Figures};
use crate::front::read;
use crate::ir::{Block, Num};

/// The path of the library.
pub(crate) fn facade() -> TokenStream {
    quote!(::arena_plan)
}

/// Reads source text; the mistakes as lines of `token | message`.
pub(crate) fn outcome(source: &str) -> (Option<Block>, String) {
    let mut errors = Errors::default();
    let block = read(source.parse::<TokenStream>().expect("tokens").into(), &Blocks::alone(), &mut errors);
    let line = |error: &syn::Error| {
        let token = error.span().source_text().unwrap_or_else(|| String::from("(call site)"));
        format!("{token} | {error}\n")
    };
    let text = errors.iter().map(line).collect();
    (block, text)
}

/// The mistakes of a whole block.
pub(crate) fn mistakes(source: &str) -> String {
    outcome(source).1
}

/// The mistakes of `mod m { bank ram { capacity: 1 KiB } … }`.
pub(crate) fn body(declarations: &str) -> String {
    mistakes(&format!("mod m {{ bank ram {{ capacity: 1 KiB }} {declarations} }}"))
}

/// Reads a block without mistakes.
pub(crate) fn good(source: &str) -> Block {
    let (block, mistakes) = outcome(source);
    assert_eq!(mistakes, "");
    block.expect("a block")
}

/// The value of a number, if it is written and known.
pub(crate) fn value(figures: &Figures<Num>, figure: Figure) -> Option<u64> {
    figures.get(figure)?.value
}

/// A bank, a buffer and two steps without a mistake.
pub(crate) const FLOW: &str = "buffer x: u8; step a() -> x; step b(x);";

/// The one mistake of each case, one per line; panics if a case has none or several.
pub(crate) fn table(cases: &[&str], mistakes: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for case in cases {
        let found = mistakes(case);
        assert_eq!(found.lines().count(), 1, "one mistake in `{case}`, found:\n{found}");
        text += &found;
    }
    text
}
