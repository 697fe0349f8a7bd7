//! `#![order = base]`, `#![effort = fast]`, `#![strategy = sequential]` and `//!` docs.

use arena_plan_core::kernel::code::Code;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::{AttrStyle, Attribute, Ident, Token, bracketed, token};

use super::word::{self, unexpected};
use crate::ast::Block;
use crate::errors::{Mistake, Result};
use crate::ir::{Effort, Order, Strategy};
use crate::suggest::{hint, nearest};

const OPTIONS: [&str; 3] = ["order", "effort", "strategy"];

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
        return Err(unexpected(input, "an option: `order`, `effort` or `strategy`"));
    }
    let name = word::take(input)?;
    let text = name.unraw().to_string();
    if text == "doc" {
        return Ok(Read::Doc);
    }
    if !OPTIONS.contains(&text.as_str()) {
        let hint = hint(nearest(&text, OPTIONS));
        let known = if hint.is_empty() { ": the options are `order`, `effort` and `strategy`" } else { "" };
        let message = format!("unknown option `{text}`{hint}{known}");
        return Err(Mistake::at(Code::UnknownWord, name.span(), message));
    }
    if !input.peek(Token![=]) {
        return Err(unexpected(input, &format!("`=` after `{text}`")));
    }
    input.parse::<Token![=]>()?;
    let options = &mut block.options;
    let twice = match text.as_str() {
        "order" => options.order.replace(choice(input, &text, &[("base", Order::Base)])?).is_some(),
        "effort" => {
            let values =
                [("fast", Effort::Fast), ("default", Effort::Default), ("thorough", Effort::Thorough)];
            options.effort.replace(choice(input, &text, &values)?).is_some()
        }
        _ => {
            options.strategy.replace(choice(input, &text, &[("sequential", Strategy::Sequential)])?).is_some()
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

fn choice<T: Copy>(input: ParseStream, option: &str, values: &[(&str, T)]) -> Result<(T, Span)> {
    let list: Vec<String> = values.iter().map(|(name, _)| format!("`{name}`")).collect();
    let list = match list.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => list.concat(),
    };
    let Some(_) = word::peek(input) else { return Err(unexpected(input, &list)) };
    let word: Ident = word::take(input)?;
    let text = word.to_string();
    if let Some((_, value)) = values.iter().find(|(name, _)| *name == text) {
        return Ok((*value, word.span()));
    }
    let hint = hint(nearest(&text, values.iter().map(|(name, _)| *name)));
    let known = if hint.is_empty() { format!(": write {list}") } else { String::new() };
    let message = format!("unknown value `{text}` of option `{option}`{hint}{known}");
    Err(Mistake::at(Code::UnknownWord, word.span(), message))
}
