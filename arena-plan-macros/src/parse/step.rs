//! `step NAME(INPUT, mut BUFFER, scratch BUFFER) -> (OUTPUT, OUTPUT);`

use syn::parse::ParseStream;
use syn::{Error, Result, Token, parenthesized, token};

use super::word::{self, unexpected};
use crate::ast::Step;
use crate::ir::Mode;

/// Everything after the name.
pub(super) fn rest(step: &mut Step, input: ParseStream) -> Result<()> {
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        while !content.is_empty() {
            let mode = mode(&content)?;
            step.uses.push((mode, word::name(&content, "a buffer")?));
            if content.peek(Token![=>]) {
                let arrow: Token![=>] = content.parse()?;
                return Err(Error::new_spanned(arrow, "`=>` (a step in place) is not supported yet"));
            }
            if content.is_empty() {
                break;
            }
            comma(&content)?;
        }
        if input.peek(Token![->]) {
            input.parse::<Token![->]>()?;
            outputs(step, input)?;
        }
    } else if input.peek(Token![->]) {
        let name = &step.name;
        let arrow: Token![->] = input.parse()?;
        return Err(Error::new_spanned(
            arrow,
            format!("parentheses are missing: write `step {name}() -> …`"),
        ));
    }
    if input.peek(Token![=>]) {
        let arrow: Token![=>] = input.parse()?;
        return Err(Error::new_spanned(arrow, "outputs follow `->`: write `->`"));
    }
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        return Ok(());
    }
    Err(match step.uses.last() {
        Some((Mode::Output, name)) if input.peek(Token![,]) => {
            let message = format!("several outputs stand in parentheses: write `-> ({name}, …)`");
            Error::new(input.span(), message)
        }
        Some((Mode::Output, _)) => unexpected(input, "`;`"),
        _ => unexpected(input, "`->` or `;`"),
    })
}

fn outputs(step: &mut Step, input: ParseStream) -> Result<()> {
    if !input.peek(token::Paren) {
        return output(step, input);
    }
    let content;
    let parens = parenthesized!(content in input);
    if content.is_empty() {
        return Err(Error::new(parens.span.open(), "no output stands in the parentheses: leave `-> ()` out"));
    }
    while !content.is_empty() {
        output(step, &content)?;
        if content.is_empty() {
            break;
        }
        comma(&content)?;
    }
    Ok(())
}

fn output(step: &mut Step, input: ParseStream) -> Result<()> {
    let span = input.span();
    let mode = mode(input)?;
    let name = word::name(input, "a buffer after `->`")?;
    if mode != Mode::Input {
        let word = if mode == Mode::Mut { "mut" } else { "scratch" };
        let message = format!("`{word} {name}` stands among the inputs, before `->`");
        return Err(Error::new(span, message));
    }
    step.uses.push((Mode::Output, name));
    Ok(())
}

/// `mut` or `scratch` before a name; a buffer may itself be called `scratch`.
fn mode(input: ParseStream) -> Result<Mode> {
    if input.peek(Token![mut]) {
        input.parse::<Token![mut]>()?;
        return Ok(Mode::Mut);
    }
    if word::at(input, "scratch") && input.peek2(syn::Ident) {
        word::take(input)?;
        return Ok(Mode::Scratch);
    }
    Ok(Mode::Input)
}

fn comma(input: ParseStream) -> Result<()> {
    if !input.peek(Token![,]) {
        return Err(unexpected(input, "`,` or `)`"));
    }
    input.parse::<Token![,]>()?;
    Ok(())
}
