//! `#[cfg(…)]` where none may be, as on a number: found once the others are decided.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, Span, TokenTree};

use super::parts::{attribute, attributes, is_sign, keyword, length, word};
use crate::errors::Errors;

/// Where one may be.
const PLACES: &str = "`#[cfg(…)]` cannot be here: it goes in front of a declaration, a field of a bank, a buffer of a step, a \
                      bank or flag of a buffer, or a rule; write that part once for each case";

/// Reports each, and leaves it out of the declarations. `None` if there is none.
pub(super) fn without(trees: &[TokenTree], errors: &mut Errors) -> Option<Vec<TokenTree>> {
    let mut places = Vec::new();
    let mut out = Vec::with_capacity(trees.len());
    let mut rest = trees;
    while !rest.is_empty() {
        // Nothing follows the last ones, which the parser reports.
        let (lead, after) = rest.split_at(attributes(rest));
        out.extend_from_slice(lead);
        let (declaration, after) = after.split_at(length(after));
        rest = after;
        // The value of a constant of the block is Rust.
        let keyword = declaration.get(keyword(declaration)).and_then(word).unwrap_or_default();
        match keyword.as_str() {
            "const" => out.extend_from_slice(declaration),
            keyword => {
                let lists = ["bank", "step", "place"].contains(&keyword);
                out.extend(part(declaration, lists, &mut places));
            }
        }
    }
    places.iter().for_each(|place| errors.at(Code::Syntax, *place, PLACES));
    (!places.is_empty()).then_some(out)
}

/// One declaration, or one of its lists if it has such: types and expressions in groups are Rust.
fn part(trees: &[TokenTree], lists: bool, places: &mut Vec<Span>) -> Vec<TokenTree> {
    let mut out = Vec::with_capacity(trees.len());
    let mut rest = trees;
    while let [tree, after @ ..] = rest {
        rest = after;
        match (tree, after) {
            (pound, [brackets @ TokenTree::Group(_), after @ ..])
                if is_sign(pound, '#') && is_cfg(brackets) =>
            {
                places.push(brackets.span());
                rest = after;
            }
            (TokenTree::Group(list), _) if lists && list.delimiter() != Delimiter::Bracket => {
                let inner: Vec<TokenTree> = list.stream().into_iter().collect();
                let mut group =
                    Group::new(list.delimiter(), part(&inner, false, places).into_iter().collect());
                group.set_span(list.span());
                out.push(TokenTree::Group(group));
            }
            (tree, _) => out.push(tree.clone()),
        }
    }
    out
}

fn is_cfg(brackets: &TokenTree) -> bool {
    attribute(brackets).is_some_and(|(word, _)| word == "cfg" || word == "cfg_attr")
}
