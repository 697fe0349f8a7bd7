//! Collects the mistakes of a block, so that one run reports all of them.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

/// All mistakes found so far, in the order in which the stages met them.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<Error>,
}

impl Errors {
    /// A mistake at one token.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.list.push(Error::new(span, message));
    }

    /// A mistake that is underlined from the first to the last of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.list.push(Error::new_spanned(tokens, message));
    }

    /// A mistake that a parser returned.
    pub(crate) fn add(&mut self, error: Error) {
        self.list.push(error);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// One `compile_error!` for each mistake.
    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.list.iter().map(Error::to_compile_error).collect()
    }

    /// Each mistake with the span that it stands on.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Error> {
        self.list.iter()
    }
}
