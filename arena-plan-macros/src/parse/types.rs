//! The type of a buffer. It is a Rust type; the array syntax of other languages is recognised and read as the
//! intended array.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative as _;
use syn::{Token, Type};

use super::declaration::is_over;
use super::num::multiply_units;
use super::word;
use crate::errors::{Errors, Mistake};

/// Reads a type; `None` after a mistake that leaves it unclear. Ends before the next clause.
pub(super) fn read(input: ParseStream, errors: &mut Errors) -> Option<Type> {
    let before = errors.len();
    let ty = match input.cursor().token_tree() {
        Some((TokenTree::Group(group), _)) if group.delimiter() == Delimiter::Bracket => {
            let ahead = input.fork();
            let usual = if is_usual(&group) { ahead.parse::<Type>().ok() } else { None };
            if usual.is_some() {
                input.advance_to(&ahead);
                usual
            } else {
                let _ = input.parse::<TokenTree>();
                brackets(&group, errors)
            }
        }
        _ => word::part::<Type>(input, "a type").map_err(|error| errors.add(error)).ok(),
    };
    if errors.len() > before && ty.is_none() {
        skip(input);
        return None;
    }
    let Some((TokenTree::Group(group), _)) = input.cursor().token_tree() else { return ty };
    // `u8[64]`, as in C.
    if group.delimiter() == Delimiter::Bracket {
        let (element, length) = (ty.to_token_stream(), group.stream());
        let shown = format!("[{}; {length}]", element.to_string().replace(' ', ""));
        errors.at(Code::Syntax, group.span(), format!("an array is written `{shown}`"));
        let _ = input.parse::<TokenTree>();
        return syn::parse2(quote!([#element; #length])).ok();
    }
    ty
}

/// Whether this is `[NAME; NUMBER]`, in which nothing can be mistaken.
fn is_usual(group: &Group) -> bool {
    let mut trees = group.stream().into_iter();
    let parts = (trees.next(), trees.next(), trees.next(), trees.next());
    match parts {
        (Some(TokenTree::Ident(_)), Some(TokenTree::Punct(sign)), Some(TokenTree::Literal(length)), None) => {
            sign.as_char() == ';' && length.to_string().bytes().all(|digit| digit.is_ascii_digit())
        }
        _ => false,
    }
}

/// `[T; N]`, or what the brackets were intended to mean.
fn brackets(group: &Group, errors: &mut Errors) -> Option<Type> {
    let mut parts: Vec<TokenStream> = vec![TokenStream::new()];
    let mut separators = Vec::new();
    for tree in group.stream() {
        match &tree {
            TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => {
                separators.push(punct.clone());
                parts.push(TokenStream::new());
            }
            _ => parts.last_mut()?.extend([tree]),
        }
    }
    match (parts.as_slice(), separators.as_slice()) {
        ([element, length], [separator]) if separator.as_char() == ',' => {
            let shown = format!("[{element}; {length}]");
            errors.at(Code::Syntax, separator.span(), format!("the length follows `;`: write `{shown}`"));
            syn::parse2(quote!([#element; #length])).ok()
        }
        ([element, length], [_]) => {
            let mut mistakes = Vec::new();
            let multiplied = multiply_units(length.clone(), &mut mistakes);
            if !mistakes.is_empty() || multiplied.to_string() == length.to_string() {
                return whole(group, errors);
            }
            let shown = format!("[{element}; {multiplied}]");
            let unit = length.clone().into_iter().last().unwrap_or_else(|| TokenTree::Group(group.clone()));
            let message = format!("a length counts elements and has no unit: write `{shown}`");
            errors.on(Code::Syntax, unit, message);
            syn::parse2(quote!([#element; #multiplied])).ok()
        }
        _ => whole(group, errors),
    }
}

/// The type in brackets, as Rust reads it.
fn whole(group: &Group, errors: &mut Errors) -> Option<Type> {
    match syn::parse2(TokenStream::from(TokenTree::Group(group.clone()))) {
        Ok(ty) => Some(ty),
        Err(error) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let message = match inner.as_slice() {
                [] => String::from("an array has a type and a length: `[u8; 64]`"),
                _ => format!("this is not the type of an array, which is written `[TYPE; LENGTH]`: {error}"),
            };
            let message = if message.contains("expected one of") {
                String::from("this is not the type of an array, which is written `[TYPE; LENGTH]`")
            } else {
                message
            };
            errors.add(Mistake::at(Code::Syntax, error.span(), message));
            None
        }
    }
}

/// Skips to the clause after a type that cannot be read.
fn skip(input: ParseStream) {
    let mut angles = 0_i32;
    while !is_over(input) && !input.peek(Token![;]) {
        let clause = input.peek(Token![,])
            || input.peek(Token![=]) && !input.peek(Token![==])
            || input.peek(Token![@])
            || input.peek(Token![in]);
        if clause && angles <= 0 {
            return;
        }
        angles += i32::from(input.peek(Token![<])) - i32::from(input.peek(Token![>]));
        let _ = input.parse::<TokenTree>();
    }
}
