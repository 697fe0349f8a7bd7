//! The beginning of a declaration: its keyword and its name, even if one of them is missing, misspelt, doubled or in
//! the other's place.

use arena_plan_core::kernel::code::Code;
use arena_plan_core::model::BufferKind;
use proc_macro2::{Delimiter, Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitStr, Token, token};

use super::recover::{self, End};
use super::table::{Words, word, words_for};
use super::word::{self, unexpected};
use crate::ast::{Block, Kind};
use crate::errors::{Errors, Result};
use crate::suggest::hint;

/// What a keyword declares.
#[derive(Clone, Copy)]
pub(super) enum Declares {
    /// Something with a name.
    Named(Kind),
    /// A buffer of this kind.
    Buffer(BufferKind),
    /// The file with the placements.
    Layout,
    /// A file with buffers and steps.
    Include,
    /// The rules that give banks.
    Place,
}

impl Declares {
    /// The kind of its name, and that of the buffer if it is one.
    fn named(self) -> Option<(Kind, BufferKind)> {
        match self {
            Self::Named(kind) => Some((kind, BufferKind::Buffer)),
            Self::Buffer(of) => Some((Kind::Buffer, of)),
            Self::Layout | Self::Include | Self::Place => None,
        }
    }
}

pub(super) const DECLARATIONS: Words<Declares> = Words {
    noun: "declaration",
    code: Code::UnknownWord,
    list: ("a block holds", "and"),
    words: &[
        words_for("bank", &["region", "memory", "section", "ram"], Declares::Named(Kind::Bank)),
        words_for("buffer", &["buf", "let", "tensor", "var", "array"], Declares::Buffer(BufferKind::Buffer)),
        words_for("persistent", &["state", "permanent"], Declares::Buffer(BufferKind::Persistent)),
        word("constant", Declares::Buffer(BufferKind::Constant)),
        words_for("step", &["stage", "task", "node", "op", "phase"], Declares::Named(Kind::Step)),
        word("const", Declares::Named(Kind::Const)),
        word("layout", Declares::Layout),
        word("include", Declares::Include),
        words_for("place", &["placement", "rules"], Declares::Place),
    ],
    later: &[],
};

/// Items of Rust, which go next to a block.
const ITEMS: [&str; 13] = [
    "const", "fn", "struct", "enum", "use", "static", "type", "impl", "mod", "union", "trait", "unsafe",
    "extern",
];

/// How a declaration begins.
pub(super) enum Lead {
    /// With this keyword, and the name if it is before the keyword or instead of it. What follows is read `quietly`
    /// if the keyword was only guessed.
    Named {
        kind: Kind,
        /// Of a buffer: its kind.
        of: BufferKind,
        name: Option<Ident>,
        quietly: bool,
    },
    Layout,
    Include,
    /// The rules follow the keyword, which is here.
    Place(Span),
    /// It cannot be read; this is where it ends.
    Unread(End),
}

/// Reads the keyword. After a mistake in the previous declaration, nothing is reported about tokens that may belong
/// to it.
pub(super) fn keyword(
    block: &mut Block,
    input: ParseStream,
    errors: &mut Errors,
    after: bool,
) -> Result<Lead> {
    let Some(keyword) = word::peek(input) else {
        if !after {
            errors.add(unexpected(input, &DECLARATIONS.any()));
        }
        return Ok(Lead::Unread(End::Braces));
    };
    let text = keyword.to_string();
    if DECLARATIONS.later.contains(&text.as_str()) {
        return later(input, &keyword, errors);
    }
    if text == "place" && !input.peek2(Token![:]) {
        word::take(input)?;
        if input.peek(token::Brace) {
            return Ok(Lead::Place(keyword.span()));
        }
        // Which banks the buffers may use is not known.
        block.unread.broken.push(Kind::Buffer);
        return Err(unexpected(input, "`{ default: BANK; }` after `place`"));
    }
    if (text == "layout" || text == "include") && !input.peek2(Token![:]) {
        word::take(input)?;
        let (lead, kind) = if text == "layout" { (Lead::Layout, "layout") } else { (Lead::Include, "graph") };
        if input.peek(LitStr) {
            return Ok(lead);
        }
        if text == "include" {
            // Tensors and steps of a file may be named anywhere in the block.
            block.unread.declared.push((None, None));
        }
        return Err(unexpected(input, &format!("the path of a {kind} file, `\"FILE\"`, after `{text}`")));
    }
    let function = input.peek2(Token![fn]) || input.peek2(Token![unsafe]);
    match DECLARATIONS.means(&text).and_then(|means| means.named()) {
        Some((kind, of)) if kind != Kind::Const || !function => {
            word::take(input)?;
            // `buffer buffer: u8` is a buffer of that name.
            while word::at(input, &text) && input.peek2(syn::Ident) {
                errors.at(Code::Syntax, input.span(), format!("`{text}` occurs twice: remove one"));
                word::take(input)?;
            }
            Ok(Lead::Named { kind, of, name: None, quietly: false })
        }
        _ => unknown(block, input, &keyword, errors, after),
    }
}

/// A declaration for a later version.
fn later(input: ParseStream, keyword: &Ident, errors: &mut Errors) -> Result<Lead> {
    word::take(input)?;
    errors.at(Code::NotSupported, keyword.span(), format!("`{keyword}` is not supported yet"));
    Ok(Lead::Unread(End::Braces))
}

/// A declaration with an unknown keyword, or without one.
fn unknown(
    block: &mut Block,
    input: ParseStream,
    word: &Ident,
    errors: &mut Errors,
    after: bool,
) -> Result<Lead> {
    let text = word.to_string();
    let is_item = ITEMS.contains(&text.as_str());
    let next = input.cursor().ident().and_then(|(_, rest)| rest.ident());
    if let Some((declared, rest)) = next.clone().filter(|_| !is_item) {
        if let Some((kind, of)) = DECLARATIONS.means(&declared.to_string()).and_then(|means| means.named()) {
            if rest.ident().is_none() {
                let message = format!("the keyword comes first: write `{declared} {word}`");
                errors.at(Code::Syntax, word.span(), message);
                let name = word::take(input)?;
                word::take(input)?;
                return Ok(Lead::Named { kind, of, name: Some(name), quietly: false });
            }
            // The declaration follows the word.
            if !after {
                errors.at(Code::UnknownWord, word.span(), format!("unknown word `{text}`: remove it"));
            }
            word::take(input)?;
            return keyword(block, input, errors, after);
        }
    }
    if let Some((kind, meant)) = item_for(input, &text) {
        let message = format!("unknown declaration `{text}`{}", hint(Some(meant)));
        errors.at(Code::UnknownWord, word.span(), message);
        word::take(input)?;
        if word::at(input, "mut") {
            word::take(input)?;
        }
        return Ok(Lead::Named { kind, of: BufferKind::Buffer, name: None, quietly: true });
    }
    let meant = DECLARATIONS.nearest(&text).filter(|_| !is_item);
    let named = next.is_some() || input.peek2(Token![mut]) || input.peek2(Token![static]);
    let declares = meant.filter(|_| named).and_then(|meant| DECLARATIONS.means(meant)?.named());
    if let Some((kind, of)) = declares {
        let message = format!("unknown declaration `{text}`{}", hint(meant));
        errors.at(Code::UnknownWord, word.span(), message);
        word::take(input)?;
        return Ok(Lead::Named { kind, of, name: None, quietly: false });
    }
    if let Some((kind, name)) = shape(input).filter(|_| !is_item) {
        let message = if name {
            format!("unknown declaration `{text}`{}", DECLARATIONS.tail(&text))
        } else {
            format!("the keyword is missing: write `{} {text}`", kind.word())
        };
        if !after {
            errors.at(if name { Code::UnknownWord } else { Code::Syntax }, word.span(), message);
        }
        if name {
            word::take(input)?;
        }
        return Ok(Lead::Named { kind, of: BufferKind::Buffer, name: None, quietly: true });
    }
    word::take(input)?;
    let name = word::peek(input).map(|name| name.unraw().to_string());
    block.unread.declared.push((None, name));
    let beside = if is_item { "; other items go next to the block" } else { "" };
    let tail = if is_item { DECLARATIONS.listed() } else { DECLARATIONS.tail(&text) };
    if !after {
        errors.at(Code::UnknownWord, word.span(), format!("unknown declaration `{text}`{tail}{beside}"));
    }
    Ok(Lead::Unread(End::Braces))
}

/// The intended declaration for an item of Rust with the same shape: `static pcm: [u8; 64];`, `fn capture() -> pcm;`.
fn item_for(input: ParseStream, item: &str) -> Option<(Kind, &'static str)> {
    match item {
        "static" => Some((Kind::Buffer, "buffer")),
        "fn" => {
            let mut cursor = input.cursor();
            while let Some((tree, rest)) = cursor.token_tree() {
                if recover::is_semicolon(&tree) {
                    return Some((Kind::Step, "step"));
                }
                if matches!(&tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace) {
                    return None;
                }
                cursor = rest;
            }
            None
        }
        _ => None,
    }
}

/// What is declared here, judging by its shape, and whether a word precedes the name.
fn shape(input: ParseStream) -> Option<(Kind, bool)> {
    let (_, rest) = input.cursor().ident()?;
    let (name, rest) = match rest.ident() {
        Some((_, rest)) => (true, rest),
        None => (false, rest),
    };
    let kind = match rest.token_tree()?.0 {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => Kind::Step,
            Delimiter::Brace => Kind::Bank,
            Delimiter::Bracket | Delimiter::None => return None,
        },
        TokenTree::Punct(punct) => {
            let joined = rest.punct().and_then(|(_, rest)| rest.punct()).map(|(next, _)| next.as_char());
            match (punct.as_char(), joined) {
                (':', Some(':')) => return None,
                (':', _) => Kind::Buffer,
                ('-', Some('>')) => Kind::Step,
                (';', _) if name => Kind::Step,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((kind, name))
}

/// The name of a declaration. A recognisable name is used in spite of a mistake; returns true if the rest cannot be
/// read because the name is not directly before it.
pub(super) fn name(input: ParseStream, kind: Kind, errors: &mut Errors) -> (Option<Ident>, bool) {
    let what = format!("the name of a {}", kind.word());
    if let Some((word, rest)) = input.cursor().ident() {
        let text = word.to_string();
        let keyword = !input.peek(syn::Ident);
        if keyword && rest.ident().is_some() && !word::UNNAMEABLE.contains(&text.as_str()) {
            let message = format!("`{text}` is a Rust keyword, which does not belong here: remove it");
            errors.at(Code::BadName, word.span(), message);
            let _ = word::take(input);
        }
    }
    match word::name(input, &what) {
        Ok(name) => {
            if word::at(input, &name.to_string()) {
                errors.at(Code::Syntax, input.span(), format!("`{name}` occurs twice: remove one"));
                let _ = word::take(input);
            }
            (Some(name), false)
        }
        Err(error) => {
            errors.add(error);
            let Some((word, _)) = input.cursor().ident() else {
                if let Ok(quoted) = input.parse::<LitStr>() {
                    return (syn::parse_str(&quoted.value()).ok(), false);
                }
                return (recover::first_name(input.cursor()), true);
            };
            let _ = word::take(input);
            let raw = !word::UNNAMEABLE.contains(&word.to_string().as_str());
            (raw.then(|| Ident::new_raw(&word.to_string(), word.span())), !raw)
        }
    }
}
