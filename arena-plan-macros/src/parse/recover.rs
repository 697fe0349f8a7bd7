//! After a mistake: where the next declaration or clause begins, and which names the broken one mentions.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::ParseStream;

use super::lead::DECLARATIONS;

/// Where a broken declaration ends, besides before the next declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At its `;`.
    Semicolon,
    /// At its `;` or its braces.
    Braces,
}

/// Skips the rest of the declaration that began at `start`; at least one token, so that parsing makes progress.
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

/// Adds every identifier from `start` up to the position of `input`.
pub(super) fn mentions(input: ParseStream, start: Cursor, names: &mut BTreeSet<String>) {
    let end = input.cursor();
    let mut cursor = start;
    while cursor != end {
        let Some((tree, rest)) = cursor.token_tree() else { return };
        collect(TokenStream::from(tree), names);
        cursor = rest;
    }
}

/// Whether a declaration begins here: an attribute, a visibility or a keyword with what follows it.
pub(crate) fn begins_declaration(cursor: Cursor) -> bool {
    if let Some((punct, rest)) = cursor.punct() {
        let rest = rest.punct().filter(|(next, _)| next.as_char() == '!').map_or(rest, |(_, rest)| rest);
        return punct.as_char() == '#' && rest.group(Delimiter::Bracket).is_some();
    }
    let Some((word, rest)) = cursor.ident() else { return false };
    let follows = rest.ident();
    is_keyword(&word) && (follows.is_some() || word == "layout" && rest.literal().is_some())
        || word == "place" && rest.group(Delimiter::Brace).is_some()
        || word == "pub" && follows.is_some_and(|(next, _)| is_keyword(&next))
}

/// Whether the word begins a declaration, now or in a later version.
pub(crate) fn is_keyword(word: &Ident) -> bool {
    let word = word.to_string();
    DECLARATIONS.has(&word) || DECLARATIONS.later.contains(&word.as_str())
}

/// The consecutive identifiers, and whether braces follow them.
pub(super) fn words(mut cursor: Cursor) -> (Vec<Ident>, bool) {
    let mut words = Vec::new();
    while let Some((word, rest)) = cursor.ident() {
        words.push(word);
        cursor = rest;
    }
    (words, cursor.group(Delimiter::Brace).is_some())
}

/// The first identifier of the rest of a declaration, also inside groups.
pub(super) fn first_name(mut cursor: Cursor) -> Option<Ident> {
    while let Some((tree, rest)) = cursor.token_tree() {
        if is_semicolon(&tree) || begins_declaration(cursor) {
            return None;
        }
        if let Some(name) = name_in(tree) {
            return Some(name);
        }
        cursor = rest;
    }
    None
}

fn name_in(tree: TokenTree) -> Option<Ident> {
    match tree {
        TokenTree::Ident(ident) => syn::parse2(TokenStream::from(TokenTree::Ident(ident))).ok(),
        TokenTree::Group(group) => {
            let mut trees = group.stream().into_iter();
            let (first, second) = (trees.next()?, trees.next());
            // `capacity: …` is a field, not a name.
            let field = matches!(second, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
            if field { None } else { name_in(first) }
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

pub(super) fn is_semicolon(tree: &TokenTree) -> bool {
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
