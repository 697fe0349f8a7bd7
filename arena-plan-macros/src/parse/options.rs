//! `#![order = base]`, `#![effort = fast]`, `#![strategy = sequential]`, `#![draft]` and `//!` docs.

use arena_plan_core::kernel::code::Code;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{AttrStyle, Attribute, Ident, Token, bracketed, token};

use super::table::{Word, Words, word};
use super::word::{self, unexpected};
use crate::ast::Block;
use crate::errors::{Mistake, Result};
use crate::ir::{Effort, Order, Strategy};

/// What follows the keyword of an option. Each function returns whether the block already had the option.
#[derive(Clone, Copy)]
enum Set {
    /// `=` and a value, which this reads.
    Value(fn(&mut Block, ParseStream) -> Result<bool>),
    /// Nothing; this takes the keyword's span.
    Alone(fn(&mut Block, Span) -> bool),
}

const OPTIONS: Words<Set> = Words {
    noun: "option",
    code: Code::UnknownWord,
    list: ("the options are", "and"),
    words: &[
        word(
            "order",
            Set::Value(|block, input| {
                Ok(block.options.order.replace(choice(input, "order", &ORDER)?).is_some())
            }),
        ),
        word(
            "effort",
            Set::Value(|block, input| {
                Ok(block.options.effort.replace(choice(input, "effort", &EFFORT)?).is_some())
            }),
        ),
        word(
            "strategy",
            Set::Value(|block, input| {
                Ok(block.options.strategy.replace(choice(input, "strategy", &STRATEGY)?).is_some())
            }),
        ),
        word("draft", Set::Alone(|block, span| block.options.draft.replace(span).is_some())),
    ],
    later: &[],
};

const ORDER: Words<Order> = values(&[word("base", Order::Base)]);

const EFFORT: Words<Effort> = values(&[
    word("fast", Effort::Fast),
    word("default", Effort::Default),
    word("thorough", Effort::Thorough),
]);

const STRATEGY: Words<Strategy> = values(&[word("sequential", Strategy::Sequential)]);

const fn values<T>(words: &'static [Word<T>]) -> Words<T> {
    Words { noun: "value", code: Code::UnknownWord, list: ("write", "or"), words, later: &[] }
}

/// One inner attribute; the next tokens are `#!`.
pub(super) fn option(block: &mut Block, input: ParseStream) -> Result<()> {
    let pound_token = input.parse()?;
    input.parse::<Token![!]>()?;
    let (bracket_token, content) = brackets(input)?;
    let inner = content.cursor().token_stream();
    let option = read(block, &content);
    while !content.is_empty() {
        let _ = content.parse::<proc_macro2::TokenTree>();
    }
    if option? == Read::Doc {
        let meta = syn::parse2(inner)?;
        block.attrs.push(Attribute { pound_token, style: AttrStyle::Outer, bracket_token, meta });
    }
    Ok(())
}

fn brackets<'a>(input: &ParseBuffer<'a>) -> syn::Result<(token::Bracket, ParseBuffer<'a>)> {
    let content;
    let brackets = bracketed!(content in input);
    Ok((brackets, content))
}

#[derive(PartialEq, Eq)]
enum Read {
    Doc,
    Option,
}

fn read(block: &mut Block, input: ParseStream) -> Result<Read> {
    if word::peek(input).is_none() {
        return Err(unexpected(input, &format!("an option: {}", OPTIONS.any())));
    }
    let name = word::take(input)?;
    let text = name.unraw().to_string();
    if text == "doc" {
        return Ok(Read::Doc);
    }
    if text == "cfg" {
        let message = "`cfg` is no option: write `#[cfg(…)]` in front of `mod`, or of a declaration";
        return Err(Mistake::at(Code::UnknownWord, name.span(), message));
    }
    let twice = match *OPTIONS.find(&name, "")? {
        Set::Value(set) => {
            if !input.peek(Token![=]) {
                return Err(unexpected(input, &format!("`=` after `{text}`")));
            }
            input.parse::<Token![=]>()?;
            set(block, input)?
        }
        Set::Alone(set) => {
            if !input.is_empty() {
                let message = format!("the option `{text}` has no value: write `#![{text}]`");
                return Err(Mistake::at(Code::Syntax, input.span(), message));
            }
            set(block, name.span())
        }
    };
    if !input.is_empty() {
        return Err(unexpected(input, "`]`"));
    }
    if twice {
        let message = format!("the option `{text}` is given twice: remove one");
        return Err(Mistake::at(Code::DuplicateField, name.span(), message));
    }
    Ok(Read::Option)
}

fn choice<T: Copy>(input: ParseStream, option: &str, values: &Words<T>) -> Result<(T, Span)> {
    let Some(_) = word::peek(input) else { return Err(unexpected(input, &values.any())) };
    let word: Ident = word::take(input)?;
    Ok((*values.find(&word, &format!(" of option `{option}`"))?, word.span()))
}
