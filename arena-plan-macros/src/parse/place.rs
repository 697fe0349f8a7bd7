//! `place { default: dtcm | sram; persistent: sram; constant: flash -> dtcm; hot_*: dtcm; }`

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use arena_plan_core::problem::Selector;
use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, LitInt, Token, braced};

use super::table::{Words, words_for};
use super::word::{self, unexpected};
use crate::ast::{Block, Kind, Rule};
use crate::errors::{Errors, Mistake, Result};

/// The kinds of a rule.
pub(super) const KINDS: Words<BufferKind> = Words {
    noun: "kind",
    code: Code::UnknownWord,
    list: ("the kinds are", "and"),
    words: &[
        words_for("buffer", &["buf", "tensor"], BufferKind::Buffer),
        words_for("persistent", &["state", "permanent"], BufferKind::Persistent),
        words_for("constant", &["const", "weights"], BufferKind::Constant),
    ],
    later: &[],
};

/// Everything after the keyword, which is at `keyword`.
pub(super) fn rest(block: &mut Block, keyword: Span, input: ParseStream, errors: &mut Errors) -> Result<()> {
    let again = block.place.replace(keyword).is_some();
    let tree: TokenTree = input.parse()?;
    let before = errors.len();
    let outcome = (|input: ParseStream| {
        let content;
        braced!(content in input);
        rules(block, &content, errors);
        Ok(())
    })
    .parse2(tree.into());
    // syn also reports what a broken rule left unread; that mistake has already been reported.
    match outcome {
        Err(error) if errors.len() == before => errors.add(error),
        _ => {}
    }
    if errors.len() > before {
        // Which buffers it is about is not known, and so their banks are not.
        block.unread.broken.push(Kind::Buffer);
    }
    if again {
        let message = "a block has one `place`: write its rules together";
        return Err(Mistake::at(Code::DuplicateField, keyword, message));
    }
    Ok(())
}

fn rules(block: &mut Block, input: ParseStream, errors: &mut Errors) {
    while !input.is_empty() {
        match rule(input) {
            Ok(rule) => block.rules.push(rule),
            Err(mistake) => {
                errors.add(mistake);
                while !input.is_empty() && !input.peek(Token![;]) {
                    let _ = input.parse::<TokenTree>();
                }
                let _ = input.parse::<Token![;]>();
            }
        }
    }
}

fn rule(input: ParseStream) -> Result<Rule> {
    let attrs = input.call(Attribute::parse_outer)?;
    let span = input.span();
    let about = selector(input)?;
    if !input.peek(Token![:]) {
        return Err(unexpected(input, &format!("`:` and a bank after `{about}`")));
    }
    input.parse::<Token![:]>()?;
    let mut banks = vec![word::name(input, &format!("a bank for `{about}`"))?];
    while input.peek(Token![|]) {
        input.parse::<Token![|]>()?;
        banks.push(word::name(input, "a bank after `|`")?);
    }
    let mut to = None;
    if input.peek(Token![->]) {
        input.parse::<Token![->]>()?;
        to = Some(word::name(input, "a bank after `->`")?);
    }
    if !input.peek(Token![;]) {
        if input.is_empty() {
            let message = "a rule ends with `;`";
            return Err(Mistake::at(Code::Syntax, input.cursor().prev_span(), message));
        }
        if input.peek(Token![,]) {
            let message = "banks are separated by `|`, and a rule ends with `;`";
            return Err(Mistake::at(Code::Syntax, input.span(), message));
        }
        return Err(unexpected(input, "`|`, `->` or `;`"));
    }
    input.parse::<Token![;]>()?;
    Ok(Rule { attrs, about, span, banks, to })
}

/// What is before the colon: `default`, a kind, a name in which `*` stands for any letters, or a kind and a name.
fn selector(input: ParseStream) -> Result<Selector> {
    let span = input.span();
    let first = word::peek(input);
    let second = input.cursor().ident().and_then(|(_, rest)| rest.ident()).is_some();
    let kind = first.as_ref().and_then(|first| KINDS.means(&first.unraw().to_string()).copied());
    if first.as_ref().is_some_and(|first| first == "default") {
        if !second && !input.peek2(Token![*]) {
            word::take(input)?;
            return Ok(Selector::default());
        }
        let message = "`default` is for all buffers that no other rule places: it has no name";
        return Err(Mistake::at(Code::Syntax, span, message));
    }
    if second || kind.is_some() {
        let word = word::take(input)?;
        let kind = *KINDS.find(&word, " of a rule")?;
        let name = if input.peek(Token![:]) { None } else { Some(pattern(input)?) };
        return Ok(Selector { kind: Some(kind), name });
    }
    Ok(Selector { kind: None, name: Some(pattern(input)?) })
}

/// A name in which `*` stands for any letters: words, numbers and `*` up to the colon, without spaces between them.
fn pattern(input: ParseStream) -> Result<String> {
    let mut text = String::new();
    while !input.peek(Token![:]) {
        if input.peek(Token![*]) {
            input.parse::<Token![*]>()?;
            text.push('*');
        } else if let Some(word) = word::peek(input).filter(|_| text.is_empty() || text.ends_with('*')) {
            word::take(input)?;
            text += &word.unraw().to_string();
        } else if input.peek(LitInt) && text.ends_with('*') {
            text += &input.parse::<LitInt>()?.to_string();
        } else {
            break;
        }
    }
    if text.is_empty() {
        return Err(unexpected(input, &format!("`default`, a kind ({}), or a name", KINDS.any())));
    }
    Ok(text)
}
