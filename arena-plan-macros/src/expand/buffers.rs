//! The module `buf`: one type per buffer, with its figures and its slot.

use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::quote;

use super::append::{append, sign};
use super::{Context, about, foreign};

pub(crate) fn module(context: &Context<'_>) -> TokenStream {
    let (vis, inner, facade, private) = (context.vis(1), context.vis(2), &context.facade, &context.private);
    let mut buffers = TokenStream::new();
    (0..context.block.buffers.len()).for_each(|index| buffer(context, index, &mut buffers));
    let plan = (!context.failed()).then(|| quote!(super::__arena::Arena));
    let name = &context.names.buf;
    quote! {
        /// The buffers of the plan, with their figures.
        #vis mod #name {
            use #facade;
            #private::buffers! { [#inner] #plan; #buffers }
        }
    }
}

/// Appends type, index in the table of places, and figures.
fn buffer(context: &Context<'_>, index: usize, to: &mut TokenStream) {
    let buffer = &context.block.buffers[index];
    let private = &context.private;
    let (attrs, figures) = (&buffer.attrs, about::buffer(context, index));
    // Below the user's own, in a paragraph of its own.
    let own = attrs.iter().any(|attr| attr.path().is_ident("doc")).then(|| quote!(#[doc = ""]));
    let docs = quote!(#(#attrs)* #own #[doc = #figures]);
    append!(to, Group::new(Delimiter::Bracket, docs), buffer.marker.clone(), sign('='));
    if !context.failed() {
        append!(to, Literal::usize_unsuffixed(index), sign(','));
    }
    let literal = Literal::u64_unsuffixed;
    match context.native(index) {
        Some(native) => {
            append!(to, literal(native.place.offset), sign(','), literal(native.size), sign(','));
            append!(to, literal(native.slot_align), sign(','));
        }
        None => to.extend(quote! {
            super::__arena::offset(#index), #private::content_bytes::<Self>(), super::__arena::slot_align(#index),
        }),
    }
    match only_bank(context, index) {
        Some(only) => append!(to, Literal::string(&context.block.banks[only].id)),
        None => to.extend(quote!(super::__arena::bank(#index))),
    }
    if !context.failed() {
        to.extend(foreign::bound(context, &possible_banks(context, index)));
    }
    append!(to, sign(';'));
}

/// The bank that the buffer is in, if the macro knows it.
pub(super) fn only_bank(context: &Context<'_>, index: usize) -> Option<usize> {
    match (context.native(index), context.block.buffers[index].banks.as_slice()) {
        (Some(native), _) => Some(usize::from(native.place.bank)),
        (None, [(only, _)]) => Some(*only),
        _ => None,
    }
}

/// The banks that the buffer may be in, as far as the macro knows.
pub(super) fn possible_banks(context: &Context<'_>, index: usize) -> Vec<usize> {
    match only_bank(context, index) {
        Some(only) => vec![only],
        None => context.block.buffers[index].banks.iter().map(|(bank, _)| *bank).collect(),
    }
}
