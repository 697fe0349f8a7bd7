//! The markers that a merge leaves in a file: one error for a conflict, whatever is between them.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Group, TokenStream, TokenTree};

use crate::errors::Errors;

/// Number of consecutive signs in a marker.
const SIGNS: usize = 7;

/// The tokens without the markers and without the second side of the conflict, and whether there was a conflict.
pub(super) fn strip(tokens: TokenStream, errors: &mut Errors) -> (TokenStream, bool) {
    if conflicts(tokens.clone()) { without(tokens, errors) } else { (tokens, false) }
}

/// Whether there is a marker anywhere: hardly any block has one, and none is taken apart for it.
fn conflicts(tokens: TokenStream) -> bool {
    let (mut last, mut length) = (' ', 0);
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => {
            let sign = punct.as_char();
            length = if sign == last { length + 1 } else { 1 };
            last = sign;
            length == SIGNS && "<=>|".contains(sign)
        }
        TokenTree::Group(group) => {
            last = ' ';
            conflicts(group.stream())
        }
        TokenTree::Ident(_) | TokenTree::Literal(_) => {
            last = ' ';
            false
        }
    })
}

/// The tokens of a block in conflict.
fn without(tokens: TokenStream, errors: &mut Errors) -> (TokenStream, bool) {
    let mut stripped = TokenStream::new();
    let mut conflict = false;
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut index = 0;
    while index < trees.len() {
        if let Some(sign) = ['<', '=', '>', '|'].into_iter().find(|sign| marks(&trees[index..], *sign)) {
            if !conflict {
                let message = "this marks a merge conflict: keep one of its sides and remove the markers";
                errors.at(Code::Syntax, trees[index].span(), message);
            }
            conflict = true;
            index += SIGNS;
            if sign == '=' || sign == '|' {
                // What follows is another side.
                while index < trees.len() && !marks(&trees[index..], '>') && !marks(&trees[index..], '=') {
                    index += 1;
                }
                continue;
            }
            index += label(&trees[index..]);
            continue;
        }
        let tree = match &trees[index] {
            TokenTree::Group(group) => {
                let (inner, inside) = without(group.stream(), errors);
                conflict |= inside;
                let mut copy = Group::new(group.delimiter(), inner);
                copy.set_span(group.span());
                TokenTree::Group(if inside { copy } else { group.clone() })
            }
            other => other.clone(),
        };
        stripped.extend([tree]);
        index += 1;
    }
    (stripped, conflict)
}

/// Whether a marker of this sign begins here.
fn marks(trees: &[TokenTree], sign: char) -> bool {
    let same = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign);
    trees.len() >= SIGNS && trees[..SIGNS].iter().all(same)
}

/// Number of tokens in the name of a branch: `HEAD`, `origin/main`, `fix-2`, `1a2b3c4 (message)`.
fn label(trees: &[TokenTree]) -> usize {
    let mut length = 0;
    let mut word = false;
    for tree in trees {
        let part = match tree {
            TokenTree::Ident(_) | TokenTree::Literal(_) => !std::mem::replace(&mut word, true),
            TokenTree::Punct(punct) => {
                word = false;
                matches!(punct.as_char(), '/' | '-' | '.' | ':')
            }
            TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Parenthesis,
        };
        if !part {
            break;
        }
        length += 1;
    }
    length
}
