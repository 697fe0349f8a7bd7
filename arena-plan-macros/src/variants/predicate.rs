//! Predicates of `cfg`: whether rustc can read one, and which of them are the same.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::LitStr;
use syn::ext::IdentExt;

use crate::errors::{Mistake, Result};
use crate::suggest::{hint, nearest};

/// The lists of predicates.
const LISTS: [&str; 3] = ["all", "any", "not"];

/// A predicate without the `not`s before it.
pub(super) struct Predicate {
    pub(super) tokens: TokenStream,
    /// The same for all spellings of it.
    pub(super) text: String,
    /// Whether an odd number of `not`s was before it.
    pub(super) negated: bool,
    /// Why rustc cannot read it.
    pub(super) mistake: Option<Mistake>,
}

impl Predicate {
    /// Reads what is in the parentheses of the attribute.
    pub(super) fn new(tokens: TokenStream, attribute: &TokenStream) -> Self {
        let mut trees = flat(tokens);
        if let [only] = *parts(&trees) {
            trees = only.to_vec();
        }
        let mut negated = false;
        while let [TokenTree::Ident(not), TokenTree::Group(list)] = &*trees {
            let inner = flat(list.stream());
            if not != "not" || list.delimiter() != Delimiter::Parenthesis || parts(&inner).len() != 1 {
                break;
            }
            negated = !negated;
            trees = parts(&inner).concat();
        }
        let tokens: TokenStream = trees.iter().cloned().collect();
        match canonical(&trees, attribute) {
            Ok(text) => Self { tokens, text, negated, mistake: None },
            Err(mistake) => Self { text: tokens.to_string(), tokens, negated, mistake: Some(mistake) },
        }
    }

    /// Of an attribute without a predicate, as `#[cfg]`.
    pub(super) fn missing(attribute: &TokenStream) -> Self {
        let message = "the predicate is missing: write `cfg(feature = \"NAME\")` or another predicate";
        let mistake = Some(Mistake::on(Code::Syntax, attribute, message));
        Self { tokens: TokenStream::new(), text: String::new(), negated: false, mistake }
    }
}

/// The predicate in one spelling, or why it is none.
fn canonical(trees: &[TokenTree], attribute: &TokenStream) -> Result<String> {
    let expected = "a predicate is a name, `NAME = \"VALUE\"`, `all(…)`, `any(…)` or `not(…)`";
    if parts(trees).len() > 1 {
        let all: TokenStream = trees.iter().cloned().collect();
        let message = "`cfg` takes one predicate: combine several as `all(…)` or `any(…)`";
        return Err(Mistake::on(Code::Syntax, all, message));
    }
    match trees {
        [] => Err(Mistake::on(Code::Syntax, attribute, format!("the predicate is missing: {expected}"))),
        [TokenTree::Ident(name)] => self::name(name),
        [TokenTree::Ident(name), TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
            let value: TokenStream = value.iter().cloned().collect();
            match syn::parse2::<LitStr>(value.clone()) {
                Ok(literal) if literal.suffix().is_empty() => {
                    Ok(format!("{} = {:?}", self::name(name)?, literal.value()))
                }
                _ => {
                    let message = format!("a value in `cfg` is one string: write `{name} = \"VALUE\"`");
                    let at_value = !value.is_empty();
                    Err(Mistake::on(Code::Syntax, if at_value { &value } else { attribute }, message))
                }
            }
        }
        [TokenTree::Ident(list), TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            let word = list.to_string();
            if !LISTS.contains(&&*word) {
                let tail = match nearest(&word, LISTS) {
                    Some(meant) => hint(Some(meant)),
                    None => format!(": {expected}"),
                };
                let message = format!("unknown predicate `{word}(…)`{tail}");
                return Err(Mistake::at(Code::UnknownWord, list.span(), message));
            }
            let inner = flat(group.stream());
            let parts = parts(&inner);
            if word == "not" && parts.len() != 1 {
                return Err(Mistake::at(Code::Syntax, list.span(), "`not` takes one predicate"));
            }
            let texts = parts.iter().map(|part| canonical(&flat_of(part), attribute));
            Ok(format!("{word}({})", texts.collect::<Result<Vec<_>>>()?.join(", ")))
        }
        _ => Err(Mistake::on(Code::Syntax, trees.iter().cloned().collect::<TokenStream>(), expected)),
    }
}

/// A name that rustc accepts: no keyword, except `true` and `false`.
fn name(name: &Ident) -> Result<String> {
    let text = name.to_string();
    if ["true", "false"].contains(&&*text) || syn::parse_str::<Ident>(&text).is_ok() {
        return Ok(name.unraw().to_string());
    }
    let message = format!("`{text}` cannot be a name in `cfg`: it is a keyword of Rust");
    Err(Mistake::at(Code::BadName, name.span(), message))
}

/// The parts between commas; a comma may follow the last one.
fn parts(trees: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts: Vec<&[TokenTree]> =
        trees.split(|tree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ',')).collect();
    if parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    parts
}

/// The trees without the invisible groups in which `macro_rules!` passes a `$meta:meta` or `$value:literal`.
pub(super) fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut trees = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                trees.extend(flat(group.stream()));
            }
            tree => trees.push(tree),
        }
    }
    trees
}

fn flat_of(trees: &[TokenTree]) -> Vec<TokenTree> {
    flat(trees.iter().cloned().collect())
}
