//! Reads `mod NAME { … }` declaration by declaration, and goes on after a mistake with the next one.

mod bank;
mod buffer;
mod live;
mod num;
mod options;
mod recover;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod word;

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Attribute, Expr, LitStr, Token, Type, Visibility, braced, token};

use self::recover::End;
use self::table::{Word, Words, word};
use self::word::unexpected;
use crate::ast::{Bank, Block, Buffer, Constant, Flags, Kind, Step, Unread};
use crate::errors::{Errors, Mistake, Result};
use crate::figure::Figures;
use crate::ir::Options;

/// What a keyword declares.
#[derive(Clone, Copy)]
enum Declares {
    /// Something with a name.
    Named(Kind),
    /// The file with the placements.
    Layout,
}

const DECLARATIONS: Words<Declares> = Words {
    noun: "declaration",
    code: Code::UnknownWord,
    list: ("a block holds", "and"),
    words: &[
        word("bank", Declares::Named(Kind::Bank)),
        word("buffer", Declares::Named(Kind::Buffer)),
        word("step", Declares::Named(Kind::Step)),
        word("const", Declares::Named(Kind::Const)),
        word("layout", Declares::Layout),
    ],
    later: &["persistent", "constant", "place", "include"],
};

/// Reads a block; none when not even `mod NAME { … }` is there.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<Block> {
    if tokens.is_empty() {
        errors.at(
            Code::EmptyPlan,
            proc_macro2::Span::call_site(),
            "the block is empty: write `arena_plan! { mod NAME { bank …; buffer …; step …; } }`",
        );
        return None;
    }
    let mut block = None;
    let outcome = (|input: ParseStream| {
        match module(input, errors) {
            Ok(read) => block = Some(read),
            Err(error) => errors.add(error),
        }
        while !input.is_empty() {
            input.parse::<proc_macro2::TokenTree>()?;
        }
        Ok(())
    })
    .parse2(tokens);
    // syn also reports what a broken declaration left unread; that mistake is known already.
    match outcome {
        Err(error) if errors.is_empty() => errors.add(error),
        _ => {}
    }
    block
}

fn module(input: ParseStream, errors: &mut Errors) -> Result<Block> {
    if input.peek(Token![#]) && input.peek2(Token![!]) {
        let start = input.cursor();
        input.parse::<Token![#]>()?;
        let message = "options stand inside the braces of the module: `mod NAME { #![…] … }`";
        input.parse::<Token![!]>()?;
        return Err(Mistake::between(Code::Syntax, start, input.cursor(), message));
    }
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    if !input.peek(Token![mod]) {
        return Err(unexpected(input, "`mod NAME { … }`"));
    }
    input.parse::<Token![mod]>()?;
    let name = word::name(input, "the name of the module")?;
    if !input.peek(token::Brace) {
        return Err(unexpected(input, &format!("`{{ … }}` after `mod {name}`")));
    }
    let content = braces(input)?;
    let mut block = Block {
        attrs,
        vis,
        name,
        options: Options::default(),
        layout: None,
        constants: Vec::new(),
        banks: Vec::new(),
        buffers: Vec::new(),
        steps: Vec::new(),
        unread: Unread::default(),
    };
    while !content.is_empty() {
        let start = content.cursor();
        let mut end = End::Semicolon;
        match declaration(&mut block, &content, errors, &mut end) {
            Ok(true) => continue,
            // The mistake is inside a bank's braces: it is reported, and everything is taken.
            Ok(false) => {}
            Err(error) => {
                errors.add(error);
                recover::skip(&content, start, end);
            }
        }
        recover::mentions(&content, start, &mut block.unread.mentioned);
    }
    if !input.is_empty() {
        let message = "one block declares one module: write a second `arena_plan!` for the rest";
        errors.at(Code::Syntax, input.span(), message);
    }
    Ok(block)
}

fn braces<'a>(input: &ParseBuffer<'a>) -> syn::Result<ParseBuffer<'a>> {
    let content;
    braced!(content in input);
    Ok(content)
}

/// One declaration; false when its mistakes are already reported.
fn declaration(block: &mut Block, input: ParseStream, errors: &mut Errors, end: &mut End) -> Result<bool> {
    if input.peek(Token![#]) && input.peek2(Token![!]) {
        let outcome = options::option(block, input);
        outcome.map_err(|error| errors.add(error)).ok();
        return Ok(true);
    }
    if input.peek(Token![;]) {
        let message = "remove this `;`: a bank ends with its braces";
        return Err(Mistake::at(Code::Syntax, input.parse::<Token![;]>()?.span, message));
    }
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let Some(keyword) = word::peek(input) else {
        *end = End::Braces;
        return Err(unexpected(input, &DECLARATIONS.any()));
    };
    let text = keyword.to_string();
    if DECLARATIONS.later.contains(&text.as_str()) {
        return Err(later(block, input, &keyword, end)?);
    }
    if text == "layout" && input.peek2(syn::LitStr) {
        layout(block, input, &keyword)?;
        return Ok(true);
    }
    let function = input.peek2(Token![fn]) || input.peek2(Token![unsafe]);
    let kind = match DECLARATIONS.find(&keyword, "") {
        Ok(Declares::Layout) => {
            word::take(input)?;
            return Err(unexpected(input, "the path of a layout file, `\"FILE\"`, after `layout`"));
        }
        Ok(Declares::Named(kind)) if *kind != Kind::Const || !function => *kind,
        _ => return Err(unknown(block, input, &keyword, end)?),
    };
    if kind == Kind::Bank {
        *end = End::Braces;
    }
    word::take(input)?;
    let name = match word::name(input, &format!("the name of a {}", kind.word())) {
        Ok(name) => name,
        Err(error) => {
            block.unread.declared.push((Some(kind), None));
            return Err(error);
        }
    };
    if !matches!(vis, Visibility::Inherited) && kind != Kind::Const {
        let message = format!("a {} has the visibility of the module: remove this", kind.word());
        errors.on(Code::Syntax, &vis, message);
    }
    match kind {
        Kind::Bank => {
            let mut bank = Bank { attrs, name, figures: Figures::default(), section: None };
            let outcome = bank::rest(&mut bank, input, errors);
            block.banks.push(bank);
            outcome
        }
        Kind::Buffer => {
            let flags = Flags::default();
            let mut buffer = Buffer {
                attrs,
                name,
                ty: None,
                banks: Vec::new(),
                figures: Figures::default(),
                flags,
                value: None,
                cut: false,
            };
            let outcome = buffer::rest(&mut buffer, input, errors);
            buffer.cut = outcome.is_err();
            block.buffers.push(buffer);
            block.unread.broken.extend(outcome.is_err().then_some(kind));
            outcome.map(|()| true)
        }
        Kind::Step => {
            let mut step = Step { attrs, name, uses: Vec::new() };
            let outcome = step::rest(&mut step, input);
            block.steps.push(step);
            block.unread.broken.extend(outcome.is_err().then_some(kind));
            outcome.map(|()| true)
        }
        Kind::Const => {
            let id = name.unraw().to_string();
            match constant(attrs, name, input) {
                Ok(constant) => block.constants.push(constant),
                Err(error) => {
                    block.unread.declared.push((Some(Kind::Const), Some(id)));
                    return Err(error);
                }
            }
            Ok(true)
        }
    }
}

/// `layout "FILE";`
fn layout(block: &mut Block, input: ParseStream, keyword: &Ident) -> Result<()> {
    word::take(input)?;
    let file: LitStr = input.parse()?;
    if !input.peek(Token![;]) {
        return Err(unexpected(input, "`;`"));
    }
    input.parse::<Token![;]>()?;
    if block.layout.is_some() {
        return Err(Mistake::at(
            Code::DuplicateField,
            keyword.span(),
            "a block takes its placements from one layout file: remove this one",
        ));
    }
    block.layout = Some(file);
    Ok(())
}

fn constant(attrs: Vec<Attribute>, name: Ident, input: ParseStream) -> Result<Constant> {
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
    if !input.peek(Token![;]) {
        return Err(unexpected(input, "`;`"));
    }
    input.parse::<Token![;]>()?;
    Ok(Constant { attrs, name, ty, expr })
}

/// A declaration that a later version reads.
fn later(block: &mut Block, input: ParseStream, keyword: &Ident, end: &mut End) -> Result<Mistake> {
    word::take(input)?;
    let declared = match keyword.to_string().as_str() {
        "persistent" | "constant" => {
            Some((Some(Kind::Buffer), word::peek(input).map(|name| name.unraw().to_string())))
        }
        // Tensors and steps of a file may be named anywhere in the block.
        "include" => Some((None, None)),
        "place" => {
            *end = End::Braces;
            None
        }
        _ => None,
    };
    block.unread.declared.extend(declared);
    Ok(Mistake::at(Code::NotSupported, keyword.span(), format!("`{keyword}` is not supported yet")))
}

/// A declaration with an unknown keyword.
fn unknown(block: &mut Block, input: ParseStream, keyword: &Ident, end: &mut End) -> Result<Mistake> {
    let text = keyword.to_string();
    word::take(input)?;
    let item = [
        "const", "fn", "struct", "enum", "use", "static", "type", "impl", "mod", "union", "trait", "unsafe",
        "extern",
    ];
    let is_item = item.contains(&text.as_str());
    let meant = DECLARATIONS.nearest(&text).filter(|_| !is_item);
    let kind = match meant.and_then(|meant| DECLARATIONS.words.iter().find(|word| word.name == meant)) {
        Some(Word { means: Declares::Named(kind), .. }) => Some(*kind),
        // A name that nothing refers to.
        Some(Word { means: Declares::Layout, .. }) => Some(Kind::Const),
        None => None,
    };
    if matches!(kind, None | Some(Kind::Bank)) {
        *end = End::Braces;
    }
    let name = word::peek(input).map(|name| name.unraw().to_string());
    block.unread.declared.push((kind, name));
    let beside = if is_item { "; other items stand beside it" } else { "" };
    let tail = if is_item { DECLARATIONS.listed() } else { DECLARATIONS.tail(&text) };
    let message = format!("unknown declaration `{text}`{tail}{beside}");
    Ok(Mistake::at(Code::UnknownWord, keyword.span(), message))
}
