//! A local symbol for each buffer; see the facade's macro.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, buffers};

pub(crate) fn all(context: &Context<'_>) -> TokenStream {
    let (private, number) = (&context.private, Literal::usize_unsuffixed(context.number));
    let symbols = (0..context.block.buffers.len()).filter_map(|index| symbol(context, index));
    quote!(#private::symbols! { #number #(#symbols)* })
}

/// Name and type of a buffer, and the statics that it may be in: another one would stay in the program for nothing. `None`
/// if it may be in a pool: that static is in an object file of its own. Other memory has no symbol in this file either.
fn symbol(context: &Context<'_>, index: usize) -> Option<TokenStream> {
    let buffer = &context.block.buffers[index];
    let (id, marker) = (&buffer.id, &buffer.marker);
    let base = |bank: usize| {
        let (base, memory) = (format_ident!("base{bank}"), &context.block.banks[bank].name);
        let number = Literal::usize_unsuffixed(bank);
        quote!(#base #memory #number)
    };
    let banks = buffers::possible_banks(context, index);
    if banks.iter().any(|bank| context.block.banks[*bank].pool().is_some()) {
        return None;
    }
    let bases = banks.into_iter().filter(|bank| context.block.banks[*bank].is_static()).map(base);
    Some(quote!(#id #marker [#(#bases)*]))
}
