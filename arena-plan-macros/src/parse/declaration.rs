//! The declarations of a block, one after another; a mistake in one leaves the others readable.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, LitStr, Token, Type, Visibility};

use super::lead::{self, Lead};
use super::recover::{self, End};
use super::word::{self, unexpected};
use super::{bank, buffer, options, place, step};
use crate::ast::{Bank, Block, Buffer, Constant, Include, Kind, Step};
use crate::errors::{Errors, Mistake, Result};

/// Reads all declarations up to the end of the braces.
pub(super) fn all(block: &mut Block, input: ParseStream, errors: &mut Errors) {
    let mut after = false;
    while !input.is_empty() {
        let start = input.cursor();
        let before = errors.len();
        let read = one(block, input, errors, after);
        if let Err(error) = &read {
            errors.add(error.clone());
        }
        match read {
            Ok(Read::Whole) => {}
            Ok(Read::Unread(end)) => recover::skip(input, start, end),
            Err(_) => recover::skip(input, start, End::Semicolon),
        }
        let broken = errors.len() > before || !matches!(read, Ok(Read::Whole));
        if broken {
            recover::mentions(input, start, &mut block.unread.mentioned);
        }
        after = broken;
    }
}

/// How far a declaration was read.
pub(super) enum Read {
    /// To its end.
    Whole,
    /// Not to its end, which is this.
    Unread(End),
}

fn one(block: &mut Block, input: ParseStream, errors: &mut Errors, after: bool) -> Result<Read> {
    if input.peek(Token![#]) && input.peek2(Token![!]) {
        let outcome = options::option(block, input);
        outcome.map_err(|error| errors.add(error)).ok();
        return Ok(Read::Whole);
    }
    if input.peek(Token![;]) {
        let semicolon = input.parse::<Token![;]>()?;
        if !after {
            errors.at(Code::Syntax, semicolon.span, "remove this `;`: a bank ends with its braces");
        }
        return Ok(Read::Whole);
    }
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    match lead::keyword(block, input, errors, after)? {
        Lead::Unread(end) => Ok(Read::Unread(end)),
        Lead::Layout => {
            bare("layout", &attrs, &vis, errors);
            layout(block, input).map(|()| Read::Whole)
        }
        Lead::Include => {
            bare("include", &attrs, &vis, errors);
            include(block, input).map(|()| Read::Whole)
        }
        Lead::Place(keyword) => {
            bare("place", &attrs, &vis, errors);
            place::rest(block, keyword, input, errors).map(|()| Read::Whole)
        }
        Lead::Named { kind, of, name, quietly } => {
            let before = errors.len();
            let read = named(block, input, (kind, of), (attrs, vis, name), errors);
            // What follows the first mistake is read only for what it declares. The fields of a bank are independent
            // of each other.
            if quietly {
                errors.truncate(before);
            } else if kind != Kind::Bank {
                errors.truncate(before + 1);
            }
            Ok(read)
        }
    }
}

/// A declaration after its keyword.
fn named(
    block: &mut Block,
    input: ParseStream,
    (kind, of): (Kind, BufferKind),
    (attrs, vis, name): (Vec<Attribute>, Visibility, Option<Ident>),
    errors: &mut Errors,
) -> Read {
    let (name, unread) = match name {
        Some(name) => (Some(name), false),
        None => lead::name(input, kind, errors),
    };
    let end = if kind == Kind::Bank { End::Braces } else { End::Semicolon };
    if unread || name.is_none() {
        block.unread.declared.push((Some(kind), None));
    }
    let Some(name) = name else { return Read::Unread(end) };
    if !matches!(vis, Visibility::Inherited) && kind != Kind::Const {
        let message = format!("a {} has the visibility of the module: remove this", kind.word());
        errors.on(Code::Syntax, &vis, message);
    }
    let before = errors.len();
    let read = match kind {
        Kind::Bank => {
            let figures = Default::default();
            let mut bank = Bank {
                attrs,
                name,
                figures,
                section: None,
                storage: None,
                unclear: false,
                read_only: None,
                dma: None,
            };
            let read = if unread { Read::Unread(end) } else { bank::rest(&mut bank, input, errors) };
            block.banks.push(bank);
            return read;
        }
        Kind::Buffer => {
            let mut buffer = Buffer {
                kind: of,
                attrs,
                name,
                ty: None,
                banks: Vec::new(),
                rule: None,
                to: None,
                figures: Default::default(),
                flags: Default::default(),
                value: None,
                cut: unread,
            };
            let read = if unread { Read::Unread(end) } else { buffer::rest(&mut buffer, input, errors) };
            if errors.len() > before {
                // What was read as a number or a value may be something else, so it is not passed to rustc.
                buffer.cut = true;
                buffer.figures = Default::default();
                buffer.value = None;
            }
            block.buffers.push(buffer);
            read
        }
        Kind::Step => {
            let mut step = Step { attrs, name, uses: Vec::new(), unclear: unread };
            let read = if unread { Read::Unread(end) } else { step::rest(&mut step, input, errors) };
            block.steps.push(step);
            read
        }
        Kind::Const => {
            let id = name.unraw().to_string();
            let value = if unread { None } else { constant(&id, input, errors) };
            let read = if value.is_some() { Read::Whole } else { Read::Unread(end) };
            block.constants.push(Constant { attrs, name, value });
            read
        }
    };
    if unread || errors.len() > before {
        block.unread.broken.push(kind);
    }
    read
}

/// Reports attributes and a visibility in front of `layout`, `include` and `place`, which declare no item that they could apply to.
fn bare(word: &str, attrs: &[Attribute], vis: &Visibility, errors: &mut Errors) {
    let article = if word == "include" { "an" } else { "a" };
    let (comments, others): (Vec<_>, Vec<_>) = attrs.iter().partition(|attr| attr.path().is_ident("doc"));
    // Each line of a comment is an attribute.
    if let Some(comment) = comments.first() {
        errors.on(
            Code::UnknownWord,
            comment,
            format!("{article} `{word}` has no documentation: write this comment with `//`"),
        );
    }
    for attr in others {
        errors.on(Code::UnknownWord, attr, format!("{article} `{word}` takes no attributes: remove this"));
    }
    if !matches!(vis, Visibility::Inherited) {
        errors.on(Code::Syntax, vis, format!("{article} `{word}` has no visibility: remove this"));
    }
}

/// `layout "FILE";`
fn layout(block: &mut Block, input: ParseStream) -> Result<()> {
    let file: LitStr = input.parse()?;
    end(input, "`;`")?;
    if block.layout.is_some() {
        let message = "a block takes its placements from one layout file: remove this one";
        return Err(Mistake::at(Code::DuplicateField, file.span(), message));
    }
    block.layout = Some(file);
    Ok(())
}

/// `include "FILE";`
fn include(block: &mut Block, input: ParseStream) -> Result<()> {
    let file: LitStr = input.parse()?;
    end(input, "`;`")?;
    if block.includes.iter().any(|other| other.file.value() == file.value()) {
        let message = "this file is included twice: remove one";
        return Err(Mistake::at(Code::DuplicateField, file.span(), message));
    }
    block.includes.push(Include { file, buffers: block.buffers.len(), steps: block.steps.len() });
    Ok(())
}

/// Type and value of a constant; `None` after a mistake.
fn constant(name: &str, input: ParseStream, errors: &mut Errors) -> Option<(Type, Expr)> {
    let read = || -> Result<(Type, Expr)> {
        if !input.peek(Token![:]) {
            return Err(unexpected(input, &format!("`:` and a type after const `{name}`")));
        }
        input.parse::<Token![:]>()?;
        let ty = word::part::<Type>(input, "a type")?;
        if !input.peek(Token![=]) {
            return Err(unexpected(input, &format!("`=` and the value of const `{name}`")));
        }
        input.parse::<Token![=]>()?;
        let expr = word::part::<Expr>(input, "a value after `=`")?;
        Ok((ty, expr))
    };
    let value = read().map_err(|error| errors.add(error)).ok()?;
    if let Err(error) = end(input, "`;`") {
        let missing = recover::begins_declaration(input.cursor()) || input.is_empty();
        errors.add(error);
        return missing.then_some(value);
    }
    Some(value)
}

/// The `;` at the end of a declaration. Another sign in its place is accepted after an error.
pub(super) fn end(input: ParseStream, what: &str) -> Result<()> {
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        return Ok(());
    }
    if let Some((punct, rest)) = input.cursor().punct() {
        if matches!(punct.as_char(), ',' | ':' | '.') && (rest.eof() || recover::begins_declaration(rest)) {
            input.parse::<proc_macro2::TokenTree>()?;
            let message = format!("missing `;`: found `{}`", punct.as_char());
            return Err(Mistake::at(Code::Syntax, punct.span(), message));
        }
    }
    Err(unexpected(input, what))
}

/// Whether the declaration has ended: at the end of the block, or before the next declaration.
pub(super) fn is_over(input: ParseStream) -> bool {
    input.is_empty() || recover::begins_declaration(input.cursor())
}
