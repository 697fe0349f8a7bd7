//! `bank NAME { capacity: 128 KiB, align: 32, reserve: 10 %, section: ".arena.dtcm" }`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Token, braced, token};

use super::num::{from_expr, multiply_units};
use super::word::{self, unexpected};
use crate::ast::{Bank, Num};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::{Figure, Figures};
use crate::ir::Section;
use crate::suggest::{hint, nearest};

const FIELDS: [&str; 4] = ["capacity", "align", "reserve", "section"];

/// Everything after the name. Mistakes inside the braces are collected; true when there was none.
pub(super) fn rest(bank: &mut Bank, input: ParseStream, errors: &mut Errors) -> Result<bool> {
    if !input.peek(token::Brace) {
        return Err(unexpected(input, &format!("`{{ capacity: … }}` after bank `{}`", bank.name)));
    }
    let TokenTree::Group(group) = input.parse::<TokenTree>()? else { return Ok(true) };
    let before = errors.len();
    // Units are multiplied out first: what remains is Rust. The braces stay, so that errors at the end have a span.
    let mut mistakes = Vec::new();
    let mut braces = Group::new(Delimiter::Brace, multiply_units(group.stream(), &mut mistakes));
    braces.set_span(group.span());
    let wrong_units = !mistakes.is_empty();
    mistakes.into_iter().for_each(|mistake| errors.add(mistake));
    let outcome = (|input: ParseStream| {
        let content;
        braced!(content in input);
        fields(bank, &content, errors);
        Ok(())
    })
    .parse2(TokenStream::from(TokenTree::Group(braces)));
    // syn also reports what a broken field left unread; that mistake is known already.
    match outcome {
        Err(error) if errors.len() == before => errors.add(error),
        _ => {}
    }
    if wrong_units {
        // Their numbers are not what was meant.
        bank.figures = Figures::default();
    }
    if errors.len() == before && bank.figures.get(Figure::BankCapacity).is_none() {
        let name = &bank.name;
        errors.at(
            Code::MissingField,
            name.span(),
            format!("bank `{name}` has no capacity: write `bank {name} {{ capacity: 64 KiB }}`"),
        );
    }
    Ok(errors.len() == before)
}

fn fields(bank: &mut Bank, input: ParseStream, errors: &mut Errors) {
    let mut seen: Vec<String> = Vec::new();
    while !input.is_empty() {
        if let Err(error) = field(bank, input, &mut seen) {
            errors.add(error);
            while !input.is_empty() && !input.peek(Token![,]) {
                let _ = input.parse::<TokenTree>();
            }
        }
        let _ = input.parse::<Token![,]>();
    }
}

fn field(bank: &mut Bank, input: ParseStream, seen: &mut Vec<String>) -> Result<()> {
    if word::peek(input).is_none() {
        return Err(unexpected(input, "a field of the bank: `capacity`, `align`, `reserve` or `section`"));
    }
    let name: Ident = word::take(input)?;
    let text = name.to_string();
    if text == "storage" {
        return Err(Mistake::at(Code::NotSupported, name.span(), "`storage` is not supported yet"));
    }
    if !FIELDS.contains(&text.as_str()) {
        let hint = hint(nearest(&text, FIELDS));
        let known = if hint.is_empty() {
            ": the fields are `capacity`, `align`, `reserve` and `section`"
        } else {
            ""
        };
        return Err(Mistake::at(
            Code::UnknownField,
            name.span(),
            format!("unknown field `{text}` of bank `{}`{hint}{known}", bank.name),
        ));
    }
    if seen.contains(&text) {
        return Err(Mistake::at(
            Code::DuplicateField,
            name.span(),
            format!("bank `{}` has two fields `{text}`: remove one", bank.name),
        ));
    }
    if !input.peek(Token![:]) {
        return Err(unexpected(input, &format!("`:` after `{text}`")));
    }
    input.parse::<Token![:]>()?;
    let figure = match text.as_str() {
        "capacity" => Some(Figure::BankCapacity),
        "align" => Some(Figure::BankAlign),
        "reserve" => Some(Figure::BankReserve),
        _ => None,
    };
    match figure {
        Some(figure) => _ = bank.figures.set(figure, whole(input, |input| value(input, figure, &text))?),
        None => bank.section = Some(whole(input, section)?),
    }
    seen.push(text);
    Ok(())
}

/// A value with nothing behind it.
fn whole<T>(input: ParseStream, read: impl FnOnce(ParseStream) -> Result<T>) -> Result<T> {
    let value = read(input)?;
    if input.is_empty() || input.peek(Token![,]) { Ok(value) } else { Err(unexpected(input, "`,` or `}`")) }
}

fn value(input: ParseStream, figure: Figure, field: &str) -> Result<Num> {
    if input.is_empty() || input.peek(Token![,]) {
        return Err(unexpected(input, &format!("a number of bytes for `{field}`")));
    }
    let ahead = input.fork();
    if let (Figure::BankReserve, Ok(number), Ok(_)) =
        (figure, ahead.parse::<LitInt>(), ahead.parse::<Token![%]>())
    {
        // `10 % STEP` is a remainder, `10 %` a share.
        if ahead.is_empty() || ahead.peek(Token![,]) {
            input.parse::<LitInt>()?;
            input.parse::<Token![%]>()?;
            let span = number.span();
            let expr = Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: syn::Lit::Int(number) });
            return Ok(Num { expr, per_cent: true, span });
        }
    }
    from_expr(word::part::<Expr>(input, "a number")?)
}

fn section(input: ParseStream) -> Result<Section> {
    let unsafety = input.parse::<Option<Token![unsafe]>>()?;
    if !input.peek(LitStr) {
        return Err(unexpected(input, "the name of a linker section: `\".arena.dtcm\"`"));
    }
    Ok(Section { name: input.parse()?, unsafety })
}
