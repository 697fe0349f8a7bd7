//! `storage: static`, `caller`, `unsafe linker(START, END)` or `shared(POOL)`: whose memory a bank is.

use arena_plan_core::kernel::code::Code;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitStr, Path, Token, token};

use super::table::{Word, Words, words_for};
use super::word::{self, unexpected};
use crate::errors::{Errors, Mistake, Result};
use crate::ir::{Storage, Symbol};

/// What a word of `storage` means.
#[derive(Clone, Copy)]
enum Means {
    Static,
    Caller,
    Linker,
    Shared,
}

const STORAGE: Words<Means> = Words {
    noun: "storage",
    code: Code::UnknownWord,
    list: ("write", "or"),
    words: &[
        words_for("static", &["own", "plan", "default", "bss", "here"], Means::Static),
        words_for(
            "caller",
            &["application", "app", "user", "bind", "bound", "external", "borrowed", "region", "heap"],
            Means::Caller,
        ),
        Word {
            name: "linker",
            shown: "unsafe linker(START, END)",
            also: &["symbols", "symbol", "script", "ld"],
            means: Means::Linker,
        },
        Word {
            name: "shared",
            shown: "shared(POOL)",
            also: &["pool", "lease", "leased"],
            means: Means::Shared,
        },
    ],
    later: &[],
};

/// Everything after the colon. `bank` is the name of the bank. After a mistake about memory of the application it is taken
/// as that: the rest of the program calls `bind()`.
pub(super) fn storage(bank: &str, input: ParseStream, errors: &mut Errors) -> Result<Storage> {
    let unsafety = input.parse::<Option<Token![unsafe]>>()?;
    let Some(word) = word::peek(input) else {
        return Err(unexpected(input, &format!("where the bytes of bank `{bank}` are: {}", STORAGE.any())));
    };
    let span = word.span();
    let means = match STORAGE.find(&word, &format!(" of bank `{bank}`")) {
        Ok(means) => *means,
        Err(mistake) if STORAGE.nearest(&word.unraw().to_string()) == Some("caller") => {
            errors.add(mistake);
            Means::Caller
        }
        Err(mistake) => return Err(mistake),
    };
    word::take(input)?;
    if let (Some(unsafety), Means::Static | Means::Caller | Means::Shared) = (&unsafety, means) {
        let message = format!("`{word}` promises nothing that could be wrong: remove `unsafe`");
        errors.on(Code::Syntax, unsafety, message);
    }
    if let (true, Means::Static | Means::Caller) = (input.peek(token::Paren), means) {
        let message = format!("`{word}` names no memory: remove these parentheses");
        errors.at(Code::Syntax, input.span(), message);
        word::parens(input)?;
    }
    Ok(match means {
        Means::Static => Storage::Static,
        Means::Caller => Storage::Caller,
        Means::Linker => {
            let Some(unsafety) = unsafety else {
                let message = "that nothing else uses the memory between these symbols is your promise: write `unsafe \
                               linker(START, END)`";
                return Err(Mistake::at(Code::Syntax, span, message));
            };
            let [start, end] = symbols(input)?;
            Storage::Linker { unsafety, start, end }
        }
        Means::Shared => {
            if !input.peek(token::Paren) {
                return Err(unexpected(input, "the path of a pool, `(POOL)`, after `shared`"));
            }
            let (_, pool) = word::parens(input)?;
            let path = word::part::<Path>(&pool, "the path of a pool")?;
            if !pool.is_empty() {
                return Err(unexpected(&pool, "`)`: a bank is in one pool"));
            }
            Storage::Shared(path)
        }
    })
}

/// `(START, END)`
fn symbols(input: ParseStream) -> Result<[Symbol; 2]> {
    const BOTH: &str = "the symbols at which the memory begins and ends, `(START, END)`,";
    if !input.peek(token::Paren) {
        return Err(unexpected(input, &format!("{BOTH} after `linker`")));
    }
    let (parens, both) = word::parens(input)?;
    if both.is_empty() {
        let message = format!("expected {} inside these parentheses", BOTH.trim_end_matches(','));
        return Err(Mistake::at(Code::Syntax, parens.span.join(), message));
    }
    let start = symbol(&both)?;
    if !both.peek(Token![,]) {
        return Err(unexpected(&both, "`,` and the symbol at which the memory ends"));
    }
    both.parse::<Token![,]>()?;
    let end = symbol(&both)?;
    both.parse::<Option<Token![,]>>()?;
    if !both.is_empty() {
        return Err(unexpected(
            &both,
            "`)`: there are two symbols, where the memory begins and where it ends",
        ));
    }
    if start.name == end.name {
        let message = format!("the memory cannot begin and end at `{}`: name another symbol", end.name);
        return Err(Mistake::at(Code::Contradiction, end.span, message));
    }
    Ok([start, end])
}

/// A symbol of the linker script: a name, or a string literal for one that is no name of Rust.
fn symbol(input: ParseStream) -> Result<Symbol> {
    if input.peek(LitStr) {
        let literal: LitStr = input.parse()?;
        let (name, span) = (literal.value(), literal.span());
        if name.is_empty() || name.contains('\0') {
            return Err(Mistake::at(Code::BadName, span, "no symbol has this name"));
        }
        return Ok(Symbol { name, span });
    }
    let name = word::name(input, "a symbol of the linker script")?;
    let span: Span = name.span();
    Ok(Symbol { name: name.unraw().to_string(), span })
}
