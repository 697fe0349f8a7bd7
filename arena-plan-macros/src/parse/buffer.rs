//! `buffer NAME: TYPE in BANK | BANK @ 0, FLAG, FLAG = EXPR;`

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, Token, Type, token};

use super::live;
use super::num::num;
use super::table::{Word, Words, word};
use super::word::{self, unexpected};
use crate::ast::{Buffer, Flags, PlainBy};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::Figure;
use crate::suggest::nearest;

/// What stands behind the word of a flag.
#[derive(Clone, Copy)]
enum Flag {
    Number(Figure),
    /// Reads it, given the word's span; true when the buffer had the flag.
    Other(fn(&mut Flags, Span, ParseStream) -> Result<bool>),
}

const FLAGS: Words<Flag> = Words {
    noun: "flag",
    code: Code::UnknownWord,
    list: ("the flags are", "and"),
    words: &[
        word("align", Flag::Number(Figure::BufferAlign)),
        word("live", Flag::Other(|flags, _, input| Ok(flags.live.replace(live::range(input)?).is_some()))),
        word("retain", Flag::Other(|flags, span, _| Ok(flags.retain.replace(span).is_some()))),
        word("source", Flag::Other(|flags, span, _| Ok(flags.source.replace(span).is_some()))),
        word("zeroed", Flag::Other(|flags, span, _| Ok(flags.zeroed.replace(span).is_some()))),
        Word {
            name: "plain",
            shown: "plain(…)",
            means: Flag::Other(|flags, span, input| {
                Ok(flags.plain.replace((plain(input, span)?, span)).is_some())
            }),
        },
        word("weight", Flag::Number(Figure::BufferWeight)),
    ],
    later: &[],
};

/// Whose word makes a type plain.
const PLAIN: Words<PlainBy> = Words {
    noun: "word",
    code: Code::UnknownWord,
    list: ("write", "or"),
    words: &[word("zerocopy", PlainBy::Zerocopy), word("bytemuck", PlainBy::Bytemuck)],
    later: &[],
};

/// Everything after the name.
pub(super) fn rest(buffer: &mut Buffer, input: ParseStream, errors: &mut Errors) -> Result<()> {
    if !input.peek(Token![:]) || input.peek(Token![::]) {
        return Err(unexpected(input, &format!("`:` and a type after buffer `{}`", buffer.name)));
    }
    input.parse::<Token![:]>()?;
    buffer.ty = Some(word::part::<Type>(input, "a type")?);
    if input.peek(Token![in]) {
        input.parse::<Token![in]>()?;
        buffer.banks.push(word::name(input, "a bank after `in`")?);
        while input.peek(Token![|]) {
            input.parse::<Token![|]>()?;
            buffer.banks.push(word::name(input, "a bank after `|`")?);
        }
    }
    if input.peek(Token![@]) {
        input.parse::<Token![@]>()?;
        buffer.figures.set(Figure::BufferFixed, num(input)?);
    }
    let mut flagged = false;
    while input.peek(Token![,]) {
        input.parse::<Token![,]>()?;
        let fixed = buffer.figures.get(Figure::BufferFixed).is_some();
        let bank = buffer.banks.last().filter(|_| !fixed && !flagged).cloned();
        flag(buffer, bank.as_ref(), input, errors)?;
        flagged = true;
    }
    if input.peek(Token![=]) && !input.peek(Token![==]) && !input.peek(Token![=>]) {
        input.parse::<Token![=]>()?;
        buffer.value = Some(word::part::<Expr>(input, "a value after `=`")?);
        if input.peek(Token![,]) {
            let message = "the value comes last: write the flags before `=`";
            return Err(Mistake::at(Code::Syntax, input.span(), message));
        }
        if !input.peek(Token![;]) {
            return Err(unexpected(input, "`;`"));
        }
    }
    if !input.peek(Token![;]) {
        return Err(out_of_place(buffer, input));
    }
    input.parse::<Token![;]>()?;
    Ok(())
}

/// A token after the type or a flag that continues nothing.
fn out_of_place(buffer: &Buffer, input: ParseStream) -> Mistake {
    if let Some(next) = word::peek(input).filter(|_| !super::recover::begins_declaration(input.cursor())) {
        let text = next.to_string();
        if FLAGS.has(&text) {
            let message = format!("a comma separates flags: write `, {text}`");
            return Mistake::at(Code::Syntax, next.span(), message);
        }
        let started = !buffer.banks.is_empty() || buffer.figures.get(Figure::BufferFixed).is_some();
        if text == "in" || !started && nearest(&text, ["in"]).is_some() {
            let message =
                if text == "in" { "`in` stands directly after the type" } else { "did you mean `in`?" };
            return Mistake::at(Code::Syntax, next.span(), format!("unexpected `{text}`: {message}"));
        }
    }
    if input.peek(Token![@]) {
        let message = "`@` stands directly after the bank: `in BANK @ OFFSET`";
        return Mistake::at(Code::Syntax, input.span(), message);
    }
    unexpected(input, "`in`, `@`, `,`, `=` or `;`")
}

/// A flag, after the bank that stands in front of the comma, if one does.
fn flag(buffer: &mut Buffer, bank: Option<&Ident>, input: ParseStream, errors: &mut Errors) -> Result<()> {
    let Some(_) = word::peek(input) else { return Err(unexpected(input, "a flag after `,`")) };
    let word: Ident = word::take(input)?;
    let span = word.span();
    let text = word.unraw().to_string();
    if text == "in" {
        let message = "`in` stands directly after the type, before the flags";
        return Err(Mistake::at(Code::Syntax, span, message));
    }
    if let Some(bank) = bank.filter(|_| !FLAGS.has(&text) && FLAGS.nearest(&text).is_none()) {
        let tail = FLAGS.tail(&text);
        let message =
            format!("unknown flag `{text}`{tail}; another bank stands behind `|`: `in {bank} | {text}`");
        return Err(Mistake::at(Code::UnknownWord, span, message));
    }
    let twice = match *FLAGS.find(&word, "")? {
        Flag::Number(figure) => buffer.figures.set(figure, num(input)?),
        Flag::Other(read) => read(&mut buffer.flags, span, input)?,
    };
    if twice {
        errors.at(Code::DuplicateField, span, format!("the flag `{text}` is given twice: remove one"));
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
