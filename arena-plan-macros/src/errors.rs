//! Collects the mistakes of a block, so that one run reports all of them. Each has a stable code at the end of its
//! headline.

use std::fmt::Display;

use arena_plan_core::kernel::code::Code;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Error;
use syn::buffer::Cursor;

/// One mistake, with its code in brackets at the end of the first line.
///
/// Errors of syn itself are [`Code::Syntax`].
#[derive(Clone, Debug)]
pub(crate) struct Mistake(Error);

/// The result of a parser.
pub(crate) type Result<T> = std::result::Result<T, Mistake>;

impl Mistake {
    /// A mistake at one token.
    pub(crate) fn at(code: Code, span: Span, message: impl Display) -> Self {
        Self(Error::new(span, coded(code, message)))
    }

    /// A mistake that is underlined from the first to the last of `tokens`.
    pub(crate) fn on(code: Code, tokens: impl ToTokens, message: impl Display) -> Self {
        Self(Error::new_spanned(tokens, coded(code, message)))
    }

    /// A mistake that is underlined from one span to another.
    pub(crate) fn between(code: Code, start: Cursor<'_>, end: Cursor<'_>, message: impl Display) -> Self {
        Self(Error::new_range(start..end, coded(code, message)))
    }
}

impl From<Error> for Mistake {
    fn from(error: Error) -> Self {
        Self::at(Code::Syntax, error.span(), error)
    }
}

/// The message with the code at the end of its headline.
fn coded(code: Code, message: impl Display) -> String {
    let message = message.to_string();
    match message.split_once('\n') {
        Some((headline, details)) => format!("{headline} [{code}]\n{details}"),
        None => format!("{message} [{code}]"),
    }
}

/// The name of `compile_error!` in the expansion.
const IMPORTED: &str = "__arena_plan_error";

/// All mistakes found so far, in the order in which the stages found them.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<Error>,
}

impl Errors {
    /// A mistake at one token.
    pub(crate) fn at(&mut self, code: Code, span: Span, message: impl Display) {
        self.add(Mistake::at(code, span, message));
    }

    /// A mistake that is underlined from the first to the last of `tokens`.
    pub(crate) fn on(&mut self, code: Code, tokens: impl ToTokens, message: impl Display) {
        self.add(Mistake::on(code, tokens, message));
    }

    /// A mistake that a parser returned.
    pub(crate) fn add(&mut self, mistake: impl Into<Mistake>) {
        self.list.push(mistake.into().0);
    }

    /// Removes the first mistake and returns the expression that reports it.
    pub(crate) fn take_first(&mut self, facade: &TokenStream) -> Option<TokenStream> {
        (!self.list.is_empty()).then(|| call(&self.list.remove(0), facade))
    }

    /// Discards the mistakes after the first `len`: they follow from one of those.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// One `compile_error!` for each mistake.
    pub(crate) fn to_compile_errors(&self, facade: &TokenStream) -> TokenStream {
        // From last to first: rustc expands calls that wait for an import in that order, so the errors appear in our
        // order.
        let constants = self.list.iter().rev().map(|error| {
            let call = call(error, facade);
            quote!(const _: () = #call;)
        });
        constants.collect()
    }

    /// Each mistake with its span.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Error> {
        self.list.iter()
    }
}

/// The expression that reports a mistake.
///
/// `::core`, through which syn calls the macro, may be a crate or module of the user whose macro of that name does
/// nothing. It is imported from `facade` instead, under a name with the span of the mistake.
fn call(error: &Error, facade: &TokenStream) -> TokenStream {
    let imported = format_ident!("{IMPORTED}");
    let call = |tree| match tree {
        TokenTree::Ident(name) if name == "compile_error" => {
            Some(TokenTree::Ident(format_ident!("{IMPORTED}", span = name.span())))
        }
        TokenTree::Ident(_) => None,
        TokenTree::Punct(colon) if colon.as_char() == ':' => None,
        other => Some(other),
    };
    let call: TokenStream = error.to_compile_error().into_iter().filter_map(call).collect();
    quote! {
        {
            use #facade::__private::core::compile_error as #imported;
            #call
        }
    }
}
