//! `#[cfg(…)]` on parts of a block: the variants of a board.
//!
//! Only rustc knows whether a predicate holds, and it says so only by keeping an item or not. So a block with conditional
//! parts expands to an enum with one variant for each predicate, under `#[cfg(P)]`, and with the block in an attribute. A
//! derive macro of ours gets the enum with the variants that rustc has kept, decides all parts, and goes on with what is
//! left: a block without conditions is parsed, planned and checked as if it had been written like that. Only an attribute
//! that `cfg_attr` has granted takes another round.

mod misplaced;
mod parts;
mod predicate;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
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
    /// An item by which rustc is asked what holds.
    Ask(TokenStream),
}

/// Enums so far: each has a name of its own, since a scope may have several.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Asks for the predicates of the block, if it has any. `removed` is what previous expansions passed on.
///
/// A predicate that rustc cannot read is an error here and counts as true.
pub(crate) fn split(
    facade: &TokenStream,
    removed: &TokenStream,
    input: TokenStream,
    errors: &mut Errors,
) -> Split {
    let one = |tokens, removed| Split::One(Variant { tokens, removed: read(removed) });
    // Most blocks have no conditions, and to look for the word costs least.
    let block = input.to_string().contains("cfg").then(|| Block::read(input.clone())).flatten();
    let Some(mut block) = block else { return one(input, removed.clone()) };
    let (mut asked, mut wrong) = (Asked::default(), BTreeSet::new());
    let more = block.pass(|predicate: Predicate| {
        let Some(mistake) = predicate.mistake else {
            asked.note(predicate);
            return None;
        };
        if wrong.insert(predicate.text) {
            errors.add(mistake);
        }
        Some(!predicate.negated)
    });
    let removed = quote!(#removed #more);
    if asked.0.is_empty() {
        let without = misplaced::without(&block.body, errors);
        let tokens = if without.is_none() && wrong.is_empty() {
            input
        } else {
            block.body = without.unwrap_or(block.body);
            block.tokens()
        };
        return one(tokens, removed);
    }
    let name = format_ident!("__Variants{}", ASKED.fetch_add(1, Ordering::Relaxed));
    let (block, answers) = (block.tokens(), (0..asked.0.len()).map(answer));
    let predicates = asked.0.iter().map(|predicate| &predicate.tokens);
    Split::Ask(quote! {
        #[#facade::__private::core::prelude::v1::derive(#facade::__private::Variants)]
        #[__arena_plan((#facade) (#removed) #block)]
        enum #name {
            #(#[cfg(#predicates)] #answers,)*
        }
    })
}

/// The variant that rustc keeps if a predicate holds.
fn answer(number: usize) -> Ident {
    format_ident!("__{number}")
}

/// A block with the answers of rustc: the path of the facade, what is configured out, and what is left. `None` if the item
/// is not one of [`split`].
pub(crate) fn answered(item: TokenStream) -> Option<[TokenStream; 3]> {
    let mut groups = item.into_iter().filter_map(|tree| match tree {
        TokenTree::Group(group) => Some(group),
        _ => None,
    });
    let attribute = groups.find(|group| group.delimiter() == Delimiter::Bracket)?;
    let TokenTree::Group(inside) = attribute.stream().into_iter().nth(1)? else { return None };
    let mut inside = inside.stream().into_iter();
    let (TokenTree::Group(facade), TokenTree::Group(removed)) = (inside.next()?, inside.next()?) else {
        return None;
    };
    let kept = groups.find(|group| group.delimiter() == Delimiter::Brace)?.stream();
    let kept: BTreeSet<String> = kept.into_iter().map(|tree| tree.to_string()).collect();
    let mut block = Block::read(inside.collect())?;
    // All of them first: those in a part that is left out have numbers, too.
    let mut asked = Asked::default();
    block.pass(|predicate| {
        asked.note(predicate);
        None
    });
    let more = block.pass(|predicate: Predicate| {
        let number = asked.0.iter().position(|other| other.text == predicate.text)?;
        Some(kept.contains(&answer(number).to_string()) != predicate.negated)
    });
    let removed = removed.stream();
    Some([facade.stream(), quote!(#removed #more), block.tokens()])
}

/// Predicates, each once, in the order in which they occur.
#[derive(Default)]
struct Asked(Vec<Predicate>);

impl Asked {
    fn note(&mut self, predicate: Predicate) {
        if self.0.iter().all(|other| other.text != predicate.text) {
            self.0.push(predicate);
        }
    }
}

/// The tokens of a block, of which only the declarations change.
struct Block {
    trees: Vec<TokenTree>,
    /// Where the braces are.
    place: usize,
    body: Vec<TokenTree>,
}

impl Block {
    fn read(tokens: TokenStream) -> Option<Self> {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let (place, body) = trees.iter().enumerate().find_map(|(place, tree)| match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some((place, group.stream())),
            _ => None,
        })?;
        Some(Self { place, body: body.into_iter().collect(), trees })
    }

    /// Decides its predicates: gives what is configured out, as [`written`] does.
    fn pass(&mut self, decide: impl FnMut(Predicate) -> Option<bool>) -> TokenStream {
        let mut pass = Pass::new(decide);
        self.body = pass.declarations(&self.body);
        written(&pass.removed)
    }

    fn tokens(self) -> TokenStream {
        let Self { mut trees, place, body } = self;
        let mut braces = Group::new(Delimiter::Brace, body.into_iter().collect());
        braces.set_span(trees[place].span());
        trees[place] = TokenTree::Group(braces);
        trees.into_iter().collect()
    }
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
