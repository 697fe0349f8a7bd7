//! Reads `mod NAME { … }` declaration by declaration, and continues after a mistake.

mod bank;
mod buffer;
mod clauses;
mod declaration;
mod lead;
mod live;
mod marker;
mod num;
mod options;
mod place;
mod pool;
mod recover;
mod step;
mod storage;
mod table;
#[cfg(test)]
mod tests;
mod types;
mod word;

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Attribute, Token, Visibility, braced, token};

pub(crate) use self::pool::{pool, spelled};
pub(crate) use self::recover::{begins_declaration, is_keyword};
use self::word::unexpected;
use crate::ast::{Block, Unread};
use crate::errors::{Errors, Mistake, Result};
use crate::ir::Options;

/// Reads a block; `None` if not even `mod NAME { … }` is there.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<Block> {
    if tokens.is_empty() {
        errors.at(
            Code::EmptyPlan,
            proc_macro2::Span::call_site(),
            "the block is empty: write `arena_plan! { mod NAME { bank …; buffer …; step …; } }`",
        );
        return None;
    }
    let (tokens, conflict) = marker::strip(tokens, errors);
    let mut block = None;
    let outcome = (|input: ParseStream| {
        match module(input, errors) {
            Ok(read) => block = Some(read),
            Err(error) => errors.add(error),
        }
        while !input.is_empty() {
            input.parse::<proc_macro2::TokenTree>()?;
        }
        Ok(())
    })
    .parse2(tokens);
    // syn also reports what a broken declaration left unread; that mistake has already been reported.
    match outcome {
        Err(error) if errors.is_empty() => errors.add(error),
        _ => {}
    }
    if let (true, Some(block)) = (conflict, &mut block) {
        block.unread.conflict = true;
        errors.truncate(1);
    }
    block
}

fn module(input: ParseStream, errors: &mut Errors) -> Result<Block> {
    while input.peek(Token![#]) && input.peek2(Token![!]) {
        let start = input.cursor();
        input.parse::<Token![#]>()?;
        let message = "options go inside the braces of the module: `mod NAME { #![…] … }`";
        input.parse::<Token![!]>()?;
        errors.add(Mistake::between(Code::Syntax, start, input.cursor(), message));
        input.parse::<proc_macro2::TokenTree>()?;
    }
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let name = header(input, errors)?;
    let content = braces(input)?;
    let mut block = Block {
        attrs,
        vis,
        name,
        options: Options::default(),
        layout: None,
        includes: Vec::new(),
        place: None,
        rules: Vec::new(),
        constants: Vec::new(),
        banks: Vec::new(),
        buffers: Vec::new(),
        steps: Vec::new(),
        removed: Vec::new(),
        unread: Unread::default(),
    };
    declaration::all(&mut block, &content, errors);
    crate::include::all(&mut block, errors);
    let sign = input.cursor().punct().is_some();
    if !input.is_empty() && (errors.is_empty() || !sign) {
        let message = "one block declares one module: write a second `arena_plan!` for the rest";
        errors.at(Code::Syntax, input.span(), message);
    }
    Ok(block)
}

/// `mod NAME`, up to the brace. A recognisable name is used in spite of a mistake, because the rest of the program
/// names the module.
fn header(input: ParseStream, errors: &mut Errors) -> Result<Ident> {
    let (words, brace) = recover::words(input.cursor());
    let mut name = None;
    match words.as_slice() {
        [keyword, again, _, ..] if keyword == "mod" && again == "mod" => {
            errors.at(Code::Syntax, again.span(), "`mod` occurs twice: remove one");
            word::take(input)?;
            word::take(input)?;
        }
        [keyword, ..] if keyword == "mod" => _ = word::take(input)?,
        [first, keyword] if keyword == "mod" && brace => {
            let message = format!("the keyword comes first: write `mod {first}`");
            errors.at(Code::Syntax, first.span(), message);
            name = Some(word::name(input, "the name of the module")?);
            word::take(input)?;
        }
        [keyword, _] if brace && !recover::is_keyword(keyword) => {
            let message = format!("expected `mod NAME {{ … }}`, found `{keyword}`: did you mean `mod`?");
            errors.at(Code::UnknownWord, keyword.span(), message);
            word::take(input)?;
        }
        [first] if brace && first != "mod" => {
            let message = format!("`mod` is missing: write `mod {first} {{ … }}`");
            errors.at(Code::Syntax, first.span(), message);
        }
        _ => return Err(unexpected(input, "`mod NAME { … }`")),
    }
    let name = match name {
        Some(name) => name,
        None => word::name(input, "the name of the module")?,
    };
    if word::at(input, &name.to_string()) {
        errors.at(Code::Syntax, input.span(), format!("`{name}` occurs twice: remove one"));
        word::take(input)?;
    }
    if !input.peek(token::Brace) && recover::words(input.cursor()).0.is_empty() && input.peek2(token::Brace) {
        errors.add(unexpected(input, &format!("`{{ … }}` after `mod {name}`")));
        input.parse::<proc_macro2::TokenTree>()?;
    }
    if !input.peek(token::Brace) {
        return Err(unexpected(input, &format!("`{{ … }}` after `mod {name}`")));
    }
    Ok(name)
}

fn braces<'a>(input: &ParseBuffer<'a>) -> syn::Result<ParseBuffer<'a>> {
    let content;
    braced!(content in input);
    Ok(content)
}
