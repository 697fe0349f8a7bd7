//! `bank NAME { capacity: 128 KiB, align: 32, reserve: 10 %, section: ".arena.dtcm" }`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Expr, LitInt, LitStr, Token, braced, token};

use super::num::{from_expr, multiply_units};
use super::table::{Words, word};
use super::word::{self, unexpected};
use crate::ast::{Bank, Num};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::{Figure, Figures};
use crate::ir::Section;

/// What stands behind a field's colon.
#[derive(Clone, Copy)]
enum Field {
    Number(Figure),
    Section,
}

const FIELDS: Words<Field> = Words {
    noun: "field",
    code: Code::UnknownField,
    list: ("the fields are", "and"),
    words: &[
        word("capacity", Field::Number(Figure::BankCapacity)),
        word("align", Field::Number(Figure::BankAlign)),
        word("reserve", Field::Number(Figure::BankReserve)),
        word("section", Field::Section),
    ],
    later: &["storage"],
};

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
    while !input.is_empty() {
        if let Err(error) = field(bank, input) {
            errors.add(error);
            while !input.is_empty() && !input.peek(Token![,]) {
                let _ = input.parse::<TokenTree>();
            }
        }
        let _ = input.parse::<Token![,]>();
    }
}

fn field(bank: &mut Bank, input: ParseStream) -> Result<()> {
    if word::peek(input).is_none() {
        return Err(unexpected(input, &format!("a field of the bank: {}", FIELDS.any())));
    }
    let name: Ident = word::take(input)?;
    let field = *FIELDS.find(&name, &format!(" of bank `{}`", bank.name))?;
    if !input.peek(Token![:]) {
        return Err(unexpected(input, &format!("`:` after `{name}`")));
    }
    input.parse::<Token![:]>()?;
    let twice = match field {
        Field::Number(figure) => bank.figures.set(figure, whole(input, |input| value(input, figure, &name))?),
        Field::Section => bank.section.replace(whole(input, section)?).is_some(),
    };
    if twice {
        let message = format!("bank `{}` has two fields `{name}`: remove one", bank.name);
        return Err(Mistake::at(Code::DuplicateField, name.span(), message));
    }
    Ok(())
}

/// A value with nothing behind it.
fn whole<T>(input: ParseStream, read: impl FnOnce(ParseStream) -> Result<T>) -> Result<T> {
    let value = read(input)?;
    if input.is_empty() || input.peek(Token![,]) { Ok(value) } else { Err(unexpected(input, "`,` or `}`")) }
}

fn value(input: ParseStream, figure: Figure, field: &Ident) -> Result<Num> {
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
