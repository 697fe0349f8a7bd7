//! Numbers with units: `128 KiB` is one literal, in a bank also inside any expression.

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, Lit, LitInt, Token};

use super::word::{self, unexpected};
use crate::ast::Num;
use crate::errors::{Mistake, Result};
use crate::size::LARGEST;

/// `integer [KiB|MiB] | path | (Expr) | {Expr}`: what can precede `=` unambiguously.
pub(super) fn num(input: ParseStream) -> Result<Num> {
    let group = [Delimiter::None, Delimiter::Parenthesis, Delimiter::Brace]
        .into_iter()
        .any(|delimiter| input.cursor().group(delimiter).is_some());
    if group || input.cursor().literal().is_some() {
        let mut tokens = TokenStream::from(input.parse::<TokenTree>()?);
        if single_literal(&tokens).is_some()
            && word::peek(input).is_some_and(|unit| unit_hint(&unit.to_string()).is_some())
        {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
        let mut mistakes = Vec::new();
        let tokens = multiply_units(tokens, &mut mistakes);
        return match mistakes.into_iter().next() {
            Some(mistake) => Err(mistake),
            None => from_expr(syn::parse2(tokens)?),
        };
    }
    if input.peek(syn::Ident) || input.peek(Token![::]) || input.peek(Token![<]) || input.peek(Token![crate])
    {
        return from_expr(Expr::Path(input.parse::<ExprPath>()?));
    }
    Err(unexpected(input, "a number: `64`, `4 KiB`, a constant, or an expression in parentheses"))
}

/// Checks what can be checked without constants.
pub(super) fn from_expr(expr: Expr) -> Result<Num> {
    let span = expr.span();
    if let Expr::Lit(literal) = &expr {
        match &literal.lit {
            Lit::Int(int) => {
                in_range(int)?;
            }
            Lit::Str(quoted) if quoted.value().starts_with(|first: char| first.is_ascii_digit()) => {
                let message =
                    format!("a number is written without quotes: write `{}`", quoted.value().trim());
                return Err(Mistake::at(Code::NotInteger, span, message));
            }
            other => {
                let text = literal.to_token_stream().to_string();
                let what = if matches!(other, Lit::Float(_)) { "whole number of bytes" } else { "number" };
                let message = format!("`{text}` is not a {what}: write an integer");
                return Err(Mistake::at(Code::NotInteger, span, message));
            }
        }
    }
    Ok(Num { expr, per_cent: false, span })
}

/// Replaces each integer with a unit, attached or separate, with the product; without the unit after a mistake.
pub(super) fn multiply_units(tokens: TokenStream, mistakes: &mut Vec<Mistake>) -> TokenStream {
    let mut result = TokenStream::new();
    let mut trees = tokens.into_iter().peekable();
    let (mut path, mut number, mut comma) = (false, false, false);
    while let Some(tree) = trees.next() {
        let after_path = std::mem::replace(&mut path, is_colon(&tree));
        let after_number = std::mem::replace(&mut number, int(&tree).is_some());
        let after_comma = std::mem::replace(&mut comma, is_sign(&tree, ','));
        let word = matches!(&tree, TokenTree::Ident(word) if word == "KiB" || word == "MiB");
        if word && !after_path && !trees.peek().is_some_and(is_colon) {
            let message = format!("a unit goes directly after its number: write `2 {tree}`");
            mistakes.push(Mistake::at(Code::Syntax, tree.span(), message));
            // After a number it is one unit too many, and after a comma its number is before that.
            if !after_number && !after_comma {
                result.extend([TokenTree::Literal(Literal::u64_unsuffixed(1))]);
            }
            continue;
        }
        let unit = match trees.peek() {
            Some(TokenTree::Ident(ident)) if unit_hint(&ident.to_string()).is_some() => Some(ident.clone()),
            _ => None,
        };
        let tree = match (int(&tree), tree) {
            (Some(int), _) => {
                if unit.is_some() {
                    trees.next();
                }
                TokenTree::Literal(product(&int, unit).unwrap_or_else(|mistake| {
                    mistakes.push(mistake);
                    Literal::u64_unsuffixed(1)
                }))
            }
            (None, TokenTree::Group(group)) => {
                let mut inner = Group::new(group.delimiter(), multiply_units(group.stream(), mistakes));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            (None, other) => {
                if let Some(mistake) = unit.and_then(|unit| fraction(&other, &unit)) {
                    mistakes.push(mistake);
                    trees.next();
                    result.extend([TokenTree::Literal(Literal::u64_unsuffixed(1))]);
                    continue;
                }
                other
            }
        };
        result.extend([tree]);
    }
    result
}

fn is_colon(tree: &TokenTree) -> bool {
    is_sign(tree, ':')
}

fn is_sign(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// `1.5 KiB`, with the number of bytes if that is whole.
fn fraction(tree: &TokenTree, unit: &Ident) -> Option<Mistake> {
    let Lit::Float(number) = single_literal(&TokenStream::from(tree.clone()))? else { return None };
    let factor = match unit.to_string().as_str() {
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        _ => return None,
    };
    let bytes = number.base10_parse::<f64>().ok()? * factor;
    let whole =
        if bytes.fract() == 0.0 { format!(": write `{bytes}`") } else { String::from(": write an integer") };
    let message = format!("`{} {unit}` is not a whole number{whole}", number.base10_digits());
    Some(Mistake::at(Code::NotInteger, number.span(), message))
}

/// The integer in this token; a macro's `$x:literal` arrives in an invisible group.
fn int(tree: &TokenTree) -> Option<LitInt> {
    match single_literal(&TokenStream::from(tree.clone()))? {
        Lit::Int(int) => Some(int),
        _ => None,
    }
}

fn single_literal(tokens: &TokenStream) -> Option<Lit> {
    let mut trees = tokens.clone().into_iter();
    match (trees.next()?, trees.next()) {
        (TokenTree::Literal(literal), None) => Some(Lit::new(literal)),
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::None => {
            single_literal(&group.stream())
        }
        _ => None,
    }
}

fn product(int: &LitInt, unit: Option<Ident>) -> Result<Literal> {
    let suffix = int.suffix();
    let (name, span): (String, Span) = match &unit {
        Some(unit) => (unit.to_string(), unit.span()),
        None if crate::eval::is_integer(suffix) || suffix.is_empty() => return Ok(int.token()),
        None => (String::from(suffix), int.span()),
    };
    let factor: u64 = match name.as_str() {
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => {
            let hint =
                unit_hint(&name).unwrap_or(": the units are `KiB` (1024 bytes) and `MiB` (1048576 bytes)");
            let message = format!("unknown unit `{name}`{hint}");
            return Err(Mistake::at(Code::UnknownWord, span, message));
        }
    };
    let bytes = in_range(int)?.checked_mul(factor).filter(|bytes| *bytes <= LARGEST);
    let bytes = bytes.ok_or_else(|| {
        let digits = int.base10_digits();
        let message = format!("`{digits} {name}` is more than 2^63 - 1 bytes, the largest size");
        Mistake::at(Code::OutOfRange, int.span(), message)
    })?;
    let mut literal = Literal::u64_unsuffixed(bytes);
    literal.set_span(int.span());
    Ok(literal)
}

fn in_range(int: &LitInt) -> Result<u64> {
    int.base10_digits().parse().ok().filter(|value| *value <= LARGEST).ok_or_else(|| {
        let digits = int.base10_digits();
        let message = format!("`{digits}` is more than 2^63 - 1, the largest number");
        Mistake::at(Code::OutOfRange, int.span(), message)
    })
}

/// What to write instead, if a word was intended as a unit.
fn unit_hint(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "k" | "kb" | "kib" => ": did you mean `KiB` (1024 bytes)?",
        "m" | "mb" | "mib" => ": did you mean `MiB` (1048576 bytes)?",
        "g" | "gb" | "gib" => ": the units are `KiB` and `MiB`, did you mean `1024 MiB`?",
        "b" | "byte" | "bytes" => ": a number without a unit is in bytes; did you mean `KiB` (1024 bytes)?",
        _ => return None,
    })
}
