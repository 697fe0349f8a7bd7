//! `buffer NAME: TYPE in BANK | BANK @ 0, FLAG, FLAG = EXPR;`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Token, token};

use super::declaration::{Read, is_over};
use super::num::num;
use super::recover::End;
use super::table::{Word, Words, word, words_for};
use super::word::{self, unexpected};
use super::{clauses, live, recover, types};
use crate::ast::{Buffer, Flags, PlainBy};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::Figure;

/// What follows the keyword of a flag.
#[derive(Clone, Copy)]
pub(super) enum Flag {
    Number(Figure),
    /// Reads it, given the keyword's span; returns whether the buffer already had the flag.
    Other(fn(&mut Flags, Span, ParseStream) -> Result<bool>),
}

pub(super) const FLAGS: Words<Flag> = Words {
    noun: "flag",
    code: Code::UnknownWord,
    list: ("the flags are", "and"),
    words: &[
        words_for("align", &["alignment", "aligned"], Flag::Number(Figure::BufferAlign)),
        words_for(
            "live",
            &["alive", "lifetime", "lives"],
            Flag::Other(|flags, _, input| Ok(flags.live.replace(live::range(input)?).is_some())),
        ),
        words_for(
            "retain",
            &["keep", "output", "sticky"],
            Flag::Other(|flags, span, _| Ok(flags.retain.replace(span).is_some())),
        ),
        words_for(
            "source",
            &["input", "external"],
            Flag::Other(|flags, span, _| Ok(flags.source.replace(span).is_some())),
        ),
        words_for(
            "zeroed",
            &["zero", "zeros", "clear", "cleared"],
            Flag::Other(|flags, span, _| Ok(flags.zeroed.replace(span).is_some())),
        ),
        words_for(
            "detached",
            &["detach", "owned"],
            Flag::Other(|flags, span, _| Ok(flags.detached.replace(span).is_some())),
        ),
        words_for(
            "dma",
            &["bus_master", "transfer"],
            Flag::Other(|flags, span, _| Ok(flags.dma.replace(span).is_some())),
        ),
        Word {
            name: "plain",
            shown: "plain(…)",
            also: &[],
            means: Flag::Other(|flags, span, input| {
                Ok(flags.plain.replace((plain(input, span)?, span)).is_some())
            }),
        },
        word("weight", Flag::Number(Figure::BufferWeight)),
    ],
    later: &[],
};

/// The crate that vouches for a plain type.
const PLAIN: Words<PlainBy> = Words {
    noun: "word",
    code: Code::UnknownWord,
    list: ("write", "or"),
    words: &[word("zerocopy", PlainBy::Zerocopy), word("bytemuck", PlainBy::Bytemuck)],
    later: &[],
};

/// Everything after the name.
pub(super) fn rest(buffer: &mut Buffer, input: ParseStream, errors: &mut Errors) -> Read {
    let before = errors.len();
    colon(buffer, input, errors);
    if input.peek(Token![;]) || is_over(input) {
        // Without a type, nothing more can be read.
        if errors.len() == before {
            errors.add(unexpected(input, "a type"));
        }
        return Read::Unread(End::Semicolon);
    }
    buffer.ty = types::read(input, errors);
    clauses::all(buffer, input, errors)
}

/// The `:` after the name; another sign in its place is accepted after an error if a type follows.
fn colon(buffer: &Buffer, input: ParseStream, errors: &mut Errors) {
    let what = format!("`:` and a type after buffer `{}`", buffer.name);
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        let _ = input.parse::<Token![:]>();
        if input.peek(Token![:]) && !input.peek(Token![::]) {
            errors.at(Code::Syntax, input.span(), "remove this `:`");
            let _ = input.parse::<Token![:]>();
        }
        return;
    }
    if input.cursor().punct().is_some() {
        errors.add(unexpected(input, &what));
        let (bracket, name) = (input.peek2(token::Bracket), input.peek2(syn::Ident));
        let next = input.cursor().punct().is_some_and(|(_, rest)| recover::begins_declaration(rest));
        if (bracket || name) && !next && !input.peek(Token![::]) {
            let _ = input.parse::<TokenTree>();
        }
        return;
    }
    errors.add(unexpected(input, &what));
}

/// A flag, after the bank before the comma, if there is one.
pub(super) fn flag(
    buffer: &mut Buffer,
    bank: Option<&Ident>,
    input: ParseStream,
    errors: &mut Errors,
) -> Result<()> {
    let Some(_) = word::peek(input) else { return Err(unexpected(input, "a flag after `,`")) };
    let word: Ident = word::take(input)?;
    let span = word.span();
    let text = word.unraw().to_string();
    if let Some(bank) = bank.filter(|_| !FLAGS.has(&text) && FLAGS.nearest(&text).is_none()) {
        let tail = FLAGS.tail(&text);
        let message =
            format!("unknown flag `{text}`{tail}; another bank goes after `|`: `in {bank} | {text}`");
        return Err(Mistake::at(Code::UnknownWord, span, message));
    }
    let flag = *FLAGS.find(&word, "")?;
    if matches!(flag, Flag::Number(_)) || text == "live" {
        sign_before_value(&text, input, errors)?;
    }
    let twice = match flag {
        Flag::Number(figure) => buffer.figures.set(figure, num(input)?),
        Flag::Other(read) => read(&mut buffer.flags, span, input)?,
    };
    if twice {
        errors.at(Code::DuplicateField, span, format!("the flag `{text}` is given twice: remove one"));
    }
    Ok(())
}

/// `align = 32` and `align: 32`.
fn sign_before_value(flag: &str, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if input.peek(Token![=]) || input.peek(Token![:]) && !input.peek(Token![::]) {
        let value = if flag == "live" { "FIRST..=LAST" } else { "N" };
        let message = format!("the flag is followed by the value alone: write `{flag} {value}`");
        errors.at(Code::Syntax, input.span(), message);
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

fn plain(input: ParseStream, span: Span) -> Result<PlainBy> {
    if !input.peek(token::Paren) {
        let why = "`plain` says who vouches for the type: write `plain(zerocopy)` or `plain(bytemuck)`";
        return Err(Mistake::at(Code::Syntax, span, why));
    }
    let (_, content) = word::parens(input)?;
    let way = word::name(&content, "`zerocopy` or `bytemuck`")?;
    let by = *PLAIN.find(&way, " for `plain`")?;
    if content.is_empty() { Ok(by) } else { Err(unexpected(&content, "`)`")) }
}
