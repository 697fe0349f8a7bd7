//! A local symbol for each buffer; see the facade's macro.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, buffers};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let (private, number) = (&context.private, Literal::usize_unsuffixed(context.number));
    let symbols = (0..context.block.buffers.len()).map(|index| symbol(context, index));
    quote!(#private::symbols! { #number #(#symbols)* })
}

/// Name and type of a buffer, and the statics that it may be in: another one would stay in the program for nothing.
fn symbol(context: &Context<'_>, index: usize) -> TokenStream {
    let buffer = &context.block.buffers[index];
    let (id, marker) = (&buffer.id, &buffer.marker);
    let base = |bank: usize| {
        let (base, memory) = (format_ident!("base{bank}"), &context.block.banks[bank].name);
        let number = Literal::usize_unsuffixed(bank);
        quote!(#base #memory #number)
    };
    let bases: Vec<TokenStream> = match buffers::only_bank(context, index) {
        Some(only) => vec![base(only)],
        None => buffer.banks.iter().map(|(bank, _)| base(*bank)).collect(),
    };
    quote!(#id #marker [#(#bases)*])
}
