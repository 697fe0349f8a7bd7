//! `step NAME(INPUT, mut BUFFER, scratch BUFFER) -> (OUTPUT, OUTPUT);`

use arena_plan_core::kernel::code::Code;
use syn::parse::ParseStream;
use syn::{Token, token};

use super::word::{self, unexpected};
use crate::ast::Step;
use crate::errors::{Mistake, Result};
use crate::ir::Mode;

/// Everything after the name.
pub(super) fn rest(step: &mut Step, input: ParseStream) -> Result<()> {
    if input.peek(token::Paren) {
        let (_, content) = word::parens(input)?;
        while !content.is_empty() {
            let mode = mode(&content)?;
            step.uses.push((mode, word::name(&content, "a buffer")?));
            if content.peek(Token![=>]) {
                let arrow: Token![=>] = content.parse()?;
                let message = "`=>` (a step in place) is not supported yet";
                return Err(Mistake::on(Code::NotSupported, arrow, message));
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
        return Err(Mistake::on(
            Code::Syntax,
            arrow,
            format!("parentheses are missing: write `step {name}() -> …`"),
        ));
    }
    if input.peek(Token![=>]) {
        let arrow: Token![=>] = input.parse()?;
        return Err(Mistake::on(Code::Syntax, arrow, "outputs follow `->`: write `->`"));
    }
    if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        return Ok(());
    }
    Err(match step.uses.last() {
        Some((Mode::Output, name)) if input.peek(Token![,]) => {
            let message = format!("several outputs stand in parentheses: write `-> ({name}, …)`");
            Mistake::at(Code::Syntax, input.span(), message)
        }
        Some((Mode::Output, _)) => unexpected(input, "`;`"),
        _ => unexpected(input, "`->` or `;`"),
    })
}

fn outputs(step: &mut Step, input: ParseStream) -> Result<()> {
    if !input.peek(token::Paren) {
        return output(step, input);
    }
    let (parens, content) = word::parens(input)?;
    if content.is_empty() {
        let message = "no output stands in the parentheses: leave `-> ()` out";
        return Err(Mistake::at(Code::Syntax, parens.span.open(), message));
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
        return Err(Mistake::at(Code::Syntax, span, message));
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
