//! `bank NAME { capacity: 128 KiB, align: 32, reserve: 10 %, section: ".arena.dtcm" }`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Lit, LitStr, Token, braced, token};

use super::declaration::Read;
use super::num::{from_expr, multiply_units};
use super::recover::End;
use super::storage::storage;
use super::table::{Words, words_for};
use super::word::{self, unexpected};
use crate::ast::{Bank, Num};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::{Figure, Figures};
use crate::ir::Section;

/// What follows a field's colon.
#[derive(Clone, Copy)]
enum Field {
    Number(Figure),
    Section,
    /// Whose memory it is.
    Storage,
    /// `yes` or `no`: whether bus masters reach the bank.
    Dma,
    /// A word alone.
    ReadOnly,
}

const FIELDS: Words<Field> = Words {
    noun: "field",
    code: Code::UnknownField,
    list: ("the fields are", "and"),
    words: &[
        words_for("capacity", &["size", "length", "len", "bytes"], Field::Number(Figure::BankCapacity)),
        words_for("align", &["alignment", "aligned"], Field::Number(Figure::BankAlign)),
        words_for("reserve", &["reserved", "keep", "spare"], Field::Number(Figure::BankReserve)),
        words_for(
            "cache_line",
            &["line", "cache", "line_size", "cacheline"],
            Field::Number(Figure::BankCacheLine),
        ),
        words_for("dma", &["bus_master", "bus_masters"], Field::Dma),
        words_for("section", &["link_section", "linker_section"], Field::Section),
        words_for("storage", &["memory", "source", "arena", "owner", "pool"], Field::Storage),
        words_for("read_only", &["readonly", "rom", "flash"], Field::ReadOnly),
    ],
    later: &[],
};

/// Everything after the name.
pub(super) fn rest(bank: &mut Bank, input: ParseStream, errors: &mut Errors) -> Read {
    let before = errors.len();
    if !input.peek(token::Brace) {
        errors.add(unexpected(input, &format!("`{{ capacity: … }}` after bank `{}`", bank.name)));
        if !input.peek(Token![;]) && input.peek2(token::Brace) {
            let _ = input.parse::<TokenTree>();
        }
    }
    let Some((group, _)) = input.cursor().token_tree().and_then(|(tree, rest)| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some((group, rest)),
        _ => None,
    }) else {
        return Read::Unread(End::Braces);
    };
    let _ = input.parse::<TokenTree>();
    let braces_expected = errors.len() > before;
    // Units are multiplied out first; the rest is Rust. The braces are kept, so that errors at the end have a span.
    let mut mistakes = Vec::new();
    let mut braces = Group::new(Delimiter::Brace, multiply_units(group.stream(), &mut mistakes));
    braces.set_span(group.span());
    mistakes.into_iter().for_each(|mistake| errors.add(mistake));
    let outcome = (|input: ParseStream| {
        let content;
        braced!(content in input);
        fields(bank, &content, errors);
        Ok(())
    })
    .parse2(TokenStream::from(TokenTree::Group(braces)));
    // syn also reports what a broken field left unread; that mistake has already been reported.
    match outcome {
        Err(error) if errors.len() == before => errors.add(error),
        _ => {}
    }
    if braces_expected {
        errors.truncate(before + 1);
    }
    if errors.len() > before {
        // The numbers may not be the intended ones.
        bank.figures = Figures::default();
    } else if bank.figures.get(Figure::BankCapacity).is_none() {
        let name = &bank.name;
        errors.at(
            Code::MissingField,
            name.span(),
            format!("bank `{name}` has no capacity: write `bank {name} {{ capacity: 64 KiB }}`"),
        );
    }
    Read::Whole
}

fn fields(bank: &mut Bank, input: ParseStream, errors: &mut Errors) {
    let mut after = false;
    while !input.is_empty() {
        let before = errors.len();
        let proper = next_is_field(input);
        let read = field(bank, input, errors);
        if let Err(error) = read.and_then(|()| separator(input)) {
            errors.add(error);
            skip(input);
        }
        // One mistake per field; what follows a mistake and is not a field belongs to it.
        let most = if after && !proper { before } else { before + 1 };
        errors.truncate(most);
        after = after && !proper || errors.len() > before;
    }
}

fn field(bank: &mut Bank, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if word::peek(input).is_none() {
        return Err(unexpected(input, &format!("a field of the bank: {}", FIELDS.any())));
    }
    let name: Ident = word::take(input)?;
    let known = FIELDS.find(&name, &format!(" of bank `{}`", bank.name));
    if known.is_err() && FIELDS.nearest(&name.unraw().to_string()) == Some("storage") {
        bank.unclear = true;
    }
    let field = *known?;
    if let Field::ReadOnly = field {
        if input.peek(Token![:]) || input.peek(Token![=]) {
            errors.at(Code::Syntax, input.span(), "`read_only` has no value: remove what follows it");
            bank.read_only = Some(name.span());
            skip(input);
            return Ok(());
        }
        if bank.read_only.replace(name.span()).is_some() {
            let message = format!("bank `{}` has two fields `{name}`: remove one", bank.name);
            errors.at(Code::DuplicateField, name.span(), message);
        }
        return Ok(());
    }
    // Until it has been read.
    let unclear = bank.unclear;
    bank.unclear |= matches!(field, Field::Storage);
    colon(&name, input, errors)?;
    let twice = match field {
        Field::Number(figure) => {
            let number = value(input, figure, &name)?;
            // If something follows it, another number may be intended.
            if !input.peek(Token![;]) && !next_is_field(input) {
                separator(&input.fork())?;
            }
            bank.figures.set(figure, number)
        }
        Field::Dma => bank.dma.replace((yes_or_no(input)?, name.span())).is_some(),
        Field::Storage => {
            let storage = storage(&bank.name.unraw().to_string(), input, errors)?;
            bank.unclear = unclear;
            bank.storage.replace((storage, name.span())).is_some()
        }
        Field::Section => bank.section.replace(section(input)?).is_some(),
        Field::ReadOnly => false,
    };
    if twice {
        let message = format!("bank `{}` has two fields `{name}`: remove one", bank.name);
        errors.at(Code::DuplicateField, name.span(), message);
    }
    Ok(())
}

/// The `:` after the name of a field; another sign in its place is accepted after an error.
fn colon(name: &Ident, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        input.parse::<Token![:]>()?;
        if input.peek(Token![:]) {
            errors.at(Code::Syntax, input.span(), "remove this `:`");
            input.parse::<Token![:]>()?;
        }
        return Ok(());
    }
    if input.is_empty() || input.peek(Token![,]) {
        return Err(unexpected(input, &format!("`:` after `{name}`")));
    }
    if input.peek(Token![=]) {
        let message = format!("a field is written with a colon: `{name}: …`");
        errors.at(Code::Syntax, input.span(), message);
    } else {
        errors.add(unexpected(input, &format!("`:` after `{name}`")));
    }
    if input.cursor().punct().is_some() {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// What follows a field.
fn separator(input: ParseStream) -> Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if input.peek(Token![,]) {
        input.parse::<Token![,]>()?;
        return Ok(());
    }
    if input.peek(Token![;]) {
        return Err(Mistake::at(Code::Syntax, input.span(), "a comma separates the fields: write `,`"));
    }
    Err(unexpected(input, "`,` or `}`"))
}

/// Up to the next field, after a mistake.
fn skip(input: ParseStream) {
    while !input.is_empty() && !next_is_field(input) {
        let comma = input.peek(Token![,]);
        let _ = input.parse::<TokenTree>();
        if comma {
            return;
        }
    }
}

/// Whether a known field begins here.
fn next_is_field(input: ParseStream) -> bool {
    word::peek(input).is_some_and(|word| {
        let alone = word == "read_only" && !input.peek2(Token![:]);
        alone || FIELDS.has(&word.to_string()) && input.peek2(Token![:])
    })
}

fn value(input: ParseStream, figure: Figure, field: &Ident) -> Result<Num> {
    if input.is_empty() || input.peek(Token![,]) {
        return Err(unexpected(input, &format!("a number of bytes for `{field}`")));
    }
    let ahead = input.fork();
    if let (Ok(number), Ok(sign)) = (ahead.parse::<Lit>(), ahead.parse::<Token![%]>()) {
        // `10 % STEP` is a remainder, `10 %` a share.
        if ahead.is_empty() || ahead.peek(Token![,]) {
            input.parse::<Lit>()?;
            input.parse::<Token![%]>()?;
            return share(number, sign, figure, field);
        }
    }
    from_expr(word::part::<Expr>(input, "a number")?)
}

/// A percentage, which only a reserve can be.
fn share(number: Lit, sign: Token![%], figure: Figure, field: &Ident) -> Result<Num> {
    if figure != Figure::BankReserve {
        let message = format!("`{field}` is in bytes: only `reserve` takes a share of the capacity");
        return Err(Mistake::on(Code::Syntax, sign, message));
    }
    let span = number.span();
    match number {
        Lit::Int(number) => {
            let expr = Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: Lit::Int(number) });
            Ok(Num { expr, per_cent: true, span })
        }
        Lit::Float(number) => {
            let digits = number.base10_digits().split('.').next().unwrap_or_default();
            let above = digits.parse::<u64>().map_or(0, |whole| whole.saturating_add(1));
            let message = format!("a share is a whole percentage: write `{digits} %` or `{above} %`");
            Err(Mistake::at(Code::NotInteger, span, message))
        }
        other => from_expr(Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: other })),
    }
}

fn yes_or_no(input: ParseStream) -> Result<bool> {
    match word::peek(input) {
        Some(word) if word == "yes" || word == "no" => Ok(word::take(input)? == "yes"),
        _ => Err(unexpected(
            input,
            "`yes` or `no`: whether bus masters, such as a DMA controller, reach the bank",
        )),
    }
}

pub(super) fn section(input: ParseStream) -> Result<Section> {
    let unsafety = input.parse::<Option<Token![unsafe]>>()?;
    if !input.peek(LitStr) {
        return Err(unexpected(input, "the name of a linker section: `\".arena.dtcm\"`"));
    }
    Ok(Section { name: input.parse()?, unsafety })
}
