//! A local symbol for each buffer: the facade's macro says how.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, buffers};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let symbols = (0..context.block.buffers.len()).map(|index| symbol(context, index));
    quote!(#(#symbols)*)
}

fn symbol(context: &Context<'_>, index: usize) -> TokenStream {
    let private = &context.private;
    let buffer = &context.block.buffers[index];
    let (id, marker) = (&buffer.id, &buffer.marker);
    let base = |bank: usize| {
        let (base, memory) = (format_ident!("base{bank}"), &context.block.banks[bank].name);
        let number = Literal::usize_unsuffixed(bank);
        quote!(#base = #memory if #number)
    };
    // Only the statics that it may lie in: another one would stay in the program for nothing.
    let bases: Vec<TokenStream> = match buffers::only_bank(context, index) {
        Some(only) => vec![base(only)],
        None => buffer.banks.iter().map(|(bank, _)| base(*bank)).collect(),
    };
    let bank = buffers::bank(context, index);
    let number = Literal::usize_unsuffixed(context.number);
    quote!(#private::symbol!(#id #number, super::buf::#marker, #bank, #(#bases),*);)
}
