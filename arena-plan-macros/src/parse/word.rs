//! Names, keywords of the language, and the message about a token in the wrong place.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::{parenthesized, token};

use super::recover;
use crate::errors::{Mistake, Result};

/// Keywords of Rust that cannot be written as `r#…`.
pub(super) const UNNAMEABLE: [&str; 5] = ["self", "Self", "super", "crate", "_"];

/// A name chosen by the user. `what` completes "expected …".
pub(super) fn name(input: ParseStream, what: &str) -> Result<Ident> {
    if input.peek(syn::Ident) {
        return Ok(input.parse()?);
    }
    match input.cursor().ident() {
        Some((word, _)) if UNNAMEABLE.contains(&word.to_string().as_str()) => {
            Err(Mistake::at(Code::BadName, word.span(), format!("`{word}` cannot be a name")))
        }
        Some((word, _)) => {
            let message = format!("`{word}` is a Rust keyword: write `r#{word}`");
            Err(Mistake::at(Code::BadName, word.span(), message))
        }
        None => Err(unexpected(input, what)),
    }
}

/// Whether the next token is `word`.
pub(super) fn at(input: ParseStream, word: &str) -> bool {
    input.cursor().ident().is_some_and(|(ident, _)| ident == word)
}

/// The next identifier, keyword or not, without consuming it.
pub(super) fn peek(input: ParseStream) -> Option<Ident> {
    input.cursor().ident().map(|(ident, _)| ident)
}

/// Consumes the next identifier, keyword or not.
pub(super) fn take(input: ParseStream) -> Result<Ident> {
    Ok(input.call(Ident::parse_any)?)
}

/// A part that syn parses; `what` replaces syn's list of all tokens that may begin such a part.
pub(super) fn part<T: Parse>(input: ParseStream, what: &str) -> Result<T> {
    let start = input.cursor();
    let part = match input.parse() {
        Err(_) if input.cursor() == start => return Err(unexpected(input, what)),
        part => part?,
    };
    // syn reports extra tokens inside a group only at the end of the whole parse; parsing the part alone reports them
    // now.
    match tokens(start, input.cursor()) {
        Some(alone) => Ok(syn::parse2::<T>(alone).map(|_| part)?),
        None => Ok(part),
    }
}

/// The next parentheses, and their contents.
pub(super) fn parens<'a>(input: &ParseBuffer<'a>) -> Result<(token::Paren, ParseBuffer<'a>)> {
    // syn's macro returns its own error.
    let read = || {
        let content;
        let parens = parenthesized!(content in input);
        Ok::<_, syn::Error>((parens, content))
    };
    Ok(read()?)
}

/// The tokens of a part, if it contains a group.
fn tokens(start: Cursor, end: Cursor) -> Option<TokenStream> {
    let mut cursor = start;
    let mut tokens = TokenStream::new();
    let mut group = false;
    while cursor != end {
        let (tree, rest) = cursor.token_tree()?;
        group |= matches!(tree, TokenTree::Group(_));
        tokens.extend([tree]);
        cursor = rest;
    }
    group.then_some(tokens)
}

/// "expected …, found `x`", or a missing `;` if a declaration or the block ends instead.
pub(super) fn unexpected(input: ParseStream, what: &str) -> Mistake {
    let cursor = input.cursor();
    if cursor.eof() {
        let place = if what.contains(" after ") { "" } else { " after this" };
        return Mistake::at(Code::Syntax, cursor.prev_span(), format!("expected {what}{place}"));
    }
    if what.ends_with("`;`") && recover::begins_declaration(cursor) {
        let message = "missing `;` at the end of this declaration";
        return Mistake::at(Code::Syntax, cursor.prev_span(), message);
    }
    let (text, end) = found(cursor);
    Mistake::between(Code::Syntax, cursor, end, format!("expected {what}, found `{text}`"))
}

/// The token at the cursor, for a message, and what follows it. A group shows as its opening delimiter.
fn found(cursor: Cursor) -> (String, Cursor) {
    match cursor.token_tree() {
        Some((TokenTree::Group(group), _)) => {
            let mut text = group.to_string();
            text.truncate(text.chars().next().map_or(0, char::len_utf8));
            (text, cursor)
        }
        Some((TokenTree::Punct(first), mut rest)) => {
            let mut text = String::from(first.as_char());
            let mut joint = first.spacing() == Spacing::Joint;
            while let Some((next, after)) = rest.punct().filter(|_| joint) {
                text.push(next.as_char());
                joint = next.spacing() == Spacing::Joint;
                rest = after;
            }
            (text, rest)
        }
        Some((tree, rest)) => (tree.to_string(), rest),
        None => (String::new(), cursor),
    }
}
