//! `step NAME(INPUT, mut BUFFER, scratch BUFFER, BUFFER => BUFFER) -> (OUTPUT, OUTPUT);`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span, TokenTree};
use syn::buffer::Cursor;
use syn::parse::ParseStream;
use syn::{Token, token};

use super::declaration::{Read, end, is_over};
use super::recover::End;
use super::word::{self, unexpected};
use crate::ast::Step;
use crate::errors::{Errors, Mistake, Result};
use crate::ir::Mode;

/// Everything after the name.
pub(super) fn rest(step: &mut Step, input: ParseStream, errors: &mut Errors) -> Read {
    match parts(step, input, errors) {
        Ok(()) => Read::Whole,
        Err(error) => {
            // Nothing is missing in a declaration without a `;`.
            step.unclear |= !is_over(input);
            errors.add(error);
            if is_over(input) { Read::Whole } else { Read::Unread(End::Semicolon) }
        }
    }
}

fn parts(step: &mut Step, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if input.peek(token::Paren) {
        let (_, content) = word::parens(input)?;
        list(step, &content, Side::Inputs, errors);
    } else if arrow(input).is_some() {
        let message = format!("parentheses are missing: write `step {}() -> …`", step.name);
        errors.add(Mistake::between(Code::Syntax, input.cursor(), behind(input, "->"), message));
    }
    if let Some(sign) = arrow(input) {
        if sign != "->" {
            errors.add(wrong_arrow(input, sign));
        }
        take(input, sign)?;
        outputs(step, input, errors)?;
        if let Some(sign @ ("->" | "=>")) = arrow(input) {
            return Err(wrong_arrow(input, sign));
        }
    }
    let what = match step.uses.last() {
        Some((Mode::Output, name)) if input.peek(Token![,]) && input.peek2(syn::Ident) => {
            let is_next =
                input.cursor().punct().is_some_and(|(_, rest)| super::recover::begins_declaration(rest));
            if !is_next {
                let message = format!("several outputs go in parentheses: write `-> ({name}, …)`");
                errors.at(Code::Syntax, input.span(), message);
                while input.peek(Token![,]) && input.peek2(syn::Ident) {
                    input.parse::<Token![,]>()?;
                    usage(step, input, Side::Outputs, errors)?;
                }
            }
            "`;`"
        }
        Some((Mode::Output, _)) => "`;`",
        _ => "`->` or `;`",
    };
    end(input, what)
}

fn wrong_arrow(input: ParseStream, sign: &str) -> Mistake {
    let message = format!("outputs follow one `->`, found `{sign}`");
    Mistake::between(Code::Syntax, input.cursor(), behind(input, sign), message)
}

/// What follows a sign of several characters.
fn behind<'a>(input: ParseStream<'a>, sign: &str) -> Cursor<'a> {
    let step = |cursor: Cursor<'a>| cursor.punct().map_or(cursor, |(_, rest)| rest);
    sign.chars().fold(input.cursor(), |cursor, _| step(cursor))
}

fn take(input: ParseStream, sign: &str) -> Result<()> {
    for _ in sign.chars() {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// The sign before outputs, or one written in its place.
fn arrow(input: ParseStream) -> Option<&'static str> {
    let signs = [
        (input.peek(Token![->]), "->"),
        (input.peek(Token![=>]), "=>"),
        (input.peek(Token![<-]), "<-"),
        (input.peek(Token![-]) && !input.peek(Token![->]), "-"),
        (input.peek(Token![>]), ">"),
        (input.peek(Token![=]), "="),
        (input.peek(Token![:]) && !input.peek(Token![::]), ":"),
    ];
    let sign = signs.into_iter().find(|(found, _)| *found)?.1;
    // A colon instead of the semicolon.
    let after =
        input.cursor().punct().map(|(_, rest)| rest.eof() || super::recover::begins_declaration(rest));
    (sign != ":" || after == Some(false)).then_some(sign)
}

fn outputs(step: &mut Step, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if !input.peek(token::Paren) {
        if let Some(sign) = arrow(input) {
            errors.add(wrong_arrow(input, sign));
            take(input, sign)?;
        }
        return usage(step, input, Side::Outputs, errors);
    }
    let (parens, content) = word::parens(input)?;
    if content.is_empty() {
        let message = "there is no output in the parentheses: leave `-> ()` out";
        errors.at(Code::Syntax, parens.span.open(), message);
        return Ok(());
    }
    list(step, &content, Side::Outputs, errors);
    Ok(())
}

/// The side of the arrow that a buffer is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Inputs,
    Outputs,
}

/// The contents of parentheses, to their end. After a mistake the rest is still read.
fn list(step: &mut Step, content: ParseStream, side: Side, errors: &mut Errors) {
    while !content.is_empty() {
        let start = content.cursor();
        let read = usage(step, content, side, errors).and_then(|()| {
            if content.is_empty() || content.peek(Token![,]) {
                return Ok(());
            }
            Err(unexpected(content, "`,` or `)`"))
        });
        if let Err(error) = read {
            errors.add(error);
            step.unclear = true;
            if content.cursor() == start || content.cursor().ident().is_none() {
                let _ = content.parse::<TokenTree>();
            }
        }
        if content.peek(Token![,]) {
            let _ = content.parse::<Token![,]>();
        }
    }
}

/// One buffer and how it is used.
fn usage(step: &mut Step, input: ParseStream, side: Side, errors: &mut Errors) -> Result<()> {
    let span = input.span();
    let mode = mode(step, input, errors)?;
    let name = word::name(input, if side == Side::Outputs { "a buffer after `->`" } else { "a buffer" })?;
    if side == Side::Outputs {
        if let Mode::Mut | Mode::Scratch = mode {
            let word = if mode == Mode::Mut { "mut" } else { "scratch" };
            let message = format!("`{word} {name}` goes among the inputs, before `->`");
            errors.at(Code::Syntax, span, message);
            step.uses.push((mode, name));
            return Ok(());
        }
        step.uses.push((Mode::Output, name));
        return Ok(());
    }
    if input.peek(Token![=>]) {
        return in_place(step, (mode, span, name), input, errors);
    }
    step.uses.push((mode, name));
    if input.peek(Token![:]) {
        let message = "a step names its buffers only: their types go in `buffer`";
        let mistake = Mistake::at(Code::Syntax, input.span(), message);
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?;
        }
        return Err(mistake);
    }
    Ok(())
}

/// `BUFFER => BUFFER`, from the arrow on: the bytes of the first become the second when the step ends.
fn in_place(
    step: &mut Step,
    (mode, span, name): (Mode, Span, Ident),
    input: ParseStream,
    errors: &mut Errors,
) -> Result<()> {
    input.parse::<Token![=>]>()?;
    step.uses.push((Mode::InPlace, name.clone()));
    let successor = word::name(input, &format!("the buffer that `{name}` becomes, after `=>`"))?;
    if mode != Mode::Input {
        let word = if mode == Mode::Mut { "mut" } else { "scratch" };
        let message = format!(
            "a step in place may write its buffer anyway: write `{name} => {successor}` without `{word}`"
        );
        errors.at(Code::Syntax, span, message);
    }
    step.uses.push((Mode::Successor, successor));
    Ok(())
}

/// `mut` or `scratch` before a name; a buffer may itself be called `scratch`. For what other languages write there,
/// there is a message.
fn mode(step: &mut Step, input: ParseStream, errors: &mut Errors) -> Result<Mode> {
    let mut mode = Mode::Input;
    if input.peek(Token![&]) {
        let sign: Token![&] = input.parse()?;
        let (word, better) = if input.peek(Token![mut]) { ("&mut", "mut BUFFER") } else { ("&", "BUFFER") };
        let message = format!("a step names its buffers without `{word}`: write `{better}`");
        errors.on(Code::Syntax, sign, message);
    }
    loop {
        let Some(word) = word::peek(input) else { return Ok(mode) };
        // What follows is the name: the word may be one itself.
        let followed = input.peek2(syn::Ident) || input.peek2(Token![mut]) || input.peek2(Token![in]);
        let text = word.to_string();
        let (meant, known) = match text.as_str() {
            "mut" => (Mode::Mut, true),
            "scratch" if followed => (Mode::Scratch, true),
            "in" | "input" | "read" | "ref" | "const" if followed => (Mode::Input, false),
            "out" | "output" | "write" if followed => (Mode::Output, false),
            "inout" | "rw" | "update" if followed => (Mode::Mut, false),
            "tmp" | "temp" | "work" if followed => (Mode::Scratch, false),
            _ => return Ok(mode),
        };
        if !known {
            let better = match meant {
                Mode::Input | Mode::InPlace | Mode::Successor => "an input is named alone, before `->`",
                Mode::Output => "outputs go after `->`",
                Mode::Mut => "write `mut BUFFER`",
                Mode::Scratch => "write `scratch BUFFER`",
            };
            errors.at(Code::UnknownWord, word.span(), format!("`{text}` is not a word of a step: {better}"));
        } else if mode != Mode::Input {
            errors.at(
                Code::Syntax,
                word.span(),
                format!("unexpected `{text}`: only one word goes before a buffer"),
            );
            step.unclear = true;
        }
        word::take(input)?;
        mode = meant;
    }
}
