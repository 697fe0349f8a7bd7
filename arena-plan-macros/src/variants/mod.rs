//! `#[cfg(…)]` on parts of a block: the variants of a board.
//!
//! Only rustc knows whether a predicate holds, and it says so only by keeping an item or not. So a block with conditional
//! parts expands to two calls, one under `#[cfg(P)]` and one under `#[cfg(not(P))]`, of which rustc keeps one. In each
//! of them all parts under `P` or `not(P)` are decided; other predicates are left for the next expansion. A block
//! without conditional parts is the last one: it is parsed, planned and checked as if it had been written like that.

mod parts;
mod predicate;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;

use self::parts::Pass;
use self::predicate::Predicate;
use crate::ast::Kind;
use crate::errors::Errors;

/// A declaration that is configured out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Removed {
    pub(crate) kind: Kind,
    pub(crate) id: String,
    /// The attribute that removed it, as in `#[cfg(feature = "echo")]`.
    pub(crate) attribute: String,
}

/// A block without conditional parts, and what it would declare in other variants.
pub(crate) struct Variant {
    pub(crate) tokens: TokenStream,
    pub(crate) removed: Vec<Removed>,
}

impl From<TokenStream> for Variant {
    fn from(tokens: TokenStream) -> Self {
        Self { tokens, removed: Vec::new() }
    }
}

/// What becomes of a block.
pub(crate) enum Split {
    /// It has no conditional part.
    One(Variant),
    /// Two calls of the macro, of which rustc keeps one.
    Two(TokenStream),
}

/// Decides the first predicate of the block both ways, if it has one. `removed` is what previous expansions passed on.
///
/// A predicate that rustc cannot read is an error here and counts as true. rustc itself would keep what is under
/// `cfg(P)` and also what is under `cfg(not(P))`, which gives two modules and an error for every item in them.
pub(crate) fn split(
    facade: &TokenStream,
    removed: &TokenStream,
    input: TokenStream,
    errors: &mut Errors,
) -> Split {
    let one = |tokens, removed| Split::One(Variant { tokens, removed: read(removed) });
    let mut trees: Vec<TokenTree> = input.clone().into_iter().collect();
    let module = trees.iter().enumerate().find_map(|(index, tree)| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some((index, group.clone())),
        _ => None,
    });
    let Some((place, module)) = module else { return one(input, removed.clone()) };
    let mut block = |body: Vec<TokenTree>| -> TokenStream {
        let mut braces = Group::new(Delimiter::Brace, body.into_iter().collect());
        braces.set_span(module.span());
        trees[place] = TokenTree::Group(braces);
        trees.iter().cloned().collect()
    };
    let mut first: Option<Predicate> = None;
    let mut wrong = BTreeSet::new();
    let mut pass = Pass::new(|predicate: Predicate| {
        let Some(mistake) = predicate.mistake else {
            first.get_or_insert(predicate);
            return None;
        };
        if wrong.insert(predicate.text) {
            errors.add(mistake);
        }
        Some(!predicate.negated)
    });
    let declared: Vec<TokenTree> = module.stream().into_iter().collect();
    let body = pass.declarations(&declared);
    let removed = [removed.clone(), written(&pass.removed)].into_iter().collect();
    let Some(Predicate { tokens: predicate, text, .. }) = first else {
        let tokens = if wrong.is_empty() { input } else { block(body) };
        return one(tokens, removed);
    };
    let mut call = |value: bool| {
        let mut pass = Pass::new(|other: Predicate| (other.text == text).then_some(value != other.negated));
        let block = block(pass.declarations(&body));
        let more = written(&pass.removed);
        quote!(#facade::__plan! { (#facade) (#removed #more) #block })
    };
    let (with, without) = (call(true), call(false));
    Split::Two(quote! {
        #[cfg(#predicate)]
        #with
        #[cfg(not(#predicate))]
        #without
    })
}

/// As tokens, for the next expansion: `buffer echo "#[cfg(…)]"`, one after another.
fn written(removed: &[(Kind, Ident, String)]) -> TokenStream {
    let each = removed.iter().map(|(kind, name, attribute)| {
        let kind = Ident::new(kind.word(), name.span());
        quote!(#kind #name #attribute)
    });
    each.collect()
}

fn read(tokens: TokenStream) -> Vec<Removed> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let each = trees.chunks_exact(3).filter_map(|chunk| match chunk {
        [TokenTree::Ident(kind), TokenTree::Ident(name), TokenTree::Literal(attribute)] => {
            let kind = Kind::of_word(&kind.to_string())?;
            let attribute = syn::parse_str::<syn::LitStr>(&attribute.to_string()).ok()?.value();
            Some(Removed { kind, id: name.unraw().to_string(), attribute })
        }
        _ => None,
    });
    each.collect()
}
