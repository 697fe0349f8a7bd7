//! What follows the type of a buffer: `in BANK | BANK @ OFFSET, FLAG, FLAG = EXPR;`. A clause in the wrong place is
//! read anyway, and the message says where it goes.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use proc_macro2::{Ident, TokenTree};
use syn::parse::ParseStream;
use syn::{Expr, Token};

use super::buffer::{FLAGS, flag};
use super::declaration::{Read, end, is_over};
use super::num::num;
use super::word::{self, unexpected};
use crate::ast::Buffer;
use crate::errors::{Errors, Mistake, Result};
use crate::figure::Figure;
use crate::suggest::nearest;

/// Clauses in their correct order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Clause {
    Type,
    Banks,
    Offset,
    Flag,
    Value,
}

/// Reads all clauses and the `;`.
pub(super) fn all(buffer: &mut Buffer, input: ParseStream, errors: &mut Errors) -> Read {
    let mut last = Clause::Type;
    loop {
        if input.peek(Token![;]) {
            let _ = input.parse::<Token![;]>();
            return Read::Whole;
        }
        let start = input.cursor();
        match clause(buffer, last, input, errors) {
            Ok(Some(clause)) => last = last.max(clause),
            Ok(None) => return Read::Whole,
            Err(error) => {
                errors.add(error);
                // The unexpected token may be part of the type or of the value.
                if last == Clause::Type {
                    buffer.ty = None;
                }
                if last == Clause::Value {
                    buffer.value = None;
                }
                if input.cursor() == start && !is_over(input) && !input.peek(Token![;]) {
                    let _ = input.parse::<TokenTree>();
                }
                skip(input);
            }
        }
    }
}

/// Reads the next clause; `None` at the end of the declaration.
fn clause(
    buffer: &mut Buffer,
    last: Clause,
    input: ParseStream,
    errors: &mut Errors,
) -> Result<Option<Clause>> {
    let comma = input.peek(Token![,]);
    if comma && !sign_for_semicolon(input) {
        input.parse::<Token![,]>()?;
    }
    if input.peek(Token![in]) {
        if let Some(message) = misplaced_banks(buffer, last, comma) {
            errors.at(Code::Syntax, input.span(), message);
        }
        banks(buffer, input)?;
        return Ok(Some(Clause::Banks));
    }
    if input.peek(Token![@]) {
        let at: Token![@] = input.parse()?;
        let misplaced = match last {
            Clause::Type => None,
            Clause::Banks if !comma => None,
            Clause::Banks => Some("there is no comma before `@`: write `in BANK @ OFFSET`"),
            Clause::Offset => Some("a buffer has one offset: remove this one"),
            Clause::Flag | Clause::Value => Some("`@` goes directly after the bank: `in BANK @ OFFSET`"),
        };
        if let Some(message) = misplaced {
            errors.on(Code::Syntax, at, message);
        }
        if input.peek(Token![=]) {
            errors.at(Code::Syntax, input.span(), "`@` is followed by the offset alone: write `@ OFFSET`");
            input.parse::<Token![=]>()?;
        }
        buffer.figures.set(Figure::BufferFixed, num(input)?);
        return Ok(Some(Clause::Offset));
    }
    if comma && !sign_for_semicolon(input) {
        if last == Clause::Value {
            let message = "the value comes last: write the flags before `=`";
            errors.at(Code::Syntax, input.cursor().prev_span(), message);
        }
        let bank = buffer.banks.last().filter(|_| last == Clause::Banks).cloned();
        flag(buffer, bank.as_ref(), input, errors)?;
        return Ok(Some(Clause::Flag));
    }
    if input.peek(Token![=]) {
        value(buffer, input, errors)?;
        return Ok(Some(Clause::Value));
    }
    if let Some(next) = word::peek(input).filter(|_| !is_over(input)) {
        return word_without_comma(buffer, &next, last, input, errors).map(Some);
    }
    let what = if last == Clause::Value { "`;`" } else { "`in`, `@`, `,`, `=` or `;`" };
    if let Some(bar) = input.peek(Token![|]).then(|| input.span()) {
        input.parse::<Token![|]>()?;
        let text = word::peek(input).map(|word| word.to_string()).unwrap_or_default();
        let message = if FLAGS.has(&text) {
            format!("a comma separates flags: write `, {text}`")
        } else {
            String::from("banks go after `in`: `in BANK | BANK`")
        };
        return Err(Mistake::at(Code::Syntax, bar, message));
    }
    match end(input, what) {
        Ok(()) => Ok(None),
        Err(error) if is_over(input) => {
            errors.add(error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether the comma here is in place of the `;` at the end of the declaration.
fn sign_for_semicolon(input: ParseStream) -> bool {
    let Some((_, rest)) = input.cursor().punct() else { return false };
    input.peek(Token![,]) && (rest.eof() || super::recover::begins_declaration(rest))
}

/// What is wrong with the position of `in`.
fn misplaced_banks(buffer: &Buffer, last: Clause, comma: bool) -> Option<&'static str> {
    Some(match last {
        Clause::Type if comma => "there is no comma before `in`: write `TYPE in BANK`",
        Clause::Type => return None,
        Clause::Banks => "all banks go after one `in`: write `in BANK | BANK`",
        Clause::Offset if buffer.banks.is_empty() => {
            "the bank goes before the offset: write `in BANK @ OFFSET`"
        }
        Clause::Offset | Clause::Flag => "`in` goes directly after the type, before the flags",
        Clause::Value => "the value comes last: write `in BANK` before `=`",
    })
}

/// `in BANK | BANK`.
fn banks(buffer: &mut Buffer, input: ParseStream) -> Result<()> {
    input.parse::<Token![in]>()?;
    bank(buffer, input, "a bank after `in`")?;
    while input.peek(Token![|]) || input.peek(Token![||]) {
        if input.peek(Token![||]) {
            let bars: Token![||] = input.parse()?;
            return Err(Mistake::on(
                Code::Syntax,
                bars,
                "banks are separated by `|`: write `in BANK | BANK`",
            ));
        }
        input.parse::<Token![|]>()?;
        bank(buffer, input, "a bank after `|`")?;
    }
    if input.peek(Token![->]) {
        let arrow: Token![->] = input.parse()?;
        let to = word::name(input, "a bank after `->`")?;
        if buffer.kind != BufferKind::Constant {
            let message = format!("only a constant is copied from one bank to another: write `in {to}`");
            buffer.banks = vec![to];
            return Err(Mistake::on(Code::Syntax, arrow, message));
        }
        buffer.to = Some(to);
    }
    Ok(())
}

fn bank(buffer: &mut Buffer, input: ParseStream, what: &str) -> Result<()> {
    let name = word::name(input, what)?;
    let text = name.to_string();
    // A bank may have the name of a flag, but then no flag follows.
    if what.ends_with("`|`") && FLAGS.has(&text) {
        let message = format!("`{text}` is a flag, and a comma separates flags: write `, {text}`");
        return Err(Mistake::at(Code::Syntax, name.span(), message));
    }
    buffer.banks.push(name);
    Ok(())
}

fn value(buffer: &mut Buffer, input: ParseStream, errors: &mut Errors) -> Result<()> {
    let sign = ["==", "=>"].into_iter().zip([input.peek(Token![==]), input.peek(Token![=>])]);
    if let Some((sign, _)) = sign.into_iter().find(|(_, found)| *found) {
        errors.at(Code::Syntax, input.span(), format!("expected `=` and a value, found `{sign}`"));
        input.parse::<TokenTree>()?;
        input.parse::<TokenTree>()?;
    } else {
        input.parse::<Token![=]>()?;
        if input.peek(Token![=]) {
            errors.at(Code::Syntax, input.span(), "remove this `=`");
            input.parse::<Token![=]>()?;
        }
    }
    buffer.value = Some(word::part::<Expr>(input, "a value after `=`")?);
    Ok(())
}

/// A word where a clause would begin: a flag without its comma, or `in` misspelt.
fn word_without_comma(
    buffer: &mut Buffer,
    next: &Ident,
    last: Clause,
    input: ParseStream,
    errors: &mut Errors,
) -> Result<Clause> {
    let text = next.to_string();
    if FLAGS.has(&text) {
        let message = if last == Clause::Value {
            format!("the value comes last: write `, {text}` before `=`")
        } else {
            format!("a comma separates flags: write `, {text}`")
        };
        errors.at(Code::Syntax, next.span(), message);
        flag(buffer, None, input, errors)?;
        return Ok(Clause::Flag);
    }
    if last == Clause::Type && nearest(&text, ["in"]).is_some() {
        let message = format!("unexpected `{text}`: did you mean `in`?");
        return Err(Mistake::at(Code::Syntax, next.span(), message));
    }
    let what = if last == Clause::Value { "`;`" } else { "`in`, `@`, `,`, `=` or `;`" };
    Err(unexpected(input, what))
}

/// Skips to the next clause after a mistake.
fn skip(input: ParseStream) {
    while !is_over(input) && !input.peek(Token![;]) {
        if input.peek(Token![,]) || input.peek(Token![@]) || input.peek(Token![in]) || input.peek(Token![=]) {
            return;
        }
        let _ = input.parse::<TokenTree>();
    }
}
