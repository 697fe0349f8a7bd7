//! Appends tokens to a stream one by one, for what is repeated for each buffer of each step. `quote!` would make a stream of
//! every element, and each stream is a call to the compiler, which joins it to the others.

use proc_macro2::{Ident, Punct, Spacing, Span};

/// Appends each of the tokens to the stream.
macro_rules! append {
    ($stream:expr, $($token:expr),+ $(,)?) => {
        $stream.extend([$(::proc_macro2::TokenTree::from($token)),+])
    };
}

pub(super) use append;

/// A sign that stands alone.
pub(super) fn sign(sign: char) -> Punct {
    Punct::new(sign, Spacing::Alone)
}

/// A name of the expansion.
pub(super) fn word(word: &str) -> Ident {
    Ident::new(word, Span::call_site())
}
