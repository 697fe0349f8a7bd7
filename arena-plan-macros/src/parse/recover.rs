//! After a mistake: where the next declaration begins, and which names the broken one mentions.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::ParseStream;

use super::DECLARATIONS;

/// Where a broken declaration ends, besides before the next declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At its `;`.
    Semicolon,
    /// At its `;` or its braces.
    Braces,
}

/// Skips the rest of the declaration that began at `start`; at least one token, so that reading goes on.
pub(super) fn skip(input: ParseStream, start: Cursor, end: End) {
    let mut first = input.cursor() == start;
    while !input.is_empty() {
        if !first && begins_declaration(input.cursor()) {
            return;
        }
        first = false;
        let Ok(tree) = input.parse::<TokenTree>() else { return };
        if is_semicolon(&tree) {
            return;
        }
        let braces = matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if braces && end == End::Braces {
            if input.peek(syn::Token![;]) {
                let _ = input.parse::<TokenTree>();
            }
            return;
        }
    }
}

/// Adds every identifier from `start` up to where `input` is now.
pub(super) fn mentions(input: ParseStream, start: Cursor, names: &mut BTreeSet<String>) {
    let end = input.cursor();
    let mut cursor = start;
    while cursor != end {
        let Some((tree, rest)) = cursor.token_tree() else { return };
        collect(TokenStream::from(tree), names);
        cursor = rest;
    }
}

/// Whether a declaration begins here: an attribute, a visibility or a keyword with a name.
pub(super) fn begins_declaration(cursor: Cursor) -> bool {
    if let Some((punct, rest)) = cursor.punct() {
        return punct.as_char() == '#' && rest.group(Delimiter::Bracket).is_some();
    }
    let Some((word, rest)) = cursor.ident() else { return false };
    let follows = rest.ident();
    is_keyword(&word) && follows.is_some()
        || word == "pub" && follows.is_some_and(|(next, _)| is_keyword(&next))
}

fn is_keyword(word: &Ident) -> bool {
    let word = word.to_string();
    DECLARATIONS.has(&word) || DECLARATIONS.later.contains(&word.as_str())
}

fn is_semicolon(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';')
}

fn collect(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) => {
                names.insert(ident.unraw().to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
