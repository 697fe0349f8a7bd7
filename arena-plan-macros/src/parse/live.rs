//! `live a..=b`: an explicit lifetime in steps, inclusive.

use arena_plan_core::kernel::code::Code;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Token;
use syn::parse::ParseStream;

use super::word::name;
use crate::ast::Live;
use crate::errors::{Mistake, Result};

/// `STEP | [STEP] "..=" STEP | STEP ".." | ".."`
pub(super) fn range(input: ParseStream) -> Result<Live> {
    let mut live = Live { first: None, last: None, tokens: TokenStream::new() };
    if input.peek(Token![...]) {
        return Err(three_dots(input.parse()?));
    }
    if !input.peek(Token![..]) && !input.peek(Token![..=]) {
        let what = "a range of steps after `live`: `first..=last`, `first..`, `..=last`, `..` or one step";
        let first = name(input, what)?;
        first.to_tokens(&mut live.tokens);
        if input.peek(Token![...]) {
            return Err(three_dots(input.parse()?));
        }
        if !input.peek(Token![..]) && !input.peek(Token![..=]) {
            live.last = Some(first.clone());
            live.first = Some(first);
            return Ok(live);
        }
        live.first = Some(first);
    }
    if input.peek(Token![..=]) {
        input.parse::<Token![..=]>()?.to_tokens(&mut live.tokens);
        let last = name(input, "the last step after `..=`")?;
        last.to_tokens(&mut live.tokens);
        live.last = Some(last);
        return Ok(live);
    }
    let dots: Token![..] = input.parse()?;
    dots.to_tokens(&mut live.tokens);
    if let Some((last, _)) = input.cursor().ident() {
        let first = live.first.map_or_else(String::new, |first| first.to_string());
        let message = format!("ranges of steps are inclusive: write `{first}..={last}`");
        return Err(Mistake::on(Code::Syntax, dots, message));
    }
    Ok(live)
}

fn three_dots(dots: Token![...]) -> Mistake {
    Mistake::on(Code::Syntax, dots, "write `..=`: ranges of steps are inclusive")
}
